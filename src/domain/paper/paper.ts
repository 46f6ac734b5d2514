/** The vocabulary of papers. Safe in the browser: plain values, no database. */

export const PAPER_TYPES = ['cbse', 'state', 'jee', 'neet', 'tnpsc'] as const
export type PaperType = (typeof PAPER_TYPES)[number]

export const SCHOOL_GRADES = ['12', '11', '10', '9', '8', '7', '6'] as const
export const PREVIOUS_YEARS = 'previous-years'
export const GRADES = [...SCHOOL_GRADES, PREVIOUS_YEARS] as const
export type Grade = (typeof GRADES)[number]

export const ALL_SUBJECTS = 'all'
export const SUBJECTS = [
  'Mathematics',
  'Science',
  'Social Science',
  'English',
  'Tamil',
  'Business Maths',
  'Physics',
  'Chemistry',
  'Biology',
  'Computer Science',
  'Accountancy',
  'Commerce',
  'Economics',
  'History',
] as const
export type Subject = (typeof SUBJECTS)[number] | typeof ALL_SUBJECTS

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export type Month = (typeof MONTHS)[number]

export const FIRST_YEAR = 1990
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000
/** Characters, counted as code points after NFC. */
export const TITLE_LIMIT = 200
export const REFERENCE_LINK_LIMIT = 2_000

/** A paper as the public sees it. `size` is the PDF's size in bytes, `month` an English month name. */
export type Paper = {
  id: string
  title: string
  link: string
  thumbnail: string | null
  referenceLink: string | null
  type: PaperType
  grade: Grade
  subject: Subject
  month: Month
  year: number
  views: number
  pages: number
  size: number
  sample: boolean
}

/** A paper with the time at which it was added, in ISO 8601: what its own page says beyond the lists. */
export type PublishedPaper = Paper & { publishedAt: string }

export type Degree = { name: string; slug: string; type: PaperType; grade: Grade }

/** The choices of the upload form: classes 12 to 6 in each board, then the entrance exams. */
export const DEGREES: readonly Degree[] = [
  ...SCHOOL_GRADES.flatMap((grade) => [
    { name: `${grade}th CBSE`, slug: `${grade}th-cbse`, type: 'cbse' as const, grade },
    { name: `${grade}th State`, slug: `${grade}th-state`, type: 'state' as const, grade },
  ]),
  { name: 'JEE', slug: 'jee', type: 'jee', grade: PREVIOUS_YEARS },
  { name: 'NEET', slug: 'neet', type: 'neet', grade: PREVIOUS_YEARS },
  { name: 'TNPSC', slug: 'tnpsc', type: 'tnpsc', grade: PREVIOUS_YEARS },
]

/** The degree with this slug, or undefined. */
export function findDegree(slug: string): Degree | undefined {
  return DEGREES.find((degree) => degree.slug === slug)
}

/** The degree of a type and grade, or undefined where the type has no such grade. */
export function degreeOf(type: PaperType, grade: Grade): Degree | undefined {
  return DEGREES.find((degree) => degree.type === type && degree.grade === grade)
}

/** Whether a paper of this degree must name its subject: school classes do, entrance exams need not. */
export function needsSubject(degree: Degree): boolean {
  return degree.grade !== PREVIOUS_YEARS
}

const TYPE_LABELS: Record<PaperType, string> = {
  cbse: 'CBSE',
  state: 'State Board',
  jee: 'JEE',
  neet: 'NEET',
  tnpsc: 'TNPSC',
}

/** The type as people write it: "State Board", "JEE". */
export function typeLabel(type: PaperType): string {
  return TYPE_LABELS[type]
}

/** The grade as people say it: "Class 12", "Previous years". */
export function gradeLabel(grade: Grade): string {
  return grade === PREVIOUS_YEARS ? 'Previous years' : `Class ${grade}`
}

/** The heading of a grade's papers on Practice, as specified: grade plus type in capitals, "12 STATE". */
export function groupHeading(type: PaperType, grade: Grade): string {
  return `${grade.replace('-', ' ')} ${type}`.toUpperCase()
}

/** A size in bytes as people read it: "372 KB", "1.2 MB" (powers of 1024). */
export function sizeLabel(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** What opening the paper costs, said before the tap: "PDF · 8 pages · 1.2 MB". */
export function weightLine(paper: Pick<Paper, 'pages' | 'size'>): string {
  return `PDF · ${paper.pages} ${paper.pages === 1 ? 'page' : 'pages'} · ${sizeLabel(paper.size)}`
}

/** The day at the centre, of a time in ISO 8601: "5 March 2026". */
export function dayLabel(time: string): string {
  const day = new Date(Date.parse(time) + INDIA_AHEAD_MS)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** The time of day at the centre, of a time in ISO 8601: "3:05 pm". */
export function timeLabel(time: string): string {
  const moment = new Date(Date.parse(time) + INDIA_AHEAD_MS)
  const hour = moment.getUTCHours()
  const minutes = String(moment.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`
}

/** The year at the centre: in India it begins five and a half hours before UTC's. */
export function currentYear(now: Date): number {
  return new Date(now.getTime() + INDIA_AHEAD_MS).getUTCFullYear()
}

/** The day at the centre, as 2026-11-21; it begins five and a half hours before UTC's. */
export function indiaDay(now: Date): string {
  return new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}

/** Years that a paper may carry, newest first, up to the current year of `now`. */
export function yearChoices(now: Date): number[] {
  const newest = currentYear(now)
  return Array.from({ length: newest - FIRST_YEAR + 1 }, (_, back) => newest - back)
}
