import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { Groups } from '../facet-groups.ts'
import { LOW_BITS, MONTH_BITS, readKind } from '../row-numbers.ts'

const [MONTH_AT, LOW_AT] = [sql.lit(MONTH_BITS), sql.lit(LOW_BITS)]

/** As JSON: a row for each hit, or grouping in SQLite, takes twice as long. */
export async function groupHits(
  readDb: ReadDatabase,
  { match, range }: { match: string; range: RawBuilder<unknown> },
  limit: number,
): Promise<Groups> {
  const { rows } = await sql<{ kinds: string }>`select json_group_array(kind) as kinds from (
    select (rowid >> ${MONTH_AT} << ${LOW_AT}) + (rowid & ((1 << ${LOW_AT}) - 1)) as kind from paper_search
    where paper_search match ${match} ${range} order by rowid desc limit ${limit})`.execute(readDb)
  const papers = new Map<number, number>()
  for (const kind of JSON.parse(rows[0]?.kinds ?? '[]') as number[])
    papers.set(kind, (papers.get(kind) ?? 0) + 1)
  return [...papers].map(([kind, count]) => ({ facts: readKind(kind), papers: count }))
}
