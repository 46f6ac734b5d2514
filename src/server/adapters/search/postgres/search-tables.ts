import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { IndexState } from '#domain/search/search-index.ts'

const TABLES = ['paper_search', 'page_search', 'search_words', 'search_state']

/** Replaces the tables. */
export async function createTables(db: Database, version: string): Promise<void> {
  for (const table of TABLES) await sql`drop table if exists ${sql.table(table)}`.execute(db)
  await sql`create table paper_search (row bigint primary key, terms tsvector not null)`.execute(db)
  await sql`create table page_search (row bigint primary key, terms tsvector not null)`.execute(db)
  // Without a list of pending entries, whose length would make some searches slow.
  for (const table of ['paper_search', 'page_search'])
    await sql`create index ${sql.id(`${table}_by_terms`)} on ${sql.table(table)} using gin (terms)
      with (fastupdate = off)`.execute(db)
  // How common a word is decides between its own index and walking from the newest paper.
  for (const table of ['paper_search', 'page_search'])
    await sql`alter table ${sql.table(table)} alter column terms set statistics 1000`.execute(db)
  await sql`create table search_words (
    id bigint generated always as identity primary key,
    word text collate "C" not null unique,
    sound text collate "C" not null,
    papers bigint not null
  )`.execute(db)
  await sql`create index search_words_by_sound on search_words (sound) where sound <> ''`.execute(db)
  await sql`create table search_state (
    version text not null, made bigint not null, age bigint not null, reached bigint
  )`.execute(db)
  await sql`insert into search_state values (${version}, ${Date.now()}, 0, null)`.execute(db)
}

/** After it was filled, so that the first searches are planned well; PostgreSQL tidies by itself. */
export async function analyzeTables(db: Database): Promise<void> {
  for (const table of ['paper_search', 'page_search', 'papers'])
    await sql`analyze ${sql.table(table)}`.execute(db)
}

export async function areTablesThere(db: Database, version: string): Promise<boolean> {
  for (const table of TABLES) {
    const { rows } = await sql<{ there: number }>`select to_regclass(${table}) is not null as there`.execute(
      db,
    )
    if (rows[0]?.there !== 1) return false
  }
  const state = await sql<{ version: string }>`select version from search_state`.execute(db)
  return state.rows[0]?.version === version
}

/** `made` identifies one build of the tables. */
export async function readState(readDb: ReadDatabase): Promise<IndexState & { made: number }> {
  const { rows } = await sql<{ made: number; age: number; reached: number | null }>`
    select made, age, reached from search_state`.execute(readDb)
  const row = rows[0]
  return row
    ? { made: row.made, age: row.made + row.age, from: row.reached }
    : { made: 0, age: 0, from: null }
}

/**
 * Before every write: it makes cached results stale, and whoever writes has the row until the commit. So writers come
 * one after the other, words get their numbers in the order in which they are seen, and nobody waits crosswise.
 */
export async function beginWrite(db: Database): Promise<void> {
  await sql`update search_state set age = age + 1`.execute(db)
}

export async function saveProgress(db: Database, from: number): Promise<void> {
  await sql`update search_state set reached = ${from}, age = age + 1`.execute(db)
}

/** Tables are missing or damaged. */
export function isBroken(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (code === '42P01' && OWN.test(message)) || code === '42703' || /^XX00[12]$/.test(code)
}
const OWN = /"(paper_search|page_search|search_(words|state))"/

/** Rolls a write back, and returns false, when it fails because the index is broken. */
export async function writeOrRollBack(db: Database, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint index_write`.execute(db)
  const stands = await write().then(
    () => true,
    (error) => {
      if (!isBroken(error)) throw error
      return false
    },
  )
  if (!stands) await sql`rollback to savepoint index_write`.execute(db)
  await sql`release savepoint index_write`.execute(db)
  return stands
}
