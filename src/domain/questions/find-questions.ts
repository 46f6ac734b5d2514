import { bestChain, type Numbered, numbersIn, SAME_LEFT } from './number-chain.ts'
import { type LinesOfPage, type Row, rowsOf } from './page-rows.ts'
import { isOr, marksColumnOf, marksOf, type SectionMarks, sectionMarksIn } from './question-marks.ts'

/** In pixels of the page's picture, which is 1440 wide. */
export type QuestionBox = { page: number; left: number; top: number; width: number; height: number }

/** One printing of a question: a bilingual paper prints each twice. */
export type Printing = { language: 'en' | 'hi' | 'ta' | null; boxes: QuestionBox[]; text: string }

export type Question = {
  /** As printed, without its dot: "17", "2.3". */
  number: string
  section: string | null
  marks: number | null
  /** How many alternatives it offers: 1, and one more for each "OR". */
  choices: number
  printings: Printing[]
}

export type FoundQuestions = { stated: number | null; questions: Question[] }

const SECTION =
  /^(?:section|part|खण्ड|खंड|பகுதி|பிரிவு)\s*[–—:-]?\s*[("'‘“]?\s*(?<name>[A-H]|[IVX]{1,4}|[1-8]|[अबसदक-घ]|[அ-ஈ])\s*[)"'’”]?\s*(?:$|[\s(:–—-])/iu
/** Sections whose number comes first: "2 SECTION B". */
const NUMBERED_SECTION = /^\d\s+section\s+(?<name>[A-H])$/iu
const NO_HEADING = /questions?|comprises|contains|marks each|प्रश्न/iu
const STATED =
  /(?:contains|comprises(?: of)?|carries|has|consists of|are)\s+(?<count>\d{1,3})\s+(?:printed\s+)?(?:questions|प्रश्न)|(?<other>\d{1,3})\s+questions\s+(?:in all|in total)|total\s+questions?\s*[:-]\s*(?<total>\d{1,3})|(?<hindi>\d{1,3})\s+प्रश्न\s+हैं/iu
/** A second chain is another language's when it has so many of the first one's numbers. */
const SHARE_OF_OTHER = 0.6
/** How far above its number a question may begin: a fraction, a root. */
const ABOVE = 70
/** Of rows, in pixels of 1440. */
const [TOUCHING, NARROW] = [4, 420]
const OPTION = /^[([]?(?:[a-e]|[ivx]{1,4})[)\].]/i
const LEAST_CHAIN = 2

/** The questions of a paper from the lines of its pages; none where no numbers follow each other. */
export function findQuestions(pages: readonly LinesOfPage[]): FoundQuestions {
  const rows = rowsOf(pages)
  const sections = rows.map(sectionOf)
  const sectionAt = lastHeadings(sections)
  const numbers = numbersIn(rows, (at) => sections[at] !== null)
  const first = bestChain(numbers, sectionAt)
  const stated = statedIn(rows)
  if (first.length < LEAST_CHAIN) return { stated, questions: [] }
  const isOfFirst = new Set(first)
  const others = numbers.filter((one) => !isOfFirst.has(one))
  const second = bestChain(others, sectionAt)
  const chains = isOther(first, second) ? [first, withMissing(second, first, others)] : [first]
  const marks = sectionMarksIn(rows)
  const column = marksColumnOf(rows)
  const starts = new Set(chains.flat().map(({ at }) => at))
  const byKey = new Map<string, Question & { heading: number }>()
  for (const chain of chains)
    for (const { key, item } of withKeys(chain)) {
      const part = rowsFrom(rows, item, { starts, sections })
      const found = byKey.get(key) ?? { ...toQuestion(part, item), heading: -1 }
      found.printings.push(printingOf(part))
      // Of the language whose headings are read, which may come after the other's.
      found.heading = Math.max(found.heading, sectionAt[item.at] ?? -1)
      found.section = sections[found.heading] ?? null
      found.marks ??= sectionMarks(marks, found) ?? marksOf(part, item, column)
      byKey.set(key, found)
    }
  return { stated, questions: [...byKey.values()].map(({ heading: _, ...question }) => question) }
}

/** For each row that of the last heading up to it, -1 without one. */
function lastHeadings(sections: readonly (string | null)[]): number[] {
  let last = -1
  return sections.map((name, at) => {
    if (name !== null) last = at
    return last
  })
}

function toQuestion(part: Row[], { number }: Numbered): Question {
  const choices = 1 + part.filter(isOr).length
  return { number: number.join('.'), section: null, marks: null, choices, printings: [] }
}

function sectionMarks(marks: SectionMarks, { number, section }: Question): number | null {
  return marks.ofNumber.get(number) ?? marks.ofSection.get(section ?? '') ?? null
}

/** Numbers begin again in each section of some papers. */
function withKeys(chain: readonly Numbered[]): { key: string; item: Numbered }[] {
  let round = 0
  return chain.map((item, at) => {
    if (at > 0 && item.number.join() === '1') round += 1
    return { key: `${round} ${item.number.join('.')}`, item }
  })
}

function isOther(first: readonly Numbered[], second: readonly Numbered[]): boolean {
  const numbers = new Set(first.map(({ number }) => number.join('.')))
  const shared = second.filter(({ number }) => numbers.has(number.join('.')))
  return shared.length >= Math.max(LEAST_CHAIN, first.length * SHARE_OF_OTHER)
}

/** A chain that changes its language half-way leaves numbers out of order for the other: they stand near the same number. */
function withMissing(
  second: Numbered[],
  first: readonly Numbered[],
  others: readonly Numbered[],
): Numbered[] {
  const has = new Set(second.map(({ number }) => number.join('.')))
  const missing = first.filter(({ number }) => !has.has(number.join('.')))
  const found = missing.flatMap((one) => {
    const near = others.find(
      (other) =>
        other.isSure &&
        other.number.join('.') === one.number.join('.') &&
        Math.abs(other.row.page - one.row.page) <= 1 &&
        Math.abs(other.left - one.left) <= SAME_LEFT,
    )
    return near ? [near] : []
  })
  return [...second, ...found].sort((one, other) => one.at - other.at)
}

function sectionOf({ text }: Row): string | null {
  const plain = text.trim()
  if (plain.length > 45 || NO_HEADING.test(plain)) return null
  const found = SECTION.exec(plain) ?? NUMBERED_SECTION.exec(plain)
  return found?.groups?.name?.toUpperCase() ?? null
}

function statedIn(rows: readonly Row[]): number | null {
  const head = rows.filter(({ page }) => page <= 4).map(({ text }) => text)
  const groups = STATED.exec(head.join(' '))?.groups
  const count = groups && Number(groups.count ?? groups.other ?? groups.total ?? groups.hindi)
  return count ? count : null
}

/** From the number's row to the next question or section. */
function rowsFrom(
  rows: readonly Row[],
  { at, top }: Numbered,
  { starts, sections }: { starts: ReadonlySet<number>; sections: readonly (string | null)[] },
): Row[] {
  const begin = beginOf(rows, at, top, starts)
  let end = at + 1
  while (end < rows.length && !starts.has(end) && sections[end] === null) end += 1
  const next = rows[end]
  const stop = next && starts.has(end) ? beginOf(rows, end, next.top, starts) : end
  return rows.slice(begin, Math.max(at + 1, stop))
}

/** A fraction or root begins above its line: narrow rows that touch it, but for options of the question before. */
function beginOf(rows: readonly Row[], at: number, top: number, starts: ReadonlySet<number>): number {
  let begin = at
  for (let above = at - 1; above >= 0 && !starts.has(above); above--) {
    const [row, lower] = [rows[above], rows[begin]]
    if (!row || !lower || row.page !== lower.page || row.column !== lower.column) break
    const isFar = row.bottom < top - ABOVE || lower.top - row.bottom > TOUCHING
    const printed = row.runs.reduce((sum, [, , width]) => sum + width, 0)
    if (isFar || printed > NARROW || OPTION.test(row.text)) break
    begin = above
  }
  return begin
}

function printingOf(part: readonly Row[]): Printing {
  const text = part.map((row) => row.text).join('\n')
  return { language: languageOf(text), boxes: boxesOf(part), text }
}

/** One for each column of each page that it stands on. */
function boxesOf(part: readonly Row[]): QuestionBox[] {
  const boxes = new Map<string, Row[]>()
  for (const row of part) {
    const key = `${row.page} ${row.column}`
    boxes.set(key, [...(boxes.get(key) ?? []), row])
  }
  return [...boxes.values()].map((rows) => {
    const left = Math.min(...rows.map((row) => row.left))
    const top = Math.min(...rows.map((row) => row.top))
    return {
      page: (rows[0] as Row).page,
      left,
      top,
      width: Math.max(...rows.map((row) => row.right)) - left,
      height: Math.max(...rows.map((row) => row.bottom)) - top,
    }
  })
}

function languageOf(text: string): Printing['language'] {
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  const [latin, hindi, tamil] = [
    text.match(/[A-Za-z]{3,}/g)?.join('').length ?? 0,
    count(/\p{Script=Devanagari}/gu),
    count(/\p{Script=Tamil}/gu),
  ]
  const most = Math.max(latin, hindi, tamil)
  if (most < 12) return null
  return most === hindi ? 'hi' : most === tamil ? 'ta' : 'en'
}
