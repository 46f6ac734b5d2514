import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PageText, Question } from '#domain/search/search-index.ts'
import { pageRows } from '../page-hits.ts'
import { firstRow, LOW_BITS, positionAt, rowAfter } from '../row-numbers.ts'
import { newestRows } from './newest-rows.ts'
import { pagesQuery, pageVector } from './query-language.ts'
import { scanOf } from './row-scans.ts'

const PAGES_AT_ONCE = 100

type PaperTexts = Facts & { pages: PageText[] }

/** Many pages a statement: one for each would wait for the database as often as it works. */
export async function replacePages(db: Database, papers: readonly PaperTexts[]): Promise<void> {
  if (papers.length === 0) return
  await removePages(
    db,
    papers.map(({ position }) => position),
  )
  const pages = papers.flatMap((paper) => pageRows(paper, paper.pages))
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const some = pages.slice(at, at + PAGES_AT_ONCE)
    const vectors = some.map(({ words, tokens }) => pageVector(words, tokens))
    await sql`insert into page_search (row, terms)
      select * from unnest(${some.map(({ row }) => row)}::bigint[], ${vectors}::tsvector[])`.execute(db)
  }
}

/** Bounds around all of them, since PostgreSQL would walk the whole table for each of many ranges. */
export async function removePages(db: Database, positions: readonly number[]): Promise<void> {
  const rows = positions.map(firstRow)
  await sql`delete from page_search
    where row >= ${Math.min(...rows)} and row < ${Math.max(...positions.map(rowAfter))}
      and (row >> ${sql.lit(LOW_BITS)} << ${sql.lit(LOW_BITS)}) = any(${rows}::bigint[])`.execute(db)
}

/** Counts papers among the newest `limit` pages with all terms of a question. */
export async function countPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<{ papers: number; more: boolean }[]> {
  const found = await newestPages(readDb, questions, limit)
  return found.map((rows) => ({ papers: new Set(rows.map(positionAt)).size, more: rows.length === limit }))
}

/** Newest first, of each question. */
export async function newestPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<number[][]> {
  const scans = questions.map(({ terms, filter }) => scanOf(pagesQuery(terms, filter), filter))
  return await newestRows(readDb, 'page_search', scans, limit)
}
