import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import { isOfVersion } from '../search-state.ts'

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
  return await isOfVersion(db, version)
}

/** Tables are missing or damaged. */
export function isBroken(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (code === '42P01' && OWN.test(message)) || code === '42703' || /^XX00[12]$/.test(code)
}
const OWN = /"(paper_search|page_search|search_(words|state))"/
