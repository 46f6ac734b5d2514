import {
  FIRST_YEAR,
  MONTHS,
  type Month,
  OTHER_SUBJECT,
  type PaperType,
  type SchoolGrade,
  type Subject,
} from '#domain/paper/paper.ts'
import type { VariantParts } from '#domain/paper/variant.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { classesIn } from './classes.ts'
import { type Code, codeIn } from './paper-codes.ts'
import { type Found, numberOf, sensesIn, type Word } from './phrases.ts'
import type { Exam, Sense } from './sense.ts'

const OF_A_BOOK = /^(?:syllabus|pattern|edition|batch|reprint|copyright)$/

/** A vote that is not sure counts only where no sure one does. */
export type Vote<Value> = { value: Value; sure: boolean }

export type Evidence = {
  boards: Vote<PaperType | 'other'>[]
  grades: Vote<SchoolGrade>[]
  subjects: Vote<Subject>[]
  months: Vote<Month>[]
  years: YearFound[]
  exams: Exam[]
  leans: PaperType[]
  code?: Code
  boardName?: string
  stateBoards: Vote<string>[]
  variant: VariantParts
  subjectName?: string
  answers?: string
  medium?: string
  /** "Set 1", "Shift 2", "Chapter 10", in their order. */
  counts: string[]
  camera: boolean
  /** As it is written: a name, or a line of the page. */
  said: string
  /** Words (by index) of two letters or more that mean nothing to us; `junk` are those that no title needs. */
  unknown: number[]
  junk: number[]
  /** Words (by index) that only repeat what the paper's other fields will say. */
  filed: number[]
}

/** `strict` is for a page, where a bare number is seldom a class. */
export function readWords(words: Word[], now: Date, strict = false): Evidence {
  const senses = sensesIn(words).filter(({ at, sense }) => !(strict && isOfNames(words[at], sense)))
  const camera = senses.some(({ sense }) => sense.camera)
  const code = codeIn(words)
  const taken = new Set(code ? positions(code) : [])
  const found = yearsIn(words, now, taken)
  const years = found.map((year) => doubted(year, words, camera, strict))
  for (const at of years.flatMap(positions)) taken.add(at)
  const free = senses.filter((each) => !positions(each).some((at) => taken.has(at)))
  const classes = classesIn(words, free, taken, strict)
  for (const at of classes.flatMap(positions)) taken.add(at)
  const counts = free.flatMap((each) => countAt(words, each, taken))
  const all = <Value>(pick: (sense: Sense) => Value | undefined) =>
    free.flatMap((each) => pick(each.sense) ?? [])
  return {
    boards: all(({ board, doubtful }) => board && { value: board, sure: !doubtful }),
    grades: [
      ...classes.map(({ grade, sure }) => ({ value: grade, sure })),
      ...all(({ grade, doubtful }) => grade && { value: grade, sure: !doubtful }),
    ],
    subjects: all(({ subject, doubtful }) =>
      subject === undefined ? undefined : { value: subject, sure: !doubtful },
    ),
    months: [
      ...free.flatMap((each) => monthVote(words, each, years, strict)),
      ...years.flatMap(({ month, sure }) => (month ? [{ value: month, sure }] : [])),
    ],
    years: [...years, ...free.flatMap((each) => shortYear(words, each, now))],
    exams: all(({ exam }) => exam).filter(({ label, month }) => label || month),
    leans: all(({ lean, exam }) => lean ?? exam?.lean),
    code,
    boardName: all(({ boardName }) => boardName)[0],
    stateBoards: all(({ stateBoard, doubtful }) =>
      stateBoard === undefined ? undefined : { value: stateBoard, sure: !doubtful },
    ),
    variant: Object.assign({}, ...all(({ variant }) => variant)),
    subjectName: all(({ subjectName }) => subjectName)[0],
    answers: all(({ answers }) => answers)[0],
    medium: all(({ medium }) => medium)[0],
    counts,
    camera,
    said: words
      .map(({ between, raw }) => between + raw)
      .join('')
      .trim(),
    ...leftOver(words, senses, taken, [
      ...classes.filter(({ sure }) => sure),
      ...(isOneYear(years) ? years.filter(({ sure, session }) => sure && !session) : []),
      ...free.filter((each) => isFiled(each.sense)),
    ]),
  }
}

/** On a page "x + 1" is a sum. */
function isOfNames(word: Word | undefined, sense: Sense): boolean {
  return sense.nameOnly === true || (word?.text === '+' && sense.grade !== undefined)
}

function isOneYear(years: YearFound[]): boolean {
  return new Set(years.map(({ year }) => year)).size === 1
}

function isFiled(sense: Sense): boolean {
  const { subject, subjectName, board, boardName, grade, month, classWord, exam, doubtful } = sense
  const isOwn = subjectName || boardName || exam?.label || subject === OTHER_SUBJECT || board === 'other'
  return !doubtful && !isOwn && Boolean(subject || board || grade || month || classWord)
}

/** A camera's date is not the paper's, the year of a syllabus not the exam's, and a page's whole date may be that on
 * which it was typeset. */
function doubted(year: YearFound, words: Word[], camera: boolean, strict: boolean): YearFound {
  if (camera || (strict && (year.date || isDayOfMonth(words, year.at))))
    return { ...year, sure: false, month: undefined }
  const adjacent = [words[year.at - 1], words[year.at + year.length]].map((word) => word?.text ?? '')
  return { ...year, sure: year.sure && !adjacent.some((text) => OF_A_BOOK.test(text)) }
}

/** "27 February 2024", "February 27, 2024". */
function isDayOfMonth(words: Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at)
  const isDay = before.some((word) => numberOf(word) >= 1 && numberOf(word) <= 31)
  return isDay && sensesIn(before).some(({ sense }) => sense.month)
}

/** "Mar" and "sep" are sure only next to a number. */
function monthVote(
  words: Word[],
  { at, length, sense }: Found,
  years: YearFound[],
  strict: boolean,
): Vote<Month>[] {
  if (!sense.month) return []
  const isOfDate = strict && years.some((year) => !year.sure && Math.abs(year.at - at) < 4)
  if (isOfDate) return [{ value: sense.month, sure: false }]
  const adjacent = years.some((year) => year.at === at + length || year.at + year.length === at)
  return [
    { value: sense.month, sure: !sense.doubtful || adjacent || !Number.isNaN(numberOf(words[at + length])) },
  ]
}

/** "March 22", "apr'19": a year, or a day. */
function shortYear(words: Word[], { at, length, sense }: Found, now: Date): YearFound[] {
  const next = words[at + length]
  if (!sense.month || !next || !/^\d\d$/.test(next.text)) return []
  const year = 2000 + Number(next.text)
  const followed = /^(?:19|20)\d\d$/.test(words[at + length + 1]?.text ?? '')
  if (followed || year > currentYear(now)) return []
  return [{ at: at + length, length: 1, year, sure: false }]
}

function countAt(words: Word[], { at, length, sense }: Found, taken: Set<number>): string[] {
  const next = words[at + length]
  if (!sense.counts || !next || taken.has(at + length)) return []
  if (!/^(?:\d{1,2}|[a-h]|[ivx]{1,4})$/.test(next.text)) return []
  taken.add(at + length)
  return [`${sense.counts} ${next.raw.toUpperCase()}`]
}

function leftOver(
  words: Word[],
  senses: Found[],
  taken: Set<number>,
  said: { at: number; length: number }[],
) {
  // The title alone tells a subject that the site has no name for.
  const meant = senses.filter(({ sense }) => sense.subject !== OTHER_SUBJECT)
  const known = new Set([...taken, ...meant.flatMap(positions)])
  const junk = senses.filter(({ sense }) => sense.junk).flatMap(positions)
  const unknown = [...words.keys()].filter((at) => {
    const { text } = words[at] as Word
    return (
      !known.has(at) && /\p{L}{2}|\p{L}\p{M}/u.test(text) && !/^(?:[ivx]{2,4}|th|st|nd|rd|ம்|ஆம்)$/.test(text)
    )
  })
  const filed = said.flatMap(positions)
  // "Rocket Science": a subject behind a word of the name's own is a part of it.
  const own = meant.filter(({ at, sense }) => sense.subject && unknown.includes(at - 1)).flatMap(positions)
  return { unknown, junk, filed: filed.filter((at) => !own.includes(at)) }
}

function positions({ at, length }: { at: number; length: number }) {
  return Array.from({ length }, (_, nth) => at + nth)
}

/** `session` for a school year such as 2021-22, whose `year` is the one in which it began. */
type YearFound = {
  at: number
  length: number
  year: number
  session?: true
  month?: Month
  /** A whole date: a camera's or messenger's says nothing of the paper. */
  date?: true
  sure: boolean
}

export function yearsIn(words: Word[], now: Date, taken: Set<number>): YearFound[] {
  const thisYear = currentYear(now)
  const isYear = (number: number) => number >= FIRST_YEAR && number <= thisYear
  const found: YearFound[] = []
  for (let at = 0; at < words.length; at++) {
    const hit = digitsOfDate(words, at) ?? sessionAt(words, at) ?? dateAt(words, at) ?? plainYear(words, at)
    if (!hit || taken.has(at)) continue
    if (isYear(hit.year)) found.push(hit)
    at = hit.at + hit.length - 1
  }
  return found
}

/** 20231105 or 05112023. */
function digitsOfDate(words: Word[], at: number): YearFound | undefined {
  const digits = words[at]?.text ?? ''
  if (!/^\d{8}$/.test(digits)) return
  const [year, month, day] = digits.startsWith('20')
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)]
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return
  return { at, length: 1, year: Number(year), month: MONTHS[Number(month) - 1], date: true, sure: false }
}

/** 2021-22, 2021-2022, 2021/22, 2021_22. */
function sessionAt(words: Word[], at: number): YearFound | undefined {
  const [year, next] = [numberOf(words[at]), words[at + 1]]
  if (!isFourDigits(words[at]) || !next || !/^\s?[-–—/_ ]\s?$/.test(next.between)) return
  const following = String(year + 1)
  if (next.text !== following && next.text !== following.slice(2)) return
  if (next.text.length === 2 && isJoinedNumber(words[at + 2])) return
  return { at, length: 2, year, session: true, sure: true }
}

/** 2024-03-01 or 7.3.2019. */
function dateAt(words: Word[], at: number): YearFound | undefined {
  const three = words.slice(at, at + 3)
  if (three.length < 3 || !isJoinedNumber(three[1]) || !isJoinedNumber(three[2])) return
  const [a, b, c] = three.map(numberOf) as [number, number, number]
  const [year, month, day] = isFourDigits(three[0]) ? [a, b, c] : [c, b, a]
  if (!(isFourDigits(three[0]) || isFourDigits(three[2]))) return
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return
  return { at, length: 3, year, month: MONTHS[month - 1], date: true, sure: true }
}

function plainYear(words: Word[], at: number): YearFound | undefined {
  if (!isFourDigits(words[at]) || isInTelephone(words, at)) return
  return { at, length: 1, year: numberOf(words[at]), sure: true }
}

function isFourDigits(word: Word | undefined) {
  return word !== undefined && /^(?:19|20)\d\d$/.test(word.text)
}

function isJoinedNumber(word: Word | undefined) {
  return word !== undefined && /^\d{1,4}$/.test(word.text) && /^[-–/._]$/.test(word.between)
}

/** Next to it, without a word between, are four digits or more that are no year. */
function isInTelephone(words: Word[], at: number) {
  const adjacent = (word: Word | undefined, between: string | undefined) =>
    word !== undefined &&
    /^\d{4,}$/.test(word.text) &&
    !isFourDigits(word) &&
    /^[-\s.()]{0,3}$/.test(between ?? '')
  return adjacent(words[at - 1], words[at]?.between) || adjacent(words[at + 1], words[at + 1]?.between)
}
