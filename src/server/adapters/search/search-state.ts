import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { IndexState } from '#domain/search/search-index.ts'

/** `made` identifies one build of the tables. */
export async function readState(readDb: ReadDatabase): Promise<IndexState & { made: number }> {
  const { rows } = await sql<{ made: number; age: number; reached: number | null }>`
    select made, age, reached from search_state`.execute(readDb)
  const row = rows[0]
  return row
    ? { made: row.made, age: row.made + row.age, from: row.reached }
    : { made: 0, age: 0, from: null }
}

export async function isOfVersion(db: Database, version: string): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`select version from search_state`.execute(db)
  return rows[0]?.version === version
}

/**
 * Before every write: it makes cached results stale, and on PostgreSQL whoever writes has the row until the commit. So
 * writers come one after the other, words get their numbers in the order in which they are seen, and nobody waits crosswise.
 */
export async function beginWrite(db: Database): Promise<void> {
  await sql`update search_state set age = age + 1`.execute(db)
}

export async function saveProgress(db: Database, from: number): Promise<void> {
  await sql`update search_state set reached = ${from}, age = age + 1`.execute(db)
}
