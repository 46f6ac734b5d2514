// Longer than other files: each step from lines to questions needs what the one before found.
import { bestChain, type Numbered, numbersIn, OPTION, SAME_LEFT, withUnread } from './number-chain.ts'
import { type LinesOfPage, NUMBERED, type Row, rowsOf } from './page-rows.ts'
import { isAbout, type Passage, passagesIn } from './passages.ts'
import { isOr, marksColumnOf, marksOf, type SectionMarks, sectionMarksIn } from './question-marks.ts'

/** In pixels of the page's picture, which is 1440 wide; `isPassage`: it is about several questions, and comes before their own. */
export type QuestionBox = {
  page: number
  left: number
  top: number
  width: number
  height: number
  isPassage?: true
}

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
  /^(?:section|part|group|खण्ड|खंड|ग्रुप|समूह|பகுதி|பிரிவு)\s*[–—:-]?\s*[("'‘“]?\s*(?<name>[A-H]|[IVX]{1,4}|[1-8]|[अबसदक-घ]|[அ-ஈ])\s*[)"'’”]?\s*(?:$|[\s(:–—-])/iu
/** Sections whose number comes first: "2 SECTION B". */
const NUMBERED_SECTION = /^\d\s+section\s+(?<name>[A-H])$/iu
/** Whose name recognition reads as another sign. */
const UNNAMED_SECTION = /^(?:section|खण्ड|खंड|ग्रुप|समूह|பகுதி|பிரிவு)[\s–—:|-]*\S{0,2}$/iu
/** "B  Short answers, 2 marks each": the letter is alone in the margin. */
const LETTER = /^[A-H]$/
/** "Question numbers 7 to 12 carry 2 marks each" is of no question, nor is what comes after it. */
const OF_RANGE =
  /^(?:questions?\s+(?:numbers?|nos?\.?)|Q\s*\.?\s*nos?\.?|\S{0,8}\s*संख्या)\s*\d{1,3}\s+(?:to|\S{1,2})\s*\d{1,3}(?!\p{N})/iu
/** Between the printings of two languages, after the last question of a page. */
const INSTRUCTIONS = /^(?:general instructions?|सामान्य निर्देश|பொதுவான அறிவுரைகள்)\s*[:–-]*$/iu
/** Of the first, second, third section, in each script. */
const SECTION_NAMES = ['A1Iअकஅ', 'B2बखஆ', 'C3सगஇ', 'D4दघஈ'].map((names) => [...names])
/** Rows from a heading to the same in another language. */
const SAME_HEADING = 3
const NO_HEADING = /questions?|comprises|contains|marks each|प्रश्न/iu
const STATED =
  /(?:contains|comprises(?: of)?|carries|has|consists of|are)\s+(?<count>\d{1,3})\s+(?:printed\s+)?(?:questions|प्रश्न)|(?<other>\d{1,3})\s+questions\s+(?:in all|in total)|total\s+questions?\s*[:-]\s*(?<total>\d{1,3})|(?<hindi>\d{1,3})\s+प्रश्न\s+हैं/iu
/** A second chain is another language's when it has so many of the first one's numbers. */
const SHARE_OF_OTHER = 0.6
/** How far above its number a question may begin: a fraction, a root. */
const ABOVE = 70
/** In pixels of 1440: rows of one formula, what is too wide to be one, and from where on a gap may be a figure's. */
const [TOUCHING, NEAR, NARROW, FIGURE] = [4, 40, 420, 170]
/**
 * On scans lines may be missing: from where on a gap may have one, what stays for the line below it, or for two of a
 * heading, and what is above that as a numerator.
 */
const [UNREAD, LEFT_FREE, OF_HEADING, OVER] = [44, 28, 80, 14]
/** Edges of lines that are alike, and the share of their width from which on a line may go on to the right. */
const [ALIKE, MAY_GO_ON] = [30, 0.7]
/** A figure ends so far above the next question, of which a formula may be higher than its words. */
const ABOVE_NEXT = 48
/** What a formula has none of: a caption is as near to the question below it. */
const WORDS = /\p{L}{4}|^fig/iu
/** Of a number, next to words that a tilted scan has a little higher. */
const SHARED_HEIGHT = 0.5
const LEAST_CHAIN = 2
/** Of answers in a table: where the column of marks begins, what is no text, and how many numbers are alone. */
const [MARGIN, SHORT, SHARE_OF_CENTRED] = [1_180, 4, 0.2]

/** The questions of a paper from the lines of its pages; none where no numbers follow each other. */
export function findQuestions(pages: readonly LinesOfPage[]): FoundQuestions {
  return questionsIn(rowsOf(pages))
}

/** As `findQuestions`, from rows; of a file of answers each question is its answer. */
export function questionsIn(rows: readonly Row[], ofAnswers = false): FoundQuestions {
  const sections = sectionsOf(rows)
  const sectionAt = lastHeadings(sections)
  const beginsAgain = lastHeadings(sections, true)
  const numbers = numbersIn(rows, (at) => sections[at] !== null, ofAnswers)
  const first = withUnread(bestChain(numbers, beginsAgain), numbers, rows, (at) => sections[at] !== null)
  const stated = statedIn(rows)
  if (first.length < LEAST_CHAIN) return { stated, questions: [] }
  const isOfFirst = new Set(first.map(({ at }) => at))
  const others = numbers.filter(({ at }) => !isOfFirst.has(at))
  const second = withMissing(bestChain(others, beginsAgain), first, others)
  const isSame = isSameLanguage(first, second)
  // Steps of answers are numbered as well.
  const isPrintedTwice = isOther(first, second) && !(ofAnswers && isSame)
  const chains = isPrintedTwice ? [first, second] : [first]
  const areApart = isPrintedTwice && isSame && areOneAfterTheOther(first, second)
  const marks = sectionMarksIn(rows)
  const column = marksColumnOf(rows)
  const starts = new Set(chains.flat().map(({ at }) => at))
  const passages = ofAnswers ? [] : passagesIn(rows, startsOf(chains), (at) => sections[at] !== null)
  const heads = new Set(passages.map(({ head }) => head))
  const isOfNone = (text: string) => OF_RANGE.test(text) || INSTRUCTIONS.test(text)
  const ends = rows.map((row, at) => sections[at] !== null || isOfNone(row.text.trim()) || heads.has(at))
  const sidesOf = sidesOfScans(rows)
  const hasCells = ofAnswers && areCentred(first)
  const byKey = new Map<string, Question & { heading: number }>()
  const marked = { starts, ends, hasCells }
  const page = { bodyTop: bodyTopOf(rows), sidesOf }
  const told = new Set<Passage>()
  for (const [place, chain] of chains.entries())
    for (const { key: ofChain, item } of withKeys(chain)) {
      const key = areApart ? `${place} ${ofChain}` : ofChain
      const { part, ...around } = rowsFrom(rows, item, marked)
      const found = byKey.get(key) ?? { ...toQuestion(part, item), heading: -1 }
      const own = printingOf(part, { ...around, ...page, numberLeft: item.left })
      const passage = passages.findLast((each) => isAbout(each, item.at, item.number.join('.')))
      found.printings.push(
        passage ? withPassage(own, passageIn(rows, passage, { marked, page }), !told.has(passage)) : own,
      )
      if (passage) told.add(passage)
      // Of the language whose headings are read, which may come after the other's.
      found.heading = Math.max(found.heading, sectionAt[item.at] ?? -1)
      found.section = sections[found.heading] || null
      found.marks ??= marksOf(part, column)
      byKey.set(key, found)
    }
  const questions = [...byKey.values()].map(({ heading: _, ...question }) => ({
    ...question,
    marks: sectionMarks(marks, question) ?? question.marks,
  }))
  return { stated, questions: !ofAnswers && questions.every(hasNoWords) ? [] : questions }
}

/** As the cells of a key to multiple choices, or of a table: "12. (b)". */
function hasNoWords({ printings }: Question): boolean {
  return printings.every(({ text }) => !/\p{L}{2}/u.test(text))
}

/** For each row that of the last heading up to it, -1 without one; where it `isNew`, -1 after the translation of an earlier one. */
function lastHeadings(sections: readonly (string | null)[], isNew = false): number[] {
  const earlier: string[] = []
  let last = -1
  return sections.map((name, at) => {
    if (name === null) return last
    if (!isNew || !isTranslated(name, earlier)) last = at
    else if (at - last > SAME_HEADING) last = -1
    earlier.push(name)
    return last
  })
}

/** Whether a heading is that of an earlier section in another script: numbers do not begin again after it. */
function isTranslated(name: string, earlier: readonly string[]): boolean {
  const [rank, isLatin] = [rankOf(name), /^\w/.test(name)]
  return rank >= 0 && earlier.some((other) => rankOf(other) === rank && /^\w/.test(other) !== isLatin)
}

function rankOf(name: string): number {
  return SECTION_NAMES.findIndex((alike) => alike.includes(name))
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

function startsOf(chains: readonly (readonly Numbered[])[]) {
  const all = chains.flat().map(({ at, number }) => ({ at, number: number.join('.') }))
  return all.sort((one, other) => one.at - other.at)
}

function isOther(first: readonly Numbered[], second: readonly Numbered[]): boolean {
  const numbers = new Set(first.map(({ number }) => number.join('.')))
  const shared = second.filter(({ number }) => numbers.has(number.join('.')))
  return shared.length >= Math.max(LEAST_CHAIN, first.length * SHARE_OF_OTHER)
}

/** Whether one ends before the other begins: in one language these are two papers in one file. */
function areOneAfterTheOther(one: readonly Numbered[], other: readonly Numbered[]): boolean {
  const [first, second] = [one, other].map((chain) => chain.map(({ at }) => at)) as [number[], number[]]
  return Math.max(...first) < Math.min(...second) || Math.max(...second) < Math.min(...first)
}

function isSameLanguage(...chains: (readonly Numbered[])[]): boolean {
  const [one, other] = chains.map((chain) => languageOf(chain.map(({ row }) => row.text).join(' ')))
  return one === other
}

/** A chain that changes its language half-way leaves numbers out of order for the other: they are near the same number. */
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
        !other.isInstruction &&
        other.number.join('.') === one.number.join('.') &&
        Math.abs(other.row.page - one.row.page) <= 1 &&
        Math.abs(other.left - one.left) <= SAME_LEFT,
    )
    return near ? [near] : []
  })
  return [...second, ...found].sort((one, other) => one.at - other.at)
}

/** Names of the headings among the rows, '' where it is not known; a "B" that is recognised as "8" stays one. */
function sectionsOf(rows: readonly Row[]): (string | null)[] {
  const names = rows.map(sectionOf)
  if (names.every((name) => name === null)) return letteredSectionsOf(rows)
  return names.includes('A') ? names.map((name) => (name === '8' ? 'B' : name)) : names
}

/** Of letters in the margin, each once and in their order, with numbers after each: options have none between them. */
function letteredSectionsOf(rows: readonly Row[]): (string | null)[] {
  const lettered = rows.flatMap(({ runs, left }, at) => {
    const name = runs.length > 1 ? (runs[0]?.[4].trim() ?? '') : ''
    return LETTER.test(name) ? [{ at, left, name }] : []
  })
  const edge = lettered[0]?.left ?? 0
  const headings = lettered.filter(({ left }) => Math.abs(left - edge) <= ALIKE)
  const isInOrder = headings.every(({ name }, place) => name === 'ABCDEFGH'[place])
  const hasNumbers = headings.every(({ at }, place) =>
    rows.slice(at + 1, headings[place + 1]?.at).some(({ text }) => NUMBERED.test(text)),
  )
  const names = new Map(headings.map(({ at, name }) => [at, name]))
  const areSections = headings.length >= LEAST_CHAIN && isInOrder && hasNumbers
  return rows.map((_, at) => (areSections && names.get(at)) || null)
}

function sectionOf({ text }: Row): string | null {
  const plain = text.trim()
  if (plain.length > 45 || NO_HEADING.test(plain)) return null
  const name = (SECTION.exec(plain) ?? NUMBERED_SECTION.exec(plain))?.groups?.name?.toUpperCase()
  return name ?? (UNNAMED_SECTION.test(plain) ? '' : null)
}

function statedIn(rows: readonly Row[]): number | null {
  const head = rows.filter(({ page }) => page <= 4).map(({ text }) => text)
  const groups = STATED.exec(head.join(' '))?.groups
  const count = groups && Number(groups.count ?? groups.other ?? groups.total ?? groups.hindi)
  return count ? count : null
}

/** Rows at which questions begin, and those of headings. */
type Marked = {
  starts: ReadonlySet<number>
  ends: readonly boolean[]
  /** Whether numbers are in the middle of their cells' height. */
  hasCells: boolean
}

/** A passage up to where its first question begins. */
function passageIn(
  rows: readonly Row[],
  { from, to }: Passage,
  { marked, page }: { marked: Marked; page: Pick<Around, 'bodyTop' | 'sidesOf'> },
): Printing {
  const begins = beginOf(rows, { at: to, top: rows[to]?.top ?? 0 }, marked)
  const stop = Math.max(from + 1, begins)
  const around = { before: rows[from - 1], next: rows[stop], isHeading: false }
  return printingOf(rows.slice(from, stop), { ...around, ...page })
}

/** Of the questions about a passage only the first has its words: questions are compared by theirs. */
function withPassage(own: Printing, passage: Printing, isFirst: boolean): Printing {
  const boxes = passage.boxes.map((box) => ({ ...box, isPassage: true as const }))
  const text = isFirst ? `${passage.text}\n${own.text}` : own.text
  return { ...own, boxes: [...boxes, ...own.boxes], text }
}

/** From the number's row to the next question or section. */
function rowsFrom(
  rows: readonly Row[],
  number: Numbered,
  marked: Marked,
): { part: Row[] } & Pick<Around, 'before' | 'next' | 'isHeading'> {
  const { starts, ends } = marked
  let end = number.at + 1
  while (end < rows.length && !starts.has(end) && !ends[end]) end += 1
  const after = rows[end]
  const begins = after && starts.has(end) ? beginOf(rows, { at: end, top: after.top }, marked) : end
  const stop = Math.max(number.at + 1, begins)
  const begin = beginOf(rows, number, marked)
  return { part: rows.slice(begin, stop), before: rows[begin - 1], next: rows[stop], isHeading: ends[stop] }
}

/**
 * A fraction, root or matrix begins above its line: narrow rows that touch it or are nearer to it than to what is above
 * them, but for options of the question before; on a tilted scan the words next to a number, too.
 */
function beginOf(
  rows: readonly Row[],
  { at, top }: { at: number; top: number },
  { starts, ends, hasCells }: Marked,
): number {
  if (hasCells) return beginOfCell(rows, at, { starts, ends })
  let begin = at
  for (let above = at - 1; above >= 0 && !starts.has(above); above--) {
    const [row, lower, before] = [rows[above], rows[begin], rows[above - 1]]
    if (!row || !lower || row.page !== lower.page || row.column !== lower.column) break
    if (ends[above]) break
    if (isNextTo(row, lower)) {
      begin = above
      continue
    }
    const gap = lower.top - row.bottom
    // Below a heading marks that a tilted page has above their line are of no other question.
    if (ends[above - 1] && row.left > MARGIN && gap <= NEAR) return above
    const isSameColumn = before?.page === row.page && before.column === row.column
    const isApart = isSameColumn && row.top - before.bottom > 2 * Math.max(TOUCHING, gap)
    // What is higher than a line, or to the right of it, ends a question whose last lines are not all known.
    const isPart =
      !row.scan || (row.left < lower.right && row.bottom - row.top <= 1.5 * (lower.bottom - lower.top))
    const isNearer = gap <= NEAR && isApart && isPart && !WORDS.test(row.text)
    const printed = row.runs.reduce((sum, [, , width]) => sum + width, 0)
    if (row.bottom < top - ABOVE || !(gap <= TOUCHING || isNearer)) break
    // Of a line that is hardly read only some words are known.
    if (printed > NARROW || OPTION.test(row.text) || (row.scan && WORDS.test(row.text))) break
    begin = above
  }
  return begin
}

/** Whether many numbers are alone between the lines of their answers, but for marks at the right edge. */
function areCentred(chain: readonly Numbered[]): boolean {
  const alone = chain.filter(({ row, left }) =>
    row.runs.every(([x, , , , text]) => x === left || x > MARGIN || text.trim().length <= SHORT),
  )
  return alone.length >= Math.max(LEAST_CHAIN, chain.length * SHARE_OF_CENTRED)
}

/** Below the widest gap between a number and the one before it; at the top of a page, or below a heading, all is its own. */
function beginOfCell(
  rows: readonly Row[],
  at: number,
  { starts, ends }: Pick<Marked, 'starts' | 'ends'>,
): number {
  let [begin, widest] = [at, TOUCHING]
  for (let above = at - 1; ; above--) {
    const [row, lower] = [rows[above], rows[above + 1]]
    const isSame = row && lower && row.page === lower.page && row.column === lower.column
    if (isSame && ends[above]) return above + 1
    if (!isSame) return widest > TOUCHING ? begin : above + 1
    if (lower.top - row.bottom > widest) [begin, widest] = [above + 1, lower.top - row.bottom]
    if (starts.has(above)) return begin
  }
}

/** Whether the lower row is a number, alone or with its first words, whose other words recognition put into the row above. */
function isNextTo(row: Row, { runs, left, right, top, bottom }: Row): boolean {
  const isRight = row.left > right || (row.left > left && (runs[0]?.[2] ?? 0) < ABOVE)
  return isRight && row.bottom - Math.max(row.top, top) >= (bottom - top) * SHARED_HEIGHT
}

/** Where the first rows of most pages are, below their headers. */
function bodyTopOf(rows: readonly Row[]): number {
  const tops = new Map<number, number>()
  for (const { page, top } of rows) tops.set(page, Math.min(top, tops.get(page) ?? top))
  const ordered = [...tops.values()].sort((one, other) => one - other)
  return ordered[Math.floor(ordered.length / 2)] ?? 0
}

type Sides = { left: number; right: number }
type Around = {
  before: Row | undefined
  next: Row | undefined
  isHeading: boolean | undefined
  bodyTop: number
  sidesOf: (row: Row) => Sides | undefined
  /** Of its number, which may not be among the lines. */
  numberLeft?: number
}

function printingOf(part: readonly Row[], around: Around): Printing {
  const text = part.map((row) => row.text).join('\n')
  return { language: languageOf(text), boxes: boxesOf(part, around), text }
}

/** One for each column of each page that it is on, with the gaps that may be figures: these have no words. */
function boxesOf(part: readonly Row[], around: Around): QuestionBox[] {
  const columns = [...Map.groupBy(part, ({ page, column }) => `${page} ${column}`).values()]
  const boxes = columns.filter((rows, at) => at === 0 || rows.some(isReadable)).map(extentOf)
  const widest = Math.max(...boxes.map(({ left, right }) => right - left))
  return boxes.map((box, at) => {
    const { page, right, top: printed, bottom: last } = box
    const top = at > 0 ? topOfRest(box, around) : topOf(box, around)
    const bottom = at === boxes.length - 1 ? bottomOf(box, around) : bottomOfPage(box)
    const left = at > 0 ? box.left : Math.min(box.left, around.numberLeft ?? box.left)
    const sides = box.first.scan && around.sidesOf(box.first)
    if (sides) {
      const from = at > 0 ? Math.min(left, sides.left) : left
      const isLong = right - sides.left > (sides.right - sides.left) * MAY_GO_ON
      // A lost line may be wider than those around it.
      const to = isLong || box.gap > UNREAD ? Math.max(right, sides.right) : right
      return { page, left: from, top, width: to - from, height: bottom - top }
    }
    // A figure may be wider than the words with it.
    const width = top < printed || bottom > last ? widest : right - left
    return { page, left, top, width, height: bottom - top }
  })
}

type Extent = ReturnType<typeof extentOf>

function topOf({ first, top }: Extent, { before }: Around): number {
  const isBelow = before?.page === first.page && before.column === first.column
  return first.scan && isBelow && top - before.bottom > UNREAD ? top - OVER : top
}

function topOfRest({ first, top }: Extent, { bodyTop }: Around): number {
  return top - bodyTop > (first.scan ? UNREAD : FIGURE) ? bodyTop : top
}

function bottomOf(box: Extent, { next, isHeading }: Around): number {
  const { first, bottom } = box
  if (next?.page !== first.page || next.column !== first.column) return next ? bottomOfPage(box) : bottom
  if (!first.scan) return next.top - bottom > FIGURE ? next.top - ABOVE_NEXT : bottom
  const free = isHeading ? OF_HEADING : LEFT_FREE
  return next.top - bottom > UNREAD ? Math.max(bottom, next.top - free) : bottom
}

function bottomOfPage({ first, bottom }: Extent): number {
  return Math.max(bottom, first.scan?.end ?? bottom)
}

/** Where the lines of each column of a scan begin and end, but for what stands out alone. */
function sidesOfScans(rows: readonly Row[]): Around['sidesOf'] {
  const keyOf = ({ page, column }: Row) => `${page} ${column}`
  const sides = new Map<string, Sides>()
  const scanned = rows.filter(({ scan }) => scan)
  for (const [key, own] of Map.groupBy(scanned, keyOf)) {
    const [lefts, rights] = [own.map(({ left }) => left), own.map(({ right }) => right)]
    const isAlike = (edge: number, _: number, edges: number[]) =>
      edges.filter((other) => Math.abs(other - edge) < ALIKE).length > 1
    const [left, right] = [Math.min(...lefts.filter(isAlike)), Math.max(...rights.filter(isAlike))]
    if (right > left) sides.set(key, { left, right })
  }
  return (row) => sides.get(keyOf(row))
}

/** What else is on a scanned page may be dirt, or part of a stamp. */
function isReadable({ scan, text }: Row): boolean {
  return !scan || /[\p{L}\p{M}]{3}|\p{N}/u.test(text)
}

function extentOf(all: readonly Row[]) {
  // A sign far below the last words is no part of them.
  const isFar = (row: Row, at: number) =>
    at > 0 &&
    row.scan &&
    !/[\p{L}\p{N}]/u.test(row.text) &&
    row.top - (all[at - 1] as Row).bottom > OF_HEADING
  const rows = all.slice(0, all.findLastIndex((row, at) => !isFar(row, at)) + 1)
  const first = rows[0] as Row
  const [left, top] = [Math.min(...rows.map((row) => row.left)), Math.min(...rows.map((row) => row.top))]
  const [right, bottom] = [
    Math.max(...rows.map((row) => row.right)),
    Math.max(...rows.map((row) => row.bottom)),
  ]
  const gap = Math.max(0, ...rows.slice(1).map((row, at) => row.top - (rows[at] as Row).bottom))
  return { first, page: first.page, left, top, right, bottom, gap }
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
