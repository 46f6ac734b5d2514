import {
  ALL_SUBJECTS,
  examOf,
  type Grade,
  type Month,
  type Paper,
  type PaperType,
  PREVIOUS_YEARS,
  type Subject,
} from './paper.ts'

export function typeLabel(type: PaperType): string {
  return examOf(type).label
}

export function gradeLabel(grade: Grade): string {
  return grade === PREVIOUS_YEARS ? 'Previous years' : `Class ${grade}`
}

/** As specified, grade plus type in capitals: "12 STATE". */
export function groupHeading(type: PaperType, grade: Grade): string {
  return `${grade.replace('-', ' ')} ${type}`.toUpperCase()
}

/** "372 KB", "1.2 MB" (powers of 1024). */
export function sizeLabel(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** "PDF · 8 pages · 1.2 MB". */
export function weightLine(paper: Pick<Paper, 'pages' | 'size'>): string {
  return `PDF · ${paper.pages} ${paper.pages === 1 ? 'page' : 'pages'} · ${sizeLabel(paper.size)}`
}

/** Facts in one text: a line of them ends after a point, never between a number and what it counts. */
export function unbroken(facts: string): string {
  return facts.replaceAll(' ', '\u00a0').replaceAll('·\u00a0', '· ')
}

type Titled = Pick<Paper, 'title' | 'type' | 'grade' | 'subject' | 'year'> & { month: Month }

/** How a language calls what papers are filed under. */
type Names = {
  type: (type: PaperType) => string
  grade: (grade: Grade) => string
  subject: (subject: Subject) => string
  month: (month: Month) => string
  title: (title: string) => string
}
const ENGLISH: Names = {
  type: typeLabel,
  grade: gradeLabel,
  subject: (subject) => subject,
  month: (month) => month,
  title: (title) => title,
}

/** "CBSE Class 12 Mathematics, March 2024: Board paper, Set 1 (65/4/1)": for places where no heading says what the
 * title leaves out. What a title says itself is not said twice. */
export function fullTitle(
  { title, type, grade, subject, month, year }: Titled,
  between = ': ',
  names: Names = ENGLISH,
): string {
  const said = new Set(wordsOf(title))
  const says = (text: string) => wordsOf(text).every((word) => said.has(word))
  const roman = ROMAN[Number(grade) - 6]
  const saysClass = new RegExp(
    `(?:class|grade|std|standard)\\s*(?:${grade}(?!\\d)|${roman}\\b)|(?<!\\d)${grade}\\s?th`,
    'i',
  )
  const what = [
    !says(typeLabel(type)) && names.type(type),
    grade !== PREVIOUS_YEARS && !saysClass.test(title) && names.grade(grade),
    subject !== ALL_SUBJECTS && !says(subject) && !says(names.subject(subject)) && names.subject(subject),
  ]
  const facts = [what.filter(Boolean).join(' '), !says(String(year)) && `${names.month(month)} ${year}`]
  const before = facts.filter(Boolean).join(', ')
  return before ? before + between + names.title(title) : names.title(title)
}

const ROMAN = ['vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? []
}

export function titleLang(title: string): 'ta' | undefined {
  return /\p{Script=Tamil}/u.test(title) ? 'ta' : undefined
}

/** As many letters as stand on two lines of a card. */
const TWO_LINES = 56
/** Tamil's are wider. */
const TWO_LINES_OF_TAMIL = 40
const TITLE_SHOWN = 66

/** Whether a title is written a size smaller, to stand on two lines. */
export function isLongTitle(title: string): boolean {
  return title.length > (/\p{Script=Tamil}/u.test(title) ? TWO_LINES_OF_TAMIL : TWO_LINES)
}

/**
 * A title for two lines: of more than 56 letters without words that tell no paper from another, and if it still has
 * more than 66, by its beginning and its end, which tells it apart: cut at spaces, if it has any. `say` says it, or what is
 * left of it, in a language.
 */
export function shortTitle(title: string, say = (said: string) => said): string {
  const whole = say(title)
  if (whole.length <= TWO_LINES) return whole
  const telling = say(title.replace(/(?<=\S),? (?:board|practice|question) paper(?=[,:])/iu, ''))
  if (telling.length <= TITLE_SHOWN) return telling
  const [begin] = /^.{12,28}(?=\s)/su.exec(telling) ?? /^.{1,28}(?!\p{M})/su.exec(telling) ?? ['']
  const [end] = /(?<=\s).{8,24}$/su.exec(telling) ?? /(?!\p{M}).{1,24}$/su.exec(telling) ?? ['']
  return `${begin} … ${end}`
}
