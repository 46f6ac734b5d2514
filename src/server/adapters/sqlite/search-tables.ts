import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm } from '#domain/search/search-index.ts'
import { codeToken, filterTokens, inTexts, plainWords, type sayingsOf } from '../search/index-tokens.ts'
import { ALL_ROWS, isOfVersion, rowsOf } from '../search/row-numbers.ts'

export const NOTHING = '""'

/** An element of the array that a statement for many questions reads. */
export function bulkAsk(
  match: string | null,
  filter: PaperFilter,
): [match: string, from: number, below: number] {
  const { from, below } = rowsOf(filter) ?? ALL_ROWS
  return [match ?? NOTHING, from, below]
}

/** Matches the current element of `json_each(…) as asked`. */
export function asksOf(table: 'paper_search' | 'page_search' | 'question_search'): RawBuilder<unknown> {
  return sql`${sql.ref(table)} match asked.value ->> 0
    and rowid >= asked.value ->> 1 and rowid < asked.value ->> 2`
}

/** Longer prefixes are looked up among the titles' words. */
const BEGINNINGS = 5

/** All terms, each in one of its ways; null when one has no words. */
export function titleMatch(terms: AskedTerm[]): string | null {
  const matches = [
    ['{title words}', terms.filter(({ code, isOfTitle }) => !code && !isOfTitle)] as const,
    ['title', terms.filter(({ isOfTitle }) => isOfTitle)] as const,
    ['filters', terms.filter(({ code }) => code)] as const,
  ].flatMap(([columns, asked]) => {
    if (asked.length === 0) return []
    const words = matchAll(asked, (way) => `"${way.join(' ')}"`)
    return [words && `(${columns} : (${words}))`]
  })
  return matches.length === 0 || matches.includes(null) ? null : matches.join(' AND ')
}

/** What stands for the filter's facets, each to be matched. */
export function tokensMatch(filter: PaperFilter): string[] {
  return signsMatch(filterTokens(filter, filter.year !== undefined))
}

/** Each in one of its ways. */
export function signsMatch(all: string[][]): string[] {
  return all.map((tokens) => `(${tokens.map((token) => `"${token}"`).join(' OR ')})`)
}

/** For an index without positions, which knows no phrases; of questions also by titles. */
export function textMatch(terms: AskedTerm[], sayings: typeof sayingsOf = inTexts): string | null {
  const matchWay = (words: string[]) => `(${words.map((word) => `"${word}"`).join(' AND ')})`
  return matchAll(terms, matchWay, sayings)
}

function matchAll(
  terms: AskedTerm[],
  matchWay: (words: string[]) => string,
  sayings: typeof sayingsOf = inTexts,
): string | null {
  const matches = terms.map((term) => {
    const { ways, beginnings = [], code } = term
    if (code) return `"${codeToken(code)}"`
    const whole = ways.map((way) => way.flatMap(plainWords)).filter((way) => way.length > 0)
    const said = sayings(term).flatMap((say) => whole.map((words) => matchWay(say(words))))
    const begun = beginnings.flatMap((beginning) => plainWords(beginning).map((word) => `"${word}" *`))
    return [...new Set([...said, ...begun])].join(' OR ')
  })
  return matches.length === 0 || matches.includes('') ? null : matches.map((one) => `(${one})`).join(' AND ')
}

/** Casts because numbers are bound as floats, with which FTS5 scans all rows instead of a range. */
export function within({ from, below }: { from: number; below: number }): RawBuilder<unknown> {
  return sql`rowid >= cast(${from} as integer) and rowid < cast(${below} as integer)`
}

/** The default tokenizer cuts Tamil words at their vowel signs; these categories keep them whole. */
const LETTERS = `unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'`
/** Without a prefix index FTS5 collects all hits of a prefix before it returns the first. */
const PREFIXES = Array.from({ length: BEGINNINGS }, (_, at) => at + 1).join(' ')
/** Pages of 4 KB per merge, and how many segments of one size are merged. */
const MERGED_PAGES = 50
const PARTS_MERGED = 2
const FOUND_BY_WORDS = ['paper_search', 'page_search', 'question_search'] as const
const TABLES = [...FOUND_BY_WORDS, 'question_papers', 'question_likeness', 'search_words', 'search_state']

/** Replaces the tables. Without positions (`detail = none`) page texts take a third of the room. */
export async function createTables(db: Database, version: string): Promise<void> {
  for (const table of TABLES) await dropTable(db, table)
  await sql`create virtual table paper_search using fts5(title, words, filters, content = '', contentless_delete = 1,
    tokenize = ${sql.lit(LETTERS)}, prefix = ${sql.lit(PREFIXES)})`.execute(db)
  for (const table of ['page_search', 'question_search'])
    await sql`create virtual table ${sql.table(table)} using fts5(words, content = '', contentless_delete = 1,
      detail = none, tokenize = ${sql.lit(`porter ${LETTERS}`)})`.execute(db)
  for (const table of FOUND_BY_WORDS)
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank)
      values ('usermerge', ${sql.lit(PARTS_MERGED)})`.execute(db)
  await sql`create table search_words (
    id integer primary key autoincrement, word text not null unique, sound text not null, papers integer not null
  ) strict`.execute(db)
  await sql`create index search_words_by_sound on search_words (sound) where sound <> ''`.execute(db)
  await sql`create table question_papers (
    position integer primary key, code integer not null, board text not null, course text not null,
    counts text not null, chapters text not null, changed integer not null
  ) strict`.execute(db)
  await sql`create index question_papers_by_change on question_papers (changed)`.execute(db)
  await createLikeness(db)
  await sql`create table search_state (
    version text not null, made integer not null, age integer not null, reached integer,
    repeated integer not null
  ) strict`.execute(db)
  await sql`insert into search_state values (${version}, ${Date.now()}, 0, null, 0)`.execute(db)
}

async function createLikeness(db: Database) {
  await sql`create table question_likeness (
    row integer primary key, likeness integer not null, years integer not null, key1 integer not null, key2 integer not null,
    key3 integer not null, key4 integer not null, sketch text not null
  ) strict`.execute(db)
  for (const column of ['likeness', 'key1', 'key2', 'key3', 'key4'])
    await sql`create index ${sql.id(`question_likeness_by_${column}`)} on question_likeness
      (${sql.ref(column)})`.execute(db)
  await sql`create index question_likeness_by_years on question_likeness (years, row, likeness)
    where years > 1`.execute(db)
}

/** FTS5 starts a full merge with a negative page count; positive ones continue it, or merge equal sizes. */
export async function mergeSome(
  db: Database,
  { isWhole, isFirst }: { isWhole: boolean; isFirst: boolean },
): Promise<boolean> {
  const before = await countChanges(db)
  const pages = isWhole && isFirst ? -MERGED_PAGES : MERGED_PAGES
  for (const table of FOUND_BY_WORDS)
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${pages})`.execute(
      db,
    )
  // A merge without work changes one row of a table at most.
  return (await countChanges(db)) - before > FOUND_BY_WORDS.length
}

async function countChanges(db: Database): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}

export async function tablesExist(db: Database, version: string): Promise<boolean> {
  const there = await sql<{ tables: number }>`select count(*) as tables from sqlite_master
    where name in (${sql.join(TABLES)})`.execute(db)
  if (there.rows[0]?.tables !== TABLES.length) return false
  return await isOfVersion(db, version)
}

/** Flushes before the commit, where the fault of a damaged table would roll back the paper, too. */
export async function flushIndex(db: Database, ...tables: (typeof FOUND_BY_WORDS)[number][]): Promise<void> {
  for (const table of tables)
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('flush')`.execute(db)
}

/** Tables are missing or damaged, not busy or full. FTS5 reports failed writes only in the last two messages. */
export function isBroken(error: unknown): boolean {
  const { errcode = 0, message = '' } = (error ?? {}) as { errcode?: number; message?: string }
  return (errcode & 0xff) === CORRUPT || MISSING.test(message)
}
const CORRUPT = 11
const MISSING =
  /(no such table: (main\.)?|vtable constructor failed: )(paper_search|page_search|question_(search|papers|likeness)|search_(words|state))|malformed|corrupt|^(SQL logic error|constraint failed)$/i

/** A damaged table cannot be opened, and so not dropped, without its settings. */
async function dropTable(db: Database, table: string) {
  try {
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
  } catch {
    await sql`create table if not exists ${sql.table(`${table}_config`)} (k primary key, v) without rowid`.execute(
      db,
    )
    await sql`insert or replace into ${sql.table(`${table}_config`)} values ('version', 4)`.execute(db)
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
  }
}
