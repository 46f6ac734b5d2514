import type { Database, ReadDatabase } from '#database/schema.ts'
import { runCompiled } from '#domain/run-compiled.server.ts'
import type { IndexState } from '#domain/search/search-index.ts'

/** Each engine makes these tables itself, as part of its index. */
type OwnTables = {
  /** `repeated` counts the changes of which questions were asked in several years. */
  searchState: { version: string; made: number; age: number; reached: number | null; repeated: number }
  /** `counts` is JSON, `changed` the age at which they became so. */
  questionPapers: { position: number; code: number; board: string; counts: string; changed: number }
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
  const [row] = await runCompiled(readDb, 'state of the index', [], () =>
    ownTables(readDb).selectFrom('searchState').select(['made', 'age', 'reached']),
  )
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

export async function saveProgress(db: Database, from: number): Promise<void> {
  await ownTables(db)
    .updateTable('searchState')
    .set((eb) => ({ reached: from, age: eb('age', '+', 1) }))
    .execute()
}
