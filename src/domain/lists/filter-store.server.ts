import { type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { PaperFilter } from '../paper/filters.ts'
import { MONTHS } from '../paper/paper.ts'

/** Positions of one month lie within 2^32 of each other; see the migration that made the column. */
const POSITIONS_PER_MONTH = 2 ** 32

/** The papers of a filter, nothing of them selected yet; the filter's own index finds them. */
export function papersOf(readDb: ReadDatabase, filter: PaperFilter) {
  if (filter.answered) return answeredOf(readDb, filter)
  const { type, grade, subject } = filter
  let papers = readDb.selectFrom('papers')
  if (type) papers = papers.where('type', '=', type)
  if (grade) papers = papers.where('grade', '=', grade)
  if (subject) papers = papers.where('subject', '=', subject)
  return whenOf(papers, filter)
}

/**
 * Papers with answers have indexes of their own: along one of them whole shelves are found, along the other the rest is
 * left out as it is walked. Within `coalesce` a column is compared where it is found, and no other index is chosen.
 */
function answeredOf(readDb: ReadDatabase, filter: PaperFilter) {
  const { type, grade, subject } = filter
  let papers = readDb.selectFrom('papers').where(sql<SqlBool>`answered = 1`)
  for (const [column, value] of Object.entries({ type, grade, subject })) {
    if (!value) continue
    const plain = type && grade && subject
    papers = papers.where(
      plain
        ? sql<SqlBool>`${sql.ref(column)} = ${value}`
        : sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`,
    )
  }
  return whenOf(papers, filter)
}

type Papers = ReturnType<typeof allPapers>
const allPapers = (readDb: ReadDatabase) => readDb.selectFrom('papers')

/** A month of all years is read from the positions, which every index has. */
function whenOf(papers: Papers, { year, month }: PaperFilter): Papers {
  const number = month ? MONTHS.indexOf(month) + 1 : null
  if (year) {
    const { after, before } = positionsOf(year, number)
    return papers.where('position', '>', after).where('position', '<', before)
  }
  if (number === null) return papers
  return papers.where(sql<SqlBool>`(position >> 32) % 12 = ${number % 12}`)
}

/** Between which positions the papers of a year, or of a month of it (from 1), stand. */
export function positionsOf(year: number, month: number | null = null): { after: number; before: number } {
  const first = (year * 12 + (month ?? 1)) * POSITIONS_PER_MONTH
  return { after: first, before: first + (month === null ? 12 : 1) * POSITIONS_PER_MONTH }
}

/** The serial number in a position. */
export function serialOf(position: number): number {
  return position % POSITIONS_PER_MONTH
}
