import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import { isOfVersion } from '../search/row-numbers.ts'

const FOUND_BY_TERMS = ['paper_search', 'page_search', 'question_search']
const TABLES = [...FOUND_BY_TERMS, 'question_papers', 'question_likeness', 'search_words', 'search_state']

/** Replaces the tables. */
export async function createTables(db: Database, version: string): Promise<void> {
  for (const table of TABLES) await sql`drop table if exists ${sql.table(table)}`.execute(db)
  for (const table of FOUND_BY_TERMS) {
    await sql`create table ${sql.table(table)} (row bigint primary key, terms tsvector not null)`.execute(db)
    // While the tables are filled, entries wait in a list of 1 MB to be added together, three times as fast.
    await sql`create index ${sql.id(`${table}_by_terms`)} on ${sql.table(table)} using gin (terms)
      with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)
    // How common a word is would take seconds to find out, and no plan depends on it.
    await sql`alter table ${sql.table(table)} alter column terms set statistics 0`.execute(db)
  }
  await sql`create table question_papers (
    position bigint primary key, code bigint not null, board text not null, course text not null,
    counts text not null, chapters text not null, changed bigint not null
  )`.execute(db)
  await sql`create index question_papers_by_change on question_papers (changed)`.execute(db)
  await sql`create table search_words (
    id bigint generated always as identity primary key,
    word text collate "C" not null unique,
    sound text collate "C" not null,
    papers bigint not null
  )`.execute(db)
  await sql`create index search_words_by_sound on search_words (sound) where sound <> ''`.execute(db)
  await createLikeness(db)
  await sql`create table search_state (
    version text not null, made bigint not null, age bigint not null, reached bigint,
    repeated bigint not null
  )`.execute(db)
  await sql`insert into search_state values (${version}, ${Date.now()}, 0, null, 0)`.execute(db)
}

async function createLikeness(db: Database) {
  await sql`create table question_likeness (
    row bigint primary key, likeness bigint not null, years bigint not null, key1 bigint not null, key2 bigint not null,
    key3 bigint not null, key4 bigint not null, sketch text collate "C" not null
  )`.execute(db)
  for (const column of ['likeness', 'key1', 'key2', 'key3', 'key4'])
    await sql`create index ${sql.id(`question_likeness_by_${column}`)} on question_likeness
      (${sql.ref(column)})`.execute(db)
  await sql`create index question_likeness_by_years on question_likeness (years, row, likeness)
    where years > 1`.execute(db)
}

/** After the tables were filled: every search would walk the list of waiting entries. */
export async function addWaiting(db: Database): Promise<void> {
  for (const table of FOUND_BY_TERMS) {
    const index = `${table}_by_terms`
    await sql`alter index ${sql.id(index)} set (fastupdate = off)`.execute(db)
    await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db)
  }
}

/** So that the first searches are planned well; later PostgreSQL does so by itself. */
export async function analyzeTables(db: Database): Promise<void> {
  for (const table of [...FOUND_BY_TERMS, 'question_likeness', 'papers'])
    await sql`analyze ${sql.table(table)}`.execute(db)
}

export async function tablesExist(db: Database, version: string): Promise<boolean> {
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
const OWN = /"(paper_search|page_search|question_(search|papers|likeness)|search_(words|state))"/
