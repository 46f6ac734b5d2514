import { FIRST_YEAR, MONTHS, type Month } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { numberOf, type Word } from './words/words.ts'

/** `session` for a school year such as 2021-22, whose `year` is the one in which it began. */
export type YearFound = {
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

/** Beside it, without a word between, are four digits or more that are no year. */
function isInTelephone(words: Word[], at: number) {
  const beside = (word: Word | undefined, between: string | undefined) =>
    word !== undefined &&
    /^\d{4,}$/.test(word.text) &&
    !isFourDigits(word) &&
    /^[-\s.()]{0,3}$/.test(between ?? '')
  return beside(words[at - 1], words[at]?.between) || beside(words[at + 1], words[at + 1]?.between)
}
