import { FIRST_YEAR } from '#domain/paper/paper.ts'
import { MOST_MARKS } from '#domain/questions/question-filter.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { readText } from '../words/search-text.ts'

/** What the words of a search say of questions beside what papers are filed under, as it was typed. */
export type SaidOfQuestions = {
  marks?: { value: number; typed: string }
  years?: { from?: number; to?: number; typed: string }
}

const NUMBERS = [
  ['one', 'single', 'ஒரு', 'ஒன்று', 'एक'],
  ['two', 'இரு', 'இரண்டு', 'दो'],
  ['three', 'மூன்று', 'तीन'],
  ['four', 'நான்கு', 'चार'],
  ['five', 'ஐந்து', 'पांच', 'पाँच'],
  ['six', 'ஆறு', 'छह', 'छः'],
  ['seven', 'ஏழு', 'सात'],
  ['eight', 'எட்டு', 'आठ'],
  ['nine', 'ஒன்பது', 'नौ'],
  ['ten', 'பத்து', 'दस'],
]
const NUMBER = String.raw`(?<count>\d{1,2}|${NUMBERS.flat().join('|')})`
const YEAR = String.raw`(?:19|20)\d{2}`
/** Between words, whatever their script. */
const [BEGIN, END] = [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`]
const wordsOf = (pattern: string) => new RegExp(BEGIN + pattern + END, 'iu')

const MARKS = wordsOf(String.raw`${NUMBER}[\s-]*(?:marks?|markers?|மதிப்பெண்(?:கள்)?|மார்க்|अंक|अंकों|अंकीय|नंबर)`)
const LAST_YEARS = wordsOf(
  String.raw`(?:(?:of|from|in)\s+)?(?:the\s+)?(?:last|past|previous|கடந்த|पिछले)\s+${NUMBER}\s+(?:years?|ஆண்டு[\p{L}\p{M}]*|வருட[\p{L}\p{M}]*|साल|सालों|वर्ष|वर्षों)(?:\s+(?:के|का|की))?`,
)
const RANGE = wordsOf(
  String.raw`(?:(?:from|between)\s+)?(?<from>${YEAR})\s*(?:to|and|until|till|-|–|—|முதல்|से)\s*(?<to>${YEAR})(?:\s+(?:வரை|तक))?`,
)
const SINCE = wordsOf(String.raw`(?:since|from)\s+(?<from>${YEAR})(?:\s+on(?:wards?)?)?`)
const UNTIL = wordsOf(String.raw`(?:until|till|up\s+to|upto)\s+(?<to>${YEAR})`)

/** Takes "5 marks", "of the last ten years" and "2015 to 2020" out of a search; `rest` is what is left of it. */
export function readSaidOfQuestions(text: string, now: Date): { said: SaidOfQuestions; rest: string } {
  const said: SaidOfQuestions = {}
  let rest = readText(text)
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    const isRead = found !== null && read(said, found, currentYear(now))
    if (isRead) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return isRead
  }
  take(MARKS)
  for (const pattern of [LAST_YEARS, RANGE, SINCE, UNTIL]) if (take(pattern)) break
  return {
    said,
    rest: rest
      .replace(/\s*,\s*(?=,|$)|^\s*,/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** False for marks and years that no paper has. */
function read(said: SaidOfQuestions, { 0: typed, groups = {} }: RegExpExecArray, thisYear: number): boolean {
  const count = numberOf(groups.count)
  if (groups.count && /marks?|மதிப்|மார்க்|अंक|नंबर/iu.test(typed)) {
    if (count < 1 || count > MOST_MARKS) return false
    said.marks = { value: count, typed }
    return true
  }
  const from = groups.count ? thisYear - count + 1 : Number(groups.from ?? 0)
  const to = Number(groups.to ?? 0)
  const isYear = (year: number) => year === 0 || (year >= FIRST_YEAR && year <= thisYear + 1)
  if (!isYear(from) || !isYear(to) || (from && to && from > to)) return false
  said.years = { ...(from && { from }), ...(to && { to }), typed }
  return true
}

function numberOf(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text)
  return NUMBERS.findIndex((words) => words.includes(text.toLowerCase())) + 1
}
