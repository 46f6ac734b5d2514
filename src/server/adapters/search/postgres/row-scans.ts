import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { ALL_ROWS, rowsOf } from '../row-numbers.ts'

export type Table = 'paper_search' | 'page_search' | 'question_search'
/** Rows that match `query`, a tsquery, in a range. */
export type Scan = { query: string; from: number; below: number }

/** Within the filter's year or month; null finds nothing. */
export function scanOf(query: string | null, filter: PaperFilter): Scan | null {
  return query === null ? null : { query, ...(rowsOf(filter) ?? ALL_ROWS) }
}

/** The newest `looked` rows of each range are looked at one by one, until `limit` match. */
export async function lookAtRows(
  readDb: ReadDatabase,
  table: Table,
  scans: Scan[],
  looked: number,
  limit: number,
): Promise<number[][]> {
  return await scanEach(
    readDb,
    scans.map((scan) => ({ ...scan, most: limit })),
    sql`select row from (
      select row, terms from ${sql.table(table)} where row >= start and row < stop order by row desc limit ${looked}
    ) as newest where terms @@ query order by row desc limit most`,
  )
}

/** By the index, which has all hits before it gives the newest: scans for the same words share them. */
export async function collectRows(
  readDb: ReadDatabase,
  table: Table,
  scans: Scan[],
  limit: number,
): Promise<number[][]> {
  const shared = [...Map.groupBy(scans, ({ query }) => query)].map(([query, same]) => ({
    query,
    from: Math.min(...same.map(({ from }) => from)),
    below: Math.max(...same.map(({ below }) => below)),
    most: same.length === 1 ? limit : ALL_ROWS.below,
  }))
  // With its own OFFSET the inner part is planned for all hits, and so never walks the rows in their order.
  const rows = await scanEach(
    readDb,
    shared,
    sql`select row from (
      select row from ${sql.table(table)} where terms @@ query offset 0
    ) as hits where row >= start and row < stop order by row desc limit most`,
  )
  const hits = new Map(shared.map(({ query }, at) => [query, rows[at] ?? []]))
  return scans.map(({ query, from, below }) =>
    (hits.get(query) ?? []).filter((row) => row >= from && row < below).slice(0, limit),
  )
}

/** One statement for all, as JSON: a row for each hit takes longer. */
async function scanEach(
  readDb: ReadDatabase,
  scans: (Scan & { most: number })[],
  rows: RawBuilder<unknown>,
): Promise<number[][]> {
  if (scans.length === 0) return []
  const found = await sql<{ hits: string }>`select hits
    from unnest(${scans.map(({ query }) => query)}::tsquery[], ${scans.map(({ from }) => from)}::bigint[],
      ${scans.map(({ below }) => below)}::bigint[], ${scans.map(({ most }) => most)}::bigint[]
    ) with ordinality as scan (query, start, stop, most, nth)
    cross join lateral (select coalesce(json_agg(row), '[]')::text as hits from (${rows}) as matching) as found
    order by nth`.execute(readDb)
  return found.rows.map(({ hits }) => JSON.parse(hits) as number[])
}
