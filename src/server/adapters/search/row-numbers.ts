import { type RawBuilder, sql } from 'kysely'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, DEGREES, MONTHS, SUBJECTS } from '#domain/paper/paper.ts'

/**
 * A row number of the index: month of all years, serial number, and ten bits that say the paper's degree, subject and
 * whether it has answers, or the number of a page. Newest first is its order, a year is a range of it, and counting
 * facets looks at nothing else. 53 bits last to the year 2730 and for 268 million papers.
 */
const MONTH = 2 ** 38
const LOW = 2 ** 10
const SERIALS = 2 ** 28
/** Of a position, see the migration that made the column. */
const POSITIONS_PER_MONTH = 2 ** 32

const ALL = [ALL_SUBJECTS, ...SUBJECTS] as readonly string[]
const UNKNOWN_SUBJECT = 15
/** Another vocabulary gives other numbers. */
export const NUMBERED_BY = [...DEGREES.map((degree) => degree.slug), ...ALL].join(' ')

/** The first of the row numbers of a paper. */
export function firstRow(position: number): number {
  const month = Math.floor(position / POSITIONS_PER_MONTH)
  return month * MONTH + ((position % POSITIONS_PER_MONTH) % SERIALS) * LOW
}

/** The row number after a paper's last. */
export function rowAfter(position: number): number {
  return firstRow(position) + LOW
}

export function positionAt(row: number): number {
  return Math.floor(row / MONTH) * POSITIONS_PER_MONTH + (Math.floor(row / LOW) % SERIALS)
}

export function lowOf(row: number): number {
  return row % LOW
}

/** The ten bits of a paper. */
export function codeOf(facts: Pick<Facts, 'type' | 'grade' | 'subject' | 'answered'>): number {
  return (
    (degreeNumber(facts.type, facts.grade) << 5) |
    (subjectNumber(facts.subject) << 1) |
    (facts.answered ? 1 : 0)
  )
}

function readCode(code: number): Pick<Facts, 'type' | 'grade' | 'subject' | 'answered'> {
  const { type = '', grade = '' } = DEGREES[code >> 5] ?? {}
  return { type, grade, subject: ALL[(code >> 1) & 15] ?? '', answered: (code & 1) === 1 }
}

/** A month and ten bits in one number, as a row has them around its serial number. */
export function readKind(kind: number): Omit<Facts, 'position'> {
  return { ...readCode(lowOf(kind)), ...readMonth(Math.floor(kind / LOW)) }
}

/** Which month of which year a row is of. */
function readMonth(months: number): { year: number; month: number } {
  const year = Math.floor((months - 1) / 12)
  return { year, month: months - year * 12 }
}

export function factsAt(row: number): Facts {
  return { position: positionAt(row), ...readCode(lowOf(row)), ...readMonth(Math.floor(row / MONTH)) }
}

export const ALL_ROWS = { from: 0, below: Number.MAX_SAFE_INTEGER }

/** From which row up to below which the papers of a year, or of a month of it, stand; null for all years. */
export function rowsOf({ year, month }: PaperFilter): { from: number; below: number } | null {
  if (!year) return null
  const first = year * 12 + (month ? MONTHS.indexOf(month) + 1 : 1)
  return { from: first * MONTH, below: (first + (month ? 1 : 12)) * MONTH }
}

/** As a condition. Numbers are bound as floating-point ones, and by such FTS5 passes over no row: it walks them all. */
export function within({ from, below }: { from: number; below: number }): RawBuilder<unknown> {
  return sql`rowid >= cast(${from} as integer) and rowid < cast(${below} as integer)`
}

export function degreeNumber(type: string, grade: string): number {
  const found = DEGREES.findIndex((degree) => degree.type === type && degree.grade === grade)
  return found < 0 ? 31 : found
}

export function subjectNumber(subject: string): number {
  const found = ALL.indexOf(subject)
  return found < 0 ? UNKNOWN_SUBJECT : found
}
