import type { TextLine } from '#domain/page-text/text-line.ts'
import type { Row } from './page-rows.ts'

/** What instructions say: "Question numbers 1 to 20 carry 1 mark each", "Section B … 2 marks each". */
export type SectionMarks = { ofNumber: Map<string, number>; ofSection: Map<string, number> }

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(?<marks>\\d{1,2}|${WORDS.join('|')})`
const RANGE = new RegExp(
  `questions?\\s+(?:numbers?|nos?\\.?)?\\s*(?:from\\s+)?(?:Q\\.?\\s*(?:no\\.?)?\\s*)?(?<from>\\d{1,3})\\s*(?:to|–|—|-)\\s*(?<to>\\d{1,3})(?<between>[^.]{0,140}?)(?:carr(?:y|ies|ying)|of|each of)\\s+${COUNT}[\\s-]+marks?`,
  'giu',
)
const OF_SECTION = new RegExp(
  `section\\s*[–—-]?\\s*["'‘“]?(?<name>[A-H])\\b(?<between>[^.]{0,160}?)${COUNT}\\s+marks?`,
  'giu',
)
/** The column of marks begins here, in pixels of 1440. */
const MARGIN = 1_180
const IN_MARGIN = /^[[(]?\s*(?<marks>\d{1,2})(?:\s*(?:marks?|अंक))?\s*[\])]?$/iu
const SUM = /^[[(]?\s*(?<parts>\d{1,2}(?:\s*\+\s*\d{1,2}){1,5})(?:\s*=\s*(?<all>\d{1,2}))?\s*[\])]?$/u
const PRODUCT = /^[[(]?\s*(?<one>\d{1,2})\s*[×xX]\s*(?<other>\d{1,2})(?:\s*=\s*(?<all>\d{1,2}))?\s*[\])]?$/u
const AT_END = /[[(]\s*(?<marks>\d{1,2})\s*(?:marks?|अंक|மதிப்பெண்(?:கள்)?)?\s*[\])]\s*$/iu
const MOST = 20
const SAME_EDGE = 14
const LEAST_OF_COLUMN = 3
/** From the words before them; the cells of a table are closer. */
const APART = 24
/** So many numbers are the row of a table. */
const CELLS = 4
/** Of a part: "12. (a)". */
const LABELS = 'abcdefghijklmnop'
const LABEL = /^(?:\d{1,3}\.?\s*)?\((?<label>[a-z])\)/i
const OR = /^\(?\s*(?:or|अथवा|अथिण|அல்லது)\s*\)?$/iu

/** Whether an alternative begins after this row. */
export function isOr({ text }: Pick<Row, 'text'>): boolean {
  return OR.test(text.trim())
}

/** The right edge at which a paper prints its marks; null where it has no such column. */
export function marksColumnOf(rows: readonly Row[]): number | null {
  const counts = new Map<number, number>()
  for (const { runs } of rows)
    for (const run of runs) if (isInMargin(run)) counts.set(edgeOf(run), (counts.get(edgeOf(run)) ?? 0) + 1)
  let best = { edge: 0, alike: 0 }
  for (const edge of counts.keys()) {
    let alike = 0
    for (let near = edge - SAME_EDGE; near <= edge + SAME_EDGE; near++) alike += counts.get(near) ?? 0
    if (alike > best.alike) best = { edge, alike }
  }
  return best.alike >= LEAST_OF_COLUMN ? best.edge : null
}

function isInMargin([left, , , , text]: TextLine): boolean {
  return left >= MARGIN && (IN_MARGIN.test(text.trim()) || sumOf(text.trim()) !== null)
}

function edgeOf([left, , width]: TextLine): number {
  return left + width
}

/** What the margin of a question's own rows, or the end of its text, says; of alternatives the first. Null where nothing does. */
export function marksOf(part: readonly Row[], column: number | null): number | null {
  const texts = saidIn(part, column)
  const sum = texts.map((text) => sumOf(text)).find((marks) => marks !== null)
  if (sum != null) return within(sum)
  if (texts.length > 0) return within(total(texts))
  const or = part.findIndex(isOr)
  const own = or > 0 ? part.slice(0, or) : part
  const end = own.map(({ text }) => AT_END.exec(text)?.groups?.marks).find((marks) => marks !== undefined)
  return end === undefined ? null : within(Number(end))
}

/** Of the margin, without those of alternatives: "OR" offers another one for the part before it, or for all from "(b)" on. */
function saidIn(part: readonly Row[], column: number | null): string[] {
  const texts: string[] = []
  const begins = new Map<string, number>()
  let [begun, left, isAfterOr] = [0, 0, false]
  for (const row of part) {
    if (isOr(row)) [left, isAfterOr] = [total(texts.slice(begun)), true]
    const label = LABEL.exec(row.text.trim())?.groups?.label?.toLowerCase()
    // "(i)" is a numeral but after "(h)".
    if (label && (begins.has(label) || label === LABELS[begins.size])) {
      const before = begins.get(label)
      if (isAfterOr && before !== undefined) left = total(texts.slice(before))
      else if (left === 0) begins.set(label, texts.length)
      if (left === 0) begun = texts.length
      isAfterOr = false
    }
    for (const text of marginOf(row, column)) {
      if (left > 0) left = Math.max(0, left - marksIn(text))
      else texts.push(text)
    }
  }
  return texts
}

function marginOf({ runs }: Row, column: number | null): string[] {
  if (runs.filter(([, , , , text]) => /^\d{1,3}$/.test(text.trim())).length >= CELLS) return []
  const isMarks = (run: TextLine, at: number) => {
    const [left = 0, , width = 0] = runs[at - 1] ?? []
    const isApart = at === 0 || run[0] - left - width >= APART
    return isApart && isInMargin(run) && column !== null && Math.abs(edgeOf(run) - column) <= SAME_EDGE
  }
  return runs.filter(isMarks).map((run) => run[4].trim())
}

function total(texts: readonly string[]): number {
  return texts.reduce((all, text) => all + marksIn(text), 0)
}

function marksIn(text: string): number {
  return sumOf(text) ?? numberIn(text)
}

function numberIn(text: string): number {
  return Number(IN_MARGIN.exec(text)?.groups?.marks ?? 0)
}

function sumOf(text: string): number | null {
  const sum = SUM.exec(text)?.groups
  if (sum) return Number(sum.all ?? (sum.parts ?? '').split('+').reduce((all, part) => all + Number(part), 0))
  const product = PRODUCT.exec(text)?.groups
  return product ? Number(product.all ?? Number(product.one) * Number(product.other)) : null
}

function within(marks: number): number | null {
  return marks >= 1 && marks <= MOST ? marks : null
}

/** Reads the instructions, wherever they are. */
export function sectionMarksIn(rows: readonly Row[]): SectionMarks {
  const text = rows.map((row) => row.text).join(' ')
  const ofNumber = new Map<string, number>()
  for (const { groups } of text.matchAll(RANGE)) {
    const marks = countOf(groups?.marks)
    if (marks === null) continue
    for (let number = Number(groups?.from); number <= Number(groups?.to); number++)
      if (!ofNumber.has(String(number))) ofNumber.set(String(number), marks)
  }
  const ofSection = new Map<string, number>()
  for (const { groups } of text.matchAll(OF_SECTION)) {
    const marks = countOf(groups?.marks)
    const name = groups?.name?.toUpperCase()
    if (marks !== null && name && !ofSection.has(name)) ofSection.set(name, marks)
  }
  return { ofNumber, ofSection }
}

function countOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const at = WORDS.indexOf(text.toLowerCase())
  return within(at >= 0 ? at + 1 : Number(text))
}
