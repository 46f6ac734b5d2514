import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { rowsOf } from '../row-numbers.ts'

/** The rows that match, within the filter's year or month. */
export function hitsOf(
  table: 'paper_search' | 'page_search',
  query: string,
  filter: PaperFilter,
): RawBuilder<unknown> {
  const rows = rowsOf(filter)
  const range = rows ? sql`and row >= ${rows.from} and row < ${rows.below}` : sql``
  return sql`select row from ${sql.table(table)} where terms @@ ${query}::tsquery ${range}`
}

/** One statement for many counts, each planned for its own words; null where nothing was asked. */
export async function countEach(
  readDb: ReadDatabase,
  counts: readonly (RawBuilder<unknown> | null)[],
): Promise<(string | null)[]> {
  const asked = counts.map((count) => (count ? sql`(${count})::text` : sql`null::text`))
  if (asked.length === 0) return []
  const { rows } = await sql<{
    counts: string
  }>`select json_build_array(${sql.join(asked)}) as counts`.execute(readDb)
  return JSON.parse(rows[0]?.counts ?? '[]') as (string | null)[]
}
