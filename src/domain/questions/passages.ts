import type { Row } from './page-rows.ts'

/**
 * What several questions are about: rows `from` up to `to`, after what announces it from row `head` on, for the questions of
 * these numbers that begin before row `until`.
 */
export type Passage = { head: number; from: number; to: number; until: number; numbers: ReadonlySet<string> }
/** The row at which a question begins, and its number. */
export type Start = { at: number; number: string }
type Range = { from: number; to: number }

/** "Questions 46-50 are based on a Case-Study.", "Read the passage and answer questions 2 to 4", "Paragraph for Q. Nos. 7 and 8". */
const RANGE =
  /(?:\bquestions?|\bQs?\b\.?|प्रश्न|வினா)\s*(?:n(?:umber|o)s?\b\.?|संख्या)?\s*[([]?\s*(?<from>\d{1,3})\s*(?:to|–|—|-|and|&|से|முதல்)\s*(?:Q\s*\.?\s*)?(?<to>\d{1,3})(?!\p{N})/iu
const ABOUT =
  /\b(?:read|study|based|refer|passage|paragraph|comprehension|case|directions?|extract|given below)\b|गद्यांश|काव्यांश|पढ़|आधारित|படித்து|பத்தி|அடிப்படை/iu
/** A heading of its own. Passages called "Passage" alone may be several within one question. */
const HEADING = /^(?:case[\s-]*(?:stud(?:y|ies)|based)|comprehension|paragraph)\b[^?]*$/iu
const LONGEST_HEADING = 60
/** May be between a heading and its passage, and is none of it. */
const INSTRUCTION =
  /\bmarks?\b|\bcarr(?:y|ies)\b|\bcompulsory\b|\battempt\b|\binternal choice\b|\beach question\b|अंक|மதிப்பெண்/iu
/** Less is no passage, nor are more rows; and of how many letters on a question has more than its own heading. */
const [LEAST_ROWS, MOST_ROWS, LEAST_LETTERS, BEGUN] = [2, 120, 60, 30]
/** More questions are never about one passage; where nothing says which they are, no more than so many are. */
const [MOST_SAID, MOST_UNSAID] = [12, 6]

/**
 * The passages among the rows of a paper, whose questions begin at `starts`, in the order of rows; none reaches past a
 * section's heading. Takes time by the count of rows.
 */
export function passagesIn(
  rows: readonly Row[],
  starts: readonly Start[],
  isSection: (at: number) => boolean,
): Passage[] {
  const begins = new Set(starts.map(({ at }) => at))
  const said: Range[] = []
  const found: { head: number; from: number; to: number; range: Range | undefined }[] = []
  let next = 0
  for (const [at, { text }] of rows.entries()) {
    while ((starts[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const own = begins.has(at) ? undefined : rangeIn(text)
    if (own) said.push(own)
    if (begins.has(at) || !(own || isHeading(text))) continue
    const [before, first] = [starts[next - 1], starts[next]]
    if (!first || first.at === found.at(-1)?.to || first.at - at > MOST_ROWS) continue
    const range = (own ? [own] : said).findLast((each) => isWithin(first.number, each))
    if (own && !range) continue
    // Else it is the heading of the question that has begun.
    const isOwn = before && !(range && !isWithin(before.number, range))
    if (isOwn && lettersIn(rows.slice(Math.max(before.at, at - MOST_ROWS), at)) < BEGUN) continue
    let from = own ? at + 1 : at
    while (from < first.at && INSTRUCTION.test(rows[from]?.text ?? '')) from += 1
    const part = rows.slice(from, first.at)
    const isWhole = part.every((_, place) => !isSection(from + place))
    if (isWhole && part.length >= LEAST_ROWS && lettersIn(part) >= LEAST_LETTERS)
      found.push({ head: at, from, to: first.at, range })
  }
  return found.map(({ head, from, to, range }, place) => {
    let until = to
    const end = range ? rows.length : (found[place + 1]?.head ?? rows.length)
    while (until < end && !isSection(until)) until += 1
    return { head, from, to, until, numbers: range ? numbersOf(range) : numbersAfter(starts, to, until) }
  })
}

/** Whether a passage belongs to the question of a number that begins at a row. */
export function isAbout({ to, until, numbers }: Passage, at: number, number: string): boolean {
  return at >= to && at < until && numbers.has(number)
}

function rangeIn(text: string): Range | undefined {
  const groups = ABOUT.test(text) ? RANGE.exec(text)?.groups : undefined
  const [from, to] = [Number(groups?.from), Number(groups?.to)]
  return from < to && to - from < MOST_SAID ? { from, to } : undefined
}

function isHeading(text: string): boolean {
  const plain = text.trim()
  return plain.length <= LONGEST_HEADING && HEADING.test(plain)
}

function isWithin(number: string, { from, to }: Range): boolean {
  return Number(number) >= from && Number(number) <= to
}

function numbersOf({ from, to }: Range): Set<string> {
  return new Set(Array.from({ length: to - from + 1 }, (_, at) => String(from + at)))
}

function numbersAfter(starts: readonly Start[], from: number, until: number): Set<string> {
  const numbers = starts.flatMap(({ at, number }) => (at >= from && at < until ? [number] : []))
  const all = new Set(numbers)
  return all.size > MOST_UNSAID ? new Set(numbers.slice(0, 1)) : all
}

function lettersIn(rows: readonly Row[]): number {
  return rows.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0)
}
