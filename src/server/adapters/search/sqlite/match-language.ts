import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { gradesOf, MONTHS } from '#domain/paper/paper.ts'
import type { AskedCode, AskedTerm } from '#domain/search/search-index.ts'
import { seriesOf } from '#domain/search/words/set-code.ts'
import { degreeNumber, gradeNumber, subjectNumber, typeNumber } from './row-numbers.ts'

/**
 * The language of MATCH. Words are letters, marks and digits only, and stand in quotation marks: nothing of FTS5's own
 * language gets through. A filter is one character of Unicode's private use, so that an index of beginnings holds it
 * once, and no page's own words are taken for it.
 */
const WORD = /[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu
/** Beginnings of more letters are looked up among the titles' words. */
export const BEGINNINGS = 5

/** The words of a text that the index keeps: lower case, without accents; marks of other scripts stay. */
export function plainWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return (folded.match(WORD) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** All terms, each in one of its ways; null when one of them cannot be said. Set codes stand beside the filters. */
export function sayTitle(terms: AskedTerm[]): string | null {
  const said = [
    ['{title words}', terms.filter(({ code, isOfTitle }) => !code && !isOfTitle)] as const,
    ['title', terms.filter(({ isOfTitle }) => isOfTitle)] as const,
    ['filters', terms.filter(({ code }) => code)] as const,
  ].flatMap(([columns, asked]) => {
    if (asked.length === 0) return []
    const words = sayAll(asked, (way) => `"${way.join(' ')}"`)
    return [words && `(${columns} : (${words}))`]
  })
  return said.length === 0 || said.includes(null) ? null : said.join(' AND ')
}

/** As `sayTitle`, for an index that knows only which page has which words, and not where. */
export function sayText(terms: AskedTerm[]): string | null {
  return sayAll(terms, (words) => `(${words.map((word) => `"${word}"`).join(' AND ')})`)
}

function sayAll(terms: AskedTerm[], sayWay: (words: string[]) => string): string | null {
  const said = terms.map(({ ways, beginnings = [], code }) => {
    if (code) return sayCode(code)
    const whole = ways.map((way) => way.flatMap(plainWords)).filter((way) => way.length > 0)
    const begun = beginnings.flatMap((beginning) => plainWords(beginning).map((word) => `"${word}" *`))
    return [...new Set([...whole.map(sayWay), ...begun])].join(' OR ')
  })
  return said.length === 0 || said.includes('') ? null : said.map((one) => `(${one})`).join(' AND ')
}

/** A code is one word, and so is what the codes of a series begin with. */
function codeTokens(codes: readonly string[]): string[] {
  return codes.flatMap((code) => [
    codeToken({ code, isSeries: false }),
    ...seriesOf(code).map((begun) => codeToken({ code: begun, isSeries: true })),
  ])
}

const sayCode = (code: AskedCode) => `"${codeToken(code)}"`
const codeToken = ({ code, isSeries }: AskedCode) =>
  `${isSeries ? SERIES : CODE}${code.replaceAll('/', 'z').replace(/[^a-z\d]/g, '')}`

const sign = (number: number) => String.fromCodePoint(0xe000 + number)

/** Every token costs a walk through all papers that have it, so a class, its subject and both together are one each. */
export function filterTokens(filter: PaperFilter, isDated: boolean): string[] {
  const { type, subject, month, answered } = filter
  const grade = filter.grade ?? onlyGradeOf(type)
  const tokens = []
  if (type && grade) tokens.push(subject ? shelfSign(type, grade, subject) : degreeSign(type, grade))
  else if (grade && subject) tokens.push(lessonSign(grade, subject))
  else {
    if (type) tokens.push(typeSign(type))
    if (grade) tokens.push(gradeSign(grade))
    if (subject) tokens.push(subjectSign(subject))
  }
  if (month && !isDated) tokens.push(monthSign(MONTHS.indexOf(month) + 1))
  if (answered) tokens.push(ANSWERED)
  return tokens
}

/** An exam is one class. */
function onlyGradeOf(type: PaperFilter['type']): string | undefined {
  const [first, second] = type ? gradesOf(type) : []
  return second ? undefined : first
}

/** What the index keeps of a paper's facets and set codes. */
export function tokensOf(
  { type, grade, subject, month, answered }: Facts,
  codes: readonly string[] = [],
): string {
  return [
    ...[typeSign(type), gradeSign(grade), subjectSign(subject), monthSign(month)],
    ...[degreeSign(type, grade), lessonSign(grade, subject), shelfSign(type, grade, subject)],
    ...(answered ? [ANSWERED] : []),
    ...codeTokens(codes),
  ].join(' ')
}

const ANSWERED = sign(0)
const CODE = sign(1)
const SERIES = sign(2)
const typeSign = (type: string) => sign(0xb00 + typeNumber(type))
const gradeSign = (grade: string) => sign(0x20 + gradeNumber(grade))
const monthSign = (month: number) => sign(0x30 + month)
export const subjectSign = (subject: string) => sign(0x40 + subjectNumber(subject))
const degreeSign = (type: string, grade: string) => sign(0x60 + degreeNumber(type, grade))
const shelfSign = (type: string, grade: string, subject: string) =>
  sign(0x100 + degreeNumber(type, grade) * 32 + subjectNumber(subject))
const lessonSign = (grade: string, subject: string) =>
  sign(0x900 + gradeNumber(grade) * 32 + subjectNumber(subject))
