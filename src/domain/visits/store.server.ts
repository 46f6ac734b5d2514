import type { Database, Reader } from '#database/schema.ts'
import { ALL_PAPERS } from './sums.ts'

/** Adds a view to a paper, to its day and to the day of all papers; returns the new count, or null without such a paper. */
export async function addViews(db: Database, paperId: string, day: string): Promise<number | null> {
  const row = await db
    .updateTable('papers')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', paperId)
    .returning('views')
    .executeTakeFirst()
  if (!row) return null
  await db
    .insertInto('viewsByDay')
    .values([
      { day, paperId, views: 1 },
      { day, paperId: ALL_PAPERS, views: 1 },
    ])
    .onConflict((on) =>
      on.columns(['day', 'paperId']).doUpdateSet((eb) => ({ views: eb('viewsByDay.views', '+', 1) })),
    )
    .execute()
  return row.views
}

/** Adds a visit of the site and to its day; returns the new count. */
export async function addVisit(db: Database, day: string): Promise<number> {
  const row = await db
    .updateTable('visitCount')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('id', '=', 'count')
    .returning('value')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('visitsByDay')
    .values({ day, visits: 1 })
    .onConflict((on) => on.column('day').doUpdateSet((eb) => ({ visits: eb('visitsByDay.visits', '+', 1) })))
    .execute()
  return row.value
}

/** Visits of the site so far. */
export async function selectVisits(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('visitCount')
    .select('value')
    .where('id', '=', 'count')
    .executeTakeFirst()
  return row?.value ?? 0
}
