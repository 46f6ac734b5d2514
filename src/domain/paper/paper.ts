import { CLASSES, EXAMS, SUBJECT_LINES, type SubjectLine } from './exams-and-subjects.ts'

/** What a paper is. Safe in the browser: plain values, no database. */

export type PaperType = (typeof EXAMS)[number]['id']
export const PAPER_TYPES: readonly PaperType[] = EXAMS.map(({ id }) => id)

export type SchoolGrade = (typeof CLASSES)[number]['grade']
export const SCHOOL_GRADES: readonly SchoolGrade[] = CLASSES.map(({ grade }) => grade)
/** What stands in a class's place where there are none: papers of an exam are all of previous years. */
export const PREVIOUS_YEARS = 'previous-years'
export type Grade = SchoolGrade | typeof PREVIOUS_YEARS
export const GRADES: readonly Grade[] = [...SCHOOL_GRADES, PREVIOUS_YEARS]

/** A paper of several subjects in one. */
export const ALL_SUBJECTS = 'all'
/** A subject that has no name of its own on the site, such as French. */
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

/** The types that have school classes, and those that have none, as listed. */
export const BOARDS: readonly PaperType[] = typesOf('board')
export const ENTRANCE_EXAMS: readonly PaperType[] = typesOf('entrance')
export const SERVICE_EXAMS: readonly PaperType[] = typesOf('service')
export const EXAMS_WITHOUT_CLASSES: readonly PaperType[] = PAPER_TYPES.filter((type) => !isBoard(type))

/** The choices of the upload form: classes 12 to 6 in each board, then the exams. */
export const DEGREES: readonly Degree[] = [
  ...SCHOOL_GRADES.flatMap((grade) =>
    BOARDS.map((type) => ({
      name: `${grade}th ${lineOf(type).short ?? typeLabel(type)}`,
      slug: `${grade}th-${type}`,
      type,
      grade,
    })),
  ),
  ...EXAMS_WITHOUT_CLASSES.map((type) => ({
    name: typeLabel(type),
    slug: type,
    type,
    grade: PREVIOUS_YEARS as Grade,
  })),
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

/** The type as people write it: "State Board", "JEE". */
export function typeLabel(type: PaperType): string {
  return lineOf(type).label
}

/** Whether a type has school classes. */
export function isBoard(type: PaperType): boolean {
  return lineOf(type).kind === 'board'
}

/** The classes that a type has papers of. */
export function gradesOf(type: PaperType): readonly Grade[] {
  return isBoard(type) ? SCHOOL_GRADES : [PREVIOUS_YEARS]
}

/** The month in which an exam is held, where it always is the same. */
export function monthHeld(type: PaperType): Month | undefined {
  return lineOf(type).held
}

function lineOf(type: PaperType) {
  return EXAMS.find(({ id }) => id === type) as Line
}

type Line = (typeof EXAMS)[number] & { short?: string; held?: Month }

function typesOf(kind: Line['kind']) {
  return EXAMS.filter((exam) => exam.kind === kind).map(({ id }) => id)
}

/** The subjects whose papers are missed in a class when there are none: of an exam, only one of all. */
export function subjectsTaught(type: PaperType, grade: Grade): Subject[] {
  if (!isBoard(type)) return [ALL_SUBJECTS]
  const lines: readonly SubjectLine[] = SUBJECT_LINES
  const taught = lines.filter(({ taught: [from, to] = [0, 0], by = BOARDS }) => {
    return Number(grade) >= from && Number(grade) <= to && (by as readonly string[]).includes(type)
  })
  return taught.map(({ name }) => name as Subject)
}

/** A subject's hue on paper and on the board; of all subjects in one, the quiet ink. */
export function hueOf(subject: Subject): readonly [light: string, dark: string] {
  return SUBJECT_LINES.find(({ name }) => name === subject)?.hue ?? ['#51607a', '#a9bdb3']
}

/** Whether a class has no such subject: up to class 10, physics is a part of Science. */
export function isChapter(subject: Subject, grade: Grade): boolean {
  const line: SubjectLine | undefined = SUBJECT_LINES.find(({ name }) => name === subject)
  return line?.isChapter === true && Number(grade) <= 10
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

/** Years that a paper may carry, newest first, up to the current year at the centre. */
export function yearChoices(thisYear: number): number[] {
  return Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => thisYear - back)
}
