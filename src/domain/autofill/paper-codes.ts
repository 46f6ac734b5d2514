import { OTHER_SUBJECT, type SchoolGrade, type Subject } from '#domain/paper/paper.ts'
import { numberOf, type Word } from './phrases.ts'

/** The letters behind "Series" on CBSE's papers, the year and class that they were printed for, and where each is from.
 * A line without a day is known by use alone: its year is doubtful, unless the PDF was made in it. */
const LINES: [letters: string, year: number, grade: SchoolGrade, source: string][] = [
  ['SMA', 2012, '12', 'known by use'],
  ['SKS', 2013, '12', 'known by use'],
  ['OSR', 2014, '12', 'a paper 56/2/3, its PDF made on 2014-05-13'],
  ['RLH', 2015, '10', 'a paper 30/1, its PDF made on 2015-05-04'],
  ['SSO', 2015, '12', 'known by use'],
  ['JSR', 2016, '10', 'two papers 30/1, their PDFs made on 2016-02-10'],
  ['ONS', 2016, '12', 'a paper 65/1/C, its PDF made on 2016-02-11'],
  ['GBM', 2017, '12', 'known by use'],
  ['HRK', 2017, '10', 'known by use'],
  ['SGN', 2018, '12', 'a paper 65/1, its PDF made on 2018-02-27'],
  ['TYM', 2018, '10', 'known by use'],
  ['BVM', 2019, '12', 'papers 65/3/2 and 91, their PDFs made on 2019-02-06 and 2019-02-11'],
  ['JMS', 2019, '10', 'known by use; a scan 30/1/1 bears it'],
  ['HMJ', 2020, '12', 'known by use'],
  ['JBB', 2020, '10', 'known by use'],
  ['BAB', 2022, '12', 'a paper 65/B/5, its PDF made on 2022-06-07'],
  ['A1BAB', 2022, '12', 'known by use; a paper 55/2/1 of the second term bears it'],
  ['EF1GH', 2023, '12', 'known by use'],
  ['WX1YZ', 2023, '10', 'known by use'],
]

/** `isProven` by a dated PDF, or by two papers of the site that agree; others are doubtful. */
export type Series = { letters: string; year: number; grade?: SchoolGrade | undefined; isProven: boolean }

const SERIES = new Map<string, Series>(
  LINES.map(([letters, year, grade, source]) => [
    letters,
    { letters, year, grade, isProven: /\d{4}-\d\d-\d\d/.test(source) },
  ]),
)
const PRINTED = /series\s*[:–-]?\s*[%#&$*]*([A-Z][A-Z\d]{2,5})[%#&$*]*(?![A-Za-z])/giu

const TOP = 600
/** With what follows the letters on real papers: "/3", a sign, a set, or nothing more in the line. */
const PRINTED_AT_TOP =
  /\b(?:Series|SERIES)\s*[:–-]?\s*[%#&$*]*([A-Z][A-Z\d]{2,5})(?=\s*(?:[/%#&$*\n]|$|SET\b|Set\b|Code\b|Roll\b))/gu

/** Letters at the top of a first page that are where a series is, known or not; null without any. */
export function printedSeries(firstPage: string): string | null {
  const [found] = firstPage.slice(0, TOP).matchAll(PRINTED_AT_TOP)
  return found?.[1] ?? null
}

/** How the search index keeps the series of a page. */
export function seriesCode(letters: string): string {
  return `series-${letters.toLowerCase()}`
}

/** The first series on a page or in a name that the table has; "Series BVM/3" and "Series %BAB%" are of BVM and BAB. */
export function seriesIn(text: string): Series | undefined {
  for (const [, letters = ''] of text.matchAll(PRINTED)) {
    const series = SERIES.get(letters.toUpperCase())
    if (series) return series
  }
}

/** On CBSE's board papers: 65/4/1. Seen on real ones: 30, 55, 56, 65, 91, 364; on a marking scheme: 430. */
const PAPER_CODES: Record<number, [SchoolGrade, Subject, name?: string]> = {
  30: ['10', 'Mathematics'],
  31: ['10', 'Science'],
  32: ['10', 'Social Science'],
  430: ['10', 'Mathematics', 'Mathematics (Basic)'],
  55: ['12', 'Physics'],
  56: ['12', 'Chemistry'],
  57: ['12', 'Biology'],
  58: ['12', 'Economics'],
  61: ['12', 'History'],
  65: ['12', 'Mathematics'],
  67: ['12', 'Accountancy'],
  91: ['12', 'Computer Science'],
  364: ['12', 'Mathematics', 'Applied Mathematics'],
  465: ['12', 'Mathematics', 'Applied Mathematics'],
}

/** Known by use alone: they count only where the subject is named too. */
const UNCONFIRMED = new Set([31, 32, 58, 61, 67, 465])

/** From CBSE's lists for classes 10 and 12; classes 9 and 11 have the same. */
const SUBJECT_CODES: Record<string, [Subject, grade?: SchoolGrade, name?: string]> = {
  '002': ['Hindi'],
  '006': ['Tamil', '10'],
  '027': ['History', '12'],
  '030': ['Economics', '12'],
  '041': ['Mathematics'],
  '042': ['Physics', '12'],
  '043': ['Chemistry', '12'],
  '044': ['Biology', '12'],
  '054': [OTHER_SUBJECT, '12'],
  '055': ['Accountancy', '12'],
  '083': ['Computer Science', '12'],
  '085': ['Hindi', '10'],
  '086': ['Science', '10'],
  '087': ['Social Science', '10'],
  '101': ['English', '10'],
  '106': ['Tamil', '12'],
  '122': ['Sanskrit', '10'],
  '184': ['English', '10'],
  '241': ['Mathematics', '10', 'Mathematics (Basic)'],
  '301': ['English', '12'],
  '302': ['Hindi', '12'],
  '322': ['Sanskrit', '12'],
}

/** `grade` is undefined where the code does not tell; `clear` when it can be nothing else. */
export type Code = {
  at: number
  length: number
  of: 'paper' | 'subject'
  /** As printed, "65/4/1"; '' where a title needs none. */
  label: string
  grade?: SchoolGrade
  subject: Subject
  subjectName?: string
  clear: boolean
}

export function codeIn(words: Word[]): Code | undefined {
  return first(words, paperCodeAt) ?? first(words, paddedCodeAt) ?? first(words, subjectCodeAt)
}

function first(words: Word[], codeAt: (words: Word[], at: number) => Code | undefined) {
  for (let at = 0; at < words.length; at++) {
    const code = codeAt(words, at)
    if (code) return code
  }
}

/** 65/1, 30-C-3, 65_4_1, "55 2 1", 65(B); "Code No. 91" and "91 1 P.T.O." on the page itself. */
function paperCodeAt(words: Word[], at: number): Code | undefined {
  const known = PAPER_CODES[numberOf(words[at])]
  if (!known || words[at]?.text.startsWith('0') || isInNumber(words, at)) return
  const parts = [words[at]?.raw ?? '']
  let named = isNamed(words, at)
  for (const next of words.slice(at + 1, at + 4)) {
    named ||= isBeforePto(words, at + parts.length)
    if (parts.length === 3 || isBeforePto(words, at + parts.length)) break
    if (!/^[-/_ (]$/.test(next.between) || !/^(?:\d|[A-Z])$/.test(next.raw)) break
    parts.push(next.raw)
  }
  const [grade, subject, subjectName] = known
  const after = words[at + parts.length]
  const spaced = words[at + 1]?.between === ' '
  if (parts.length === 1 && !named) return
  if (parts.length === 2 && spaced && !named) return
  if (after && /^[-/_.]$/.test(after.between) && /^\d{2,3}$|^\d{5,}$/.test(after.text) && parts.length < 3)
    return
  const isClear = (named || parts.length > 2) && !UNCONFIRMED.has(numberOf(words[at]))
  const label = parts.length > 1 ? parts.join('/') : ''
  return {
    at,
    length: parts.length,
    of: 'paper',
    label,
    grade,
    subject,
    subjectName,
    clear: isClear,
  }
}

/** "065 Set 1 C", "030 Set 2": as files are named; doubtful, for 030 is a subject's code, too. */
function paddedCodeAt(words: Word[], at: number): Code | undefined {
  const text = words[at]?.text ?? ''
  const known = PAPER_CODES[Number(text)]
  if (!known || !/^0\d\d$/.test(text) || words[at + 1]?.text !== 'set') return
  const [grade, subject, subjectName] = known
  return { at, length: 1, of: 'paper', label: '', grade, subject, subjectName, clear: false }
}

/** "Subject Code - 041", "Maths_041"; 044 is also how a telephone number of Chennai begins. */
function subjectCodeAt(words: Word[], at: number): Code | undefined {
  const known = SUBJECT_CODES[words[at]?.text ?? '']
  const named = isNamed(words, at)
  const telephone =
    /^\d{4,}$/.test(words[at + 1]?.text ?? '') && !/^(?:19|20)\d\d$/.test(words[at + 1]?.text ?? '')
  if (!known || telephone || (!named && !words[at]?.text.startsWith('0'))) return
  const [subject, grade, subjectName] = known
  return { at, length: 1, of: 'subject', label: '', grade, subject, subjectName, clear: named }
}

function isNamed(words: Word[], at: number) {
  return words.slice(Math.max(0, at - 2), at).some(({ text }) => text === 'code')
}

/** At the foot of CBSE's pages, the page's number and "P.T.O." follow the code. */
function isBeforePto(words: Word[], at: number) {
  const [page, ...rest] = words.slice(at, at + 4)
  return page?.text === '1' && rest.map(({ text }) => text).join('') === 'pto'
}

/** After a decimal point, or half of a telephone number. */
function isInNumber(words: Word[], at: number) {
  const before = words[at - 1]
  return words[at]?.between === '.' && before !== undefined && /^\d+$/.test(before.text)
}
