import { CompiledQuery } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { CLASSES, EXAMS, STATES, SUBJECT_LINES } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import {
  ALL_SUBJECTS,
  DEGREES,
  type Degree,
  isBoard,
  MONTHS,
  POSITIONS_PER_MONTH,
} from '#domain/paper/paper.ts'
import { MOST_MARKS, type QuestionFilter } from '#domain/questions/question-filter.ts'
import type { IndexState, QuestionHit } from '#domain/search/search-index.ts'

/**
 * A row number: month of all years, serial, and 12 bits for degree (6), subject (5) and answers, or a page number.
 * Its order is newest first, a year is a range of it, and 53 bits last to the year 2730 and for 67 million papers.
 */
export const LOW_BITS = 12
export const MONTH_BITS = 38
const MONTH = 2 ** MONTH_BITS
const LOW = 2 ** LOW_BITS
const SERIALS = MONTH / LOW
const DEGREE_SHIFT = 6
const SUBJECTS_NUMBERED = 32

const DEGREE_NUMBERS = new Map(DEGREES.map((degree) => [`${degree.type} ${degree.grade}`, numberOf(degree)]))
const DEGREE_AT = new Map(DEGREES.map((degree) => [numberOf(degree), degree]))
const UNKNOWN_DEGREE = 63
const SUBJECT_NUMBERS = new Map<string, number>([
  [ALL_SUBJECTS, 0],
  ...SUBJECT_LINES.map(({ name, number }) => [name, number] as const),
])
const SUBJECT_AT = new Map([...SUBJECT_NUMBERS].map(([name, number]) => [number, name]))
const UNKNOWN_SUBJECT = 31
/** Part of the index version: other exams and subjects give other numbers. */
export const NUMBERED_BY = [
  ...DEGREE_NUMBERS,
  ...SUBJECT_NUMBERS,
  ...STATES.map((state) => [state, boardNumber(state)]),
]
  .map((numbered) => numbered.join('='))
  .join(' ')

export function firstRow(position: number): number {
  const month = Math.floor(position / POSITIONS_PER_MONTH)
  return month * MONTH + ((position % POSITIONS_PER_MONTH) % SERIALS) * LOW
}

export function rowAfter(position: number): number {
  return firstRow(position) + LOW
}

export function positionAt(row: number): number {
  return Math.floor(row / MONTH) * POSITIONS_PER_MONTH + (Math.floor(row / LOW) % SERIALS)
}

export function lowOf(row: number): number {
  return row % LOW
}

export function codeOf(facts: Pick<Facts, 'type' | 'grade' | 'subject' | 'answered'>): number {
  return (
    (degreeNumber(facts.type, facts.grade) << DEGREE_SHIFT) |
    (subjectNumber(facts.subject) << 1) |
    (facts.answered ? 1 : 0)
  )
}

function readCode(code: number): Pick<Facts, 'type' | 'grade' | 'subject' | 'answered'> {
  const { type = '', grade = '' } = DEGREE_AT.get(code >> DEGREE_SHIFT) ?? {}
  const subject = SUBJECT_AT.get((code >> 1) % SUBJECTS_NUMBERED) ?? ''
  return { type, grade, subject, answered: (code & 1) === 1 }
}

/** Without its serial number. */
export function kindOf(row: number): number {
  return Math.floor(row / MONTH) * LOW + lowOf(row)
}

export function readKind(kind: number): Omit<Facts, 'position'> {
  return { ...readCode(lowOf(kind)), ...readMonth(Math.floor(kind / LOW)) }
}

function readMonth(months: number): { year: number; month: number } {
  const year = Math.floor((months - 1) / 12)
  return { year, month: months - year * 12 }
}

export function factsAt(row: number): Facts {
  return { position: positionAt(row), ...readCode(lowOf(row)), ...readMonth(Math.floor(row / MONTH)) }
}

/** Of a question: the month, 24 bits of the paper's serial, 9 for its place in the paper and 5 for its marks. */
const QUESTIONS = 2 ** 14
const PAPERS_NUMBERED = MONTH / QUESTIONS
const MARKS_NUMBERED = MOST_MARKS + 1
export const LAST_PLACE = QUESTIONS / MARKS_NUMBERED - 1

/** The rows of a paper's questions. */
export function questionRowsOf(position: number): { from: number; below: number } {
  const month = Math.floor(position / POSITIONS_PER_MONTH)
  const from = month * MONTH + ((position % POSITIONS_PER_MONTH) % PAPERS_NUMBERED) * QUESTIONS
  return { from, below: from + QUESTIONS }
}

/** 0 for unknown marks. */
export function marksNumber(marks: number | null): number {
  return marks !== null && marks <= MOST_MARKS ? marks : 0
}

export function questionRow(position: number, place: number, marks: number | null): number {
  return questionRowsOf(position).from + place * MARKS_NUMBERED + marksNumber(marks)
}

export function questionAt(row: number): QuestionHit {
  const position =
    Math.floor(row / MONTH) * POSITIONS_PER_MONTH + (Math.floor(row / QUESTIONS) % PAPERS_NUMBERED)
  const place = Math.floor((row % QUESTIONS) / MARKS_NUMBERED)
  return { position, place, marks: row % MARKS_NUMBERED || null }
}

/** The rows from one year to another. */
export function rowsBetween({ from, to }: QuestionFilter): { from: number; below: number } {
  const first = (year: number) => (year * 12 + 1) * MONTH
  return { from: from ? first(from) : ALL_ROWS.from, below: to ? first(to + 1) : ALL_ROWS.below }
}

export const ALL_ROWS = { from: 0, below: Number.MAX_SAFE_INTEGER }

/** The rows of a year or of its month; null for all years. */
export function rowsOf({ year, month }: PaperFilter): { from: number; below: number } | null {
  if (!year) return null
  const first = year * 12 + (month ? MONTHS.indexOf(month) + 1 : 1)
  return { from: first * MONTH, below: (first + (month ? 1 : 12)) * MONTH }
}

export function degreeNumber(type: string, grade: string): number {
  return DEGREE_NUMBERS.get(`${type} ${grade}`) ?? UNKNOWN_DEGREE
}

export function subjectNumber(subject: string): number {
  return SUBJECT_NUMBERS.get(subject) ?? UNKNOWN_SUBJECT
}

function numberOf({ type, grade }: Degree): number {
  return typeNumber(type) + (isBoard(type) ? gradeNumber(grade) : 0)
}

export function typeNumber(type: string): number {
  return EXAMS.find(({ id }) => id === type)?.number ?? UNKNOWN_DEGREE
}

/** 0 for the board of no named state. */
export function boardNumber(state: string): number {
  return (STATES as readonly string[]).indexOf(state) + 1
}

/** Previous years are no class. */
export function gradeNumber(grade: string): number {
  return CLASSES.find((each) => each.grade === grade)?.number ?? NO_CLASS
}
const NO_CLASS = 15

/** Each engine makes these tables itself, as part of its index. */
type OwnTables = {
  /** `repeated` counts the changes of which questions were asked in several years. */
  searchState: { version: string; made: number; age: number; reached: number | null; repeated: number }
  /** `counts` is JSON, `chapters` as `writeChapters` makes it, `changed` the age at which they became so. */
  questionPapers: {
    position: number
    code: number
    board: string
    course: string
    counts: string
    chapters: string
    changed: number
  }
  /** Of each question that can be compared: `years` counts those in which it, or one like it, was asked. */
  questionLikeness: {
    row: number
    likeness: number
    years: number
    key1: number
    key2: number
    key3: number
    key4: number
    sketch: string
  }
  searchWords: { id: number; word: string; sound: string; papers: number }
}

export function ownTables(db: ReadDatabase) {
  return (db as Database).withTables<OwnTables>()
}

/** `made` identifies one build of the tables. */
export async function readState(readDb: ReadDatabase): Promise<IndexState & { made: number }> {
  const row = await ownTables(readDb)
    .selectFrom('searchState')
    .select(['made', 'age', 'reached'])
    .executeTakeFirst()
  return row
    ? { made: row.made, age: row.made + row.age, from: row.reached }
    : { made: 0, age: 0, from: null }
}

export async function isOfVersion(db: Database, version: string): Promise<boolean> {
  const row = await ownTables(db).selectFrom('searchState').select('version').executeTakeFirst()
  return row?.version === version
}

/**
 * Before every write: it makes cached results stale, and on PostgreSQL whoever writes has the row until the commit. So
 * writers come one after the other, words get their numbers in the order in which they are seen, and nobody waits crosswise.
 */
export async function beginWrite(db: Database): Promise<void> {
  await ownTables(db)
    .updateTable('searchState')
    .set((eb) => ({ age: eb('age', '+', 1) }))
    .execute()
}

/** Rolls a write back, and returns false, when it fails because the index is broken. */
export async function attemptWrite(
  db: Database,
  write: () => Promise<void>,
  isBroken: (error: unknown) => boolean,
): Promise<boolean> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(`${statement} index_write`))
  await run('savepoint')
  const stands = await write().then(
    () => true,
    (error) => {
      if (!isBroken(error)) throw error
      return false
    },
  )
  if (!stands) await run('rollback to savepoint')
  await run('release savepoint')
  return stands
}

export async function saveProgress(db: Database, from: number): Promise<void> {
  await ownTables(db)
    .updateTable('searchState')
    .set((eb) => ({ reached: from, age: eb('age', '+', 1) }))
    .execute()
}
