import type { Database, Reader } from '#database/schema.ts'

/** Adds to a paper's views in one statement; returns the new count, or null when there is no such paper. */
export async function addViews(db: Database, paperId: string): Promise<number | null> {
  const row = await db
    .updateTable('papers')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', paperId)
    .returning('views')
    .executeTakeFirst()
  return row?.views ?? null
}

/** Adds a visit of the site in one statement; returns the new count. */
export async function addVisit(db: Database): Promise<number> {
  const row = await db
    .updateTable('visitCount')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('id', '=', 'count')
    .returning('value')
    .executeTakeFirstOrThrow()
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
