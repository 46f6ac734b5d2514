import { CLASSES, EXAMS, SUBJECT_LINES, type SubjectLine } from './exams-and-subjects.ts'
import type { VariantFields } from './paper-fields.ts'

/** A position is (year × 12 + month) × 2^32 + serial number, as the database makes it; newest first is downwards. */
export const POSITIONS_PER_MONTH = 2 ** 32

/** Exclusive bounds of a year, or of a month of it (from 1). */
export function positionsOf(year: number, month: number | null = null): { after: number; before: number } {
  const first = (year * 12 + (month ?? 1)) * POSITIONS_PER_MONTH
  return { after: first, before: first + (month === null ? 12 : 1) * POSITIONS_PER_MONTH }
}

export function serialOf(position: number): number {
  return position % POSITIONS_PER_MONTH
}

/** Safe in the browser: plain values, no database. */

export type PaperType = (typeof EXAMS)[number]['id']
export const PAPER_TYPES: readonly PaperType[] = EXAMS.map(({ id }) => id)

export type SchoolGrade = (typeof CLASSES)[number]['grade']
export const SCHOOL_GRADES: readonly SchoolGrade[] = CLASSES.map(({ grade }) => grade)
/** In place of a class where there are none: papers of an exam are all of previous years. */
export const PREVIOUS_YEARS = 'previous-years'
export type Grade = SchoolGrade | typeof PREVIOUS_YEARS
export const GRADES: readonly Grade[] = [...SCHOOL_GRADES, PREVIOUS_YEARS]

/** A paper of several subjects in one. */
export const ALL_SUBJECTS = 'all'
/** A subject without a name of its own on the site, such as French. */
export const OTHER_SUBJECT = 'Other'
export type Subject = SubjectName | typeof ALL_SUBJECTS
type SubjectName = (typeof SUBJECT_LINES)[number]['name']
export const SUBJECTS: readonly SubjectName[] = SUBJECT_LINES.map(({ name }) => name)

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
/** Code points after NFC. */
export const TITLE_LIMIT = 200
export const REFERENCE_LINK_LIMIT = 2_000

/** As the public sees it. `size` is the PDF's, in bytes. */
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
} & VariantFields

/** One of the sets of an exam: "2", and the address of its paper. */
export type SetOfExam = { set: string; path: string }

/** How often a paper was asked for before it came, by visitors and days, and since when (ISO 8601) it is here. */
export type AskedFor = { times: number; since: string }

/** What a card says of a paper beyond its fields. */
export type PaperNotes = {
  sets?: SetOfExam[]
  asked?: AskedFor
  /** The year in which its syllabus changed after it; 0 where an administrator says so. */
  changed?: number
}

export type PublishedPaper = Paper & { publishedAt: string }

export type Degree = { name: string; slug: string; type: PaperType; grade: Grade }

export const BOARDS: readonly PaperType[] = typesOf('board')
export const ENTRANCE_EXAMS: readonly PaperType[] = typesOf('entrance')
export const SERVICE_EXAMS: readonly PaperType[] = typesOf('service')
export const EXAMS_WITHOUT_CLASSES: readonly PaperType[] = PAPER_TYPES.filter((type) => !isBoard(type))

export const DEGREES: readonly Degree[] = [
  ...SCHOOL_GRADES.flatMap((grade) =>
    BOARDS.map((type) => ({
      name: `${grade}th ${examOf(type).short ?? examOf(type).label}`,
      slug: `${grade}th-${type}`,
      type,
      grade,
    })),
  ),
  ...EXAMS_WITHOUT_CLASSES.map((type) => ({
    name: examOf(type).label,
    slug: type,
    type,
    grade: PREVIOUS_YEARS as Grade,
  })),
]

export function findDegree(slug: string): Degree | undefined {
  return DEGREES.find((degree) => degree.slug === slug)
}

export function degreeOf(type: PaperType, grade: Grade): Degree | undefined {
  return DEGREES.find((degree) => degree.type === type && degree.grade === grade)
}

export function needsSubject(degree: Degree): boolean {
  return degree.grade !== PREVIOUS_YEARS
}

export function isBoard(type: PaperType): boolean {
  return examOf(type).kind === 'board'
}

/** An entrance exam asks all its subjects in one paper; a class's paper of all subjects only has none of its own. */
export function isOfWholeExam({ type, subject }: Pick<Paper, 'type' | 'subject'>): boolean {
  return subject === ALL_SUBJECTS && !isBoard(type)
}

export function gradesOf(type: PaperType): readonly Grade[] {
  return isBoard(type) ? SCHOOL_GRADES : [PREVIOUS_YEARS]
}

export function monthHeld(type: PaperType): Month | undefined {
  return examOf(type).held
}

export function examOf(type: PaperType) {
  return EXAMS.find(({ id }) => id === type) as Exam
}

type Exam = (typeof EXAMS)[number] & { short?: string; held?: Month }

function typesOf(kind: Exam['kind']) {
  return EXAMS.filter((exam) => exam.kind === kind).map(({ id }) => id)
}

/** The subjects whose papers are missed where there are none; of an exam, only one for all. */
export function subjectsTaught(type: PaperType, grade: Grade): Subject[] {
  if (!isBoard(type)) return [ALL_SUBJECTS]
  const lines: readonly SubjectLine[] = SUBJECT_LINES
  const taught = lines.filter(({ taught: [from, to] = [0, 0], by = BOARDS }) => {
    return Number(grade) >= from && Number(grade) <= to && (by as readonly string[]).includes(type)
  })
  return taught.map(({ name }) => name as Subject)
}

/** For light and dark; for all subjects in one, the quiet ink. */
export function hueOf(subject: Subject): readonly [light: string, dark: string] {
  return SUBJECT_LINES.find(({ name }) => name === subject)?.hue ?? ['#51607a', '#a9bdb3']
}

/** Whether a class has no such subject: up to class 10, physics is a part of Science. */
export function isChapter(subject: Subject, grade: Grade): boolean {
  const line: SubjectLine | undefined = SUBJECT_LINES.find(({ name }) => name === subject)
  return line?.isChapter === true && Number(grade) <= 10
}

export function yearChoices(thisYear: number): number[] {
  return Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => thisYear - back)
}
