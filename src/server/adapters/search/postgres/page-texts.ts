import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { AskedTerm, InsideHit, PageText, Question } from '#domain/search/search-index.ts'
import { setCodesOfPage } from '#domain/search/words/set-code.ts'
import { tokensOf } from '../index-tokens.ts'
import { firstRow, lowOf, positionAt, rowAfter } from '../row-numbers.ts'
import { newestRows } from './newest-rows.ts'
import { pagesQuery, pageVector } from './query-language.ts'
import { scanOf } from './row-scans.ts'

/** More characters than any printed page has. */
const PAGE_LIMIT = 20_000
const LAST_PAGE = 1_000
const PAGES_AT_ONCE = 100
/** A word on this many pages says little. */
const RARE = 2_000
/** The rarest words of a long question are tried when no page has all words. */
const RAREST = 3

/** Texts of a paper; its pages' numbers take the bits in which a title's row has its facets. */
type PaperTexts = Facts & { pages: PageText[] }

/** Many pages a statement: one for each would wait for the database as often as it works. */
export async function replacePages(db: Database, papers: readonly PaperTexts[]): Promise<void> {
  await removePages(
    db,
    papers.map(({ position }) => position),
  )
  const pages = papers.flatMap((paper) =>
    paper.pages
      .filter(({ page }) => page >= 1 && page <= LAST_PAGE)
      .map(({ page, text }) => ({ paper, row: firstRow(paper.position) + page, text })),
  )
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const some = pages.slice(at, at + PAGES_AT_ONCE)
    const vectors = some.map(({ paper, text }) => {
      const words = text.slice(0, PAGE_LIMIT)
      return pageVector(words, tokensOf(paper, setCodesOfPage(words)))
    })
    await sql`insert into page_search (row, terms)
      select * from unnest(${some.map(({ row }) => row)}::bigint[], ${vectors}::tsvector[])`.execute(db)
  }
}

export async function removePages(db: Database, positions: readonly number[]): Promise<void> {
  await sql`delete from page_search
    using unnest(${positions.map(firstRow)}::bigint[], ${positions.map(rowAfter)}::bigint[]) as paper (start, stop)
    where row >= start and row < stop`.execute(db)
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
  const [rows = []] = await pageRows(readDb, [{ terms, filter }], limit)
  return rows.map((row) => ({ position: positionAt(row), page: lowOf(row) }))
}

/** Counts papers among the newest `limit` pages with all terms of a question. */
export async function countPages(
  readDb: ReadDatabase,
  questions: readonly Question[],
  limit: number,
): Promise<{ papers: number; more: boolean }[]> {
  const found = await pageRows(readDb, questions, limit)
  return found.map((rows) => ({ papers: new Set(rows.map(positionAt)).size, more: rows.length === limit }))
}

async function findRarest(readDb: ReadDatabase, terms: AskedTerm[]): Promise<AskedTerm[]> {
  const alone = terms.map((term) => ({ terms: [term], filter: {} }))
  const found = await pageRows(readDb, alone, RARE)
  return terms
    .map((term, at) => ({ term, pages: found[at]?.length ?? 0 }))
    .filter(({ pages }) => pages > 0 && pages < RARE)
    .sort((a, b) => a.pages - b.pages)
    .map(({ term }) => term)
}

async function pageRows(readDb: ReadDatabase, questions: readonly Question[], limit: number) {
  const scans = questions.map(({ terms, filter }) => scanOf(pagesQuery(terms, filter), filter))
  return await newestRows(readDb, 'page_search', scans, limit)
}
