import { sql } from 'kysely'
import type { Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import type { PaperFilter } from '../paper/filters.ts'

/** Counts a paper in or out: on its shelf of its year, and on that of all years. */
export async function countOnShelf(
  db: Database,
  paper: Pick<PaperRow, 'type' | 'grade' | 'subject' | 'year'>,
  by: 1 | -1,
) {
  for (const year of [0, paper.year]) {
    const shelf = { type: paper.type, grade: paper.grade, subject: paper.subject, year }
    if (by === 1)
      await db
        .insertInto('shelves')
        .values({ ...shelf, papers: 0 })
        .onConflict((on) => on.doNothing())
        .execute()
    await db
      .updateTable('shelves')
      .set((eb) => ({ papers: eb('papers', '+', by) }))
      .where('year', '=', year)
      .where('type', '=', paper.type)
      .where('grade', '=', paper.grade)
      .where('subject', '=', paper.subject)
      .execute()
  }
}

/** How many papers the filter holds, read from the shelves' counts and not from the papers. */
export async function sumShelves(readDb: ReadDatabase, filter: PaperFilter): Promise<number> {
  let query = readDb
    .selectFrom('shelves')
    .select((eb) => eb.fn.sum<number | null>('papers').as('total'))
    .where('year', '=', filter.year ?? 0)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.grade) query = query.where('grade', '=', filter.grade)
  if (filter.subject) query = query.where('subject', '=', filter.subject)
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

/** All shelves that hold papers: at most types × grades × subjects rows. */
export async function selectShelves(readDb: ReadDatabase, filter: PaperFilter) {
  let query = readDb
    .selectFrom('shelves')
    .select(['type', 'grade', 'subject', 'papers'])
    .where('year', '=', filter.year ?? 0)
    .where('papers', '>', 0)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.grade) query = query.where('grade', '=', filter.grade)
  if (filter.subject) query = query.where('subject', '=', filter.subject)
  return await query.execute()
}

/** The years in which there are papers, newest first: one step along the index for each, not a walk through its shelves. */
export async function selectYears(readDb: ReadDatabase): Promise<number[]> {
  const years = await sql<{ year: number }>`
    with recursive present (year) as (
      select max(year) from shelves where papers > 0
      union all
      select (select max(year) from shelves where papers > 0 and year < present.year)
      from present where present.year > 0
    )
    select year from present where year > 0 order by year desc`.execute(readDb)
  return years.rows.map((row) => row.year)
}
