import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm, InsideHit, PageText, Question } from '#domain/search/search-index.ts'
import { setCodesOfPage } from '#domain/search/words/set-code.ts'
import { filterTokens, tokensOf } from '../index-tokens.ts'
import { firstRow, LOW_BITS, lowOf, positionAt, rowAfter, rowsOf } from '../row-numbers.ts'
import { asksOf, bulkAsk } from './bulk-match.ts'
import { textMatch } from './match-language.ts'
import { within } from './row-range.ts'

/** More characters than any printed page has. */
const PAGE_LIMIT = 20_000
const LAST_PAGE = 1_000
/** A word on this many pages says little. */
const RARE = 2_000
/** The rarest words of a long question are tried when no page has all words. */
const RAREST = 3
/** Filter tokens must not come from a page. */
const OWN_SIGNS = /\p{Co}/gu

/** The page's number takes the bits in which a title's row has its facets. */
export async function addPages(db: Database, facts: Facts, pages: PageText[]): Promise<void> {
  for (const { page, text } of pages) {
    if (page < 1 || page > LAST_PAGE) continue
    const words = text.slice(0, PAGE_LIMIT).replace(OWN_SIGNS, ' ')
    const filters = tokensOf(facts, setCodesOfPage(words))
    await sql`insert into page_search (rowid, words)
      values (${firstRow(facts.position) + page}, ${`${words} ${filters}`})`.execute(db)
  }
}

export async function removePages(db: Database, position: number): Promise<void> {
  const range = { from: firstRow(position), below: rowAfter(position) }
  await sql`delete from page_search where ${within(range)}`.execute(db)
}

/** Pages with all terms; a long question that has none gets pages with its rarest terms. */
export async function findPages(
  readDb: ReadDatabase,
  question: Question & { isWhole?: boolean },
  limit: number,
): Promise<InsideHit[]> {
  const found = await selectPages(readDb, question, question.terms, limit)
  if (found.length > 0 || question.isWhole || question.terms.length < RAREST) return found
  const rarest = await findRarest(readDb, question.terms)
  for (let count = Math.min(RAREST, rarest.length); count > 0; count--) {
    const some = await selectPages(readDb, question, rarest.slice(0, count), limit)
    if (some.length > 0) return some
  }
  return []
}

async function selectPages(readDb: ReadDatabase, { filter }: Question, terms: AskedTerm[], limit: number) {
  const match = pagesMatch(terms, filter)
  if (!match) return []
  const rows = rowsOf(filter)
  const range = rows ? sql`and ${within(rows)}` : sql``
  const found = await sql<{ row: number }>`select rowid as row from page_search
    where page_search match ${match} ${range} order by rowid desc limit ${limit}`
    .execute(readDb)
    .catch(emptyOnPhraseError)
  return found.rows.map(({ row }) => ({ position: positionAt(row), page: lowOf(row) }))
}

function pagesMatch(terms: AskedTerm[], filter: PaperFilter): string | null {
  const words = textMatch(terms)
  const tokens = filterTokens(filter, filter.year !== undefined).map((token) => `"${token}"`)
  return words && [...tokens, words].join(' AND ')
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

async function findRarest(readDb: ReadDatabase, terms: AskedTerm[]): Promise<AskedTerm[]> {
  const counted: { term: AskedTerm; pages: number }[] = []
  for (const term of terms) {
    const match = textMatch([term])
    if (!match) continue
    const { rows } = await sql<{ pages: number }>`select count(*) as pages from (
      select 1 from page_search where page_search match ${match} limit ${RARE})`
      .execute(readDb)
      .catch(emptyOnPhraseError)
    const pages = rows[0]?.pages ?? 0
    if (pages > 0 && pages < RARE) counted.push({ term, pages })
  }
  return counted.sort((a, b) => a.pages - b.pages).map(({ term }) => term)
}

/** Letters newer than the tokenizer's tables split a word into a phrase, which `detail = none` cannot match. */
function emptyOnPhraseError(error: unknown): { rows: never[] } {
  if (/phrase queries are not supported/.test((error as Error).message)) return { rows: [] }
  throw error
}
