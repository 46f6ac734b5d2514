import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm, PageText, Question } from '#domain/search/search-index.ts'
import { pageRows } from '../page-hits.ts'
import { firstRow, LOW_BITS, rowAfter, rowsOf } from '../row-numbers.ts'
import { asksOf, bulkAsk } from './bulk-match.ts'
import { textMatch, tokensMatch } from './match-language.ts'
import { within } from './row-range.ts'

export async function addPages(db: Database, facts: Facts, pages: PageText[]): Promise<void> {
  for (const { row, words, tokens } of pageRows(facts, pages))
    await sql`insert into page_search (rowid, words) values (${row}, ${`${words} ${tokens}`})`.execute(db)
}

export async function removePages(db: Database, position: number): Promise<void> {
  const range = { from: firstRow(position), below: rowAfter(position) }
  await sql`delete from page_search where ${within(range)}`.execute(db)
}

/** Newest first. */
export async function newestPages(
  readDb: ReadDatabase,
  { terms, filter }: Question,
  limit: number,
): Promise<number[]> {
  const match = pagesMatch(terms, filter)
  if (!match) return []
  const rows = rowsOf(filter)
  const range = rows ? sql`and ${within(rows)}` : sql``
  const found = await sql<{ row: number }>`select rowid as row from page_search
    where page_search match ${match} ${range} order by rowid desc limit ${limit}`
    .execute(readDb)
    .catch(emptyOnPhraseError)
  return found.rows.map(({ row }) => row)
}

function pagesMatch(terms: AskedTerm[], filter: PaperFilter): string | null {
  const words = textMatch(terms)
  return words && [...tokensMatch(filter), words].join(' AND ')
}

/** Counts papers among the newest `limit` pages with all terms of a question. */
export async function countPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<{ papers: number; more: boolean }[]> {
  const asked = questions.map(({ terms, filter }) => bulkAsk(pagesMatch(terms, filter), filter))
  const { rows } = await sql<{ found: string }>`select (
    select json_array(count(distinct row >> ${sql.lit(LOW_BITS)}), count(*)) from (
      select rowid as row from page_search where ${asksOf('page_search')} order by rowid desc limit ${limit})
  ) as found from json_each(${JSON.stringify(asked)}) as asked`
    .execute(readDb)
    .catch(emptyOnPhraseError)
  return rows.map(({ found }) => {
    const [papers = 0, pages = 0] = JSON.parse(found) as number[]
    return { papers, more: pages === limit }
  })
}

/** Letters newer than the tokenizer's tables split a word into a phrase, which `detail = none` cannot match. */
function emptyOnPhraseError(error: unknown): { rows: never[] } {
  if (/phrase queries are not supported/.test((error as Error).message)) return { rows: [] }
  throw error
}
