import type { ReadDatabase } from '#database/schema.ts'
import { collectRows, lookAtRows, type Scan, type Table } from './row-scans.ts'

/** How many of the newest rows are looked at before the index is asked; pages are longer. */
const LOOKED_AT = { paper_search: 500, page_search: 200, question_search: 500 }
/** Where one of so many matches, looking on is quicker than collecting all hits from the index. */
const COMMON = 20

/**
 * The newest rows of each scan, up to `limit`; of null none. PostgreSQL would choose between walking all rows and its
 * index by a guess at the hits, which is far too high where words never stand together, or nowhere. So what the newest
 * rows have decides, and no plan depends on the words.
 */
export async function newestRows(
  readDb: ReadDatabase,
  table: Table,
  scans: readonly (Scan | null)[],
  limit: number,
): Promise<number[][]> {
  const found = scans.map((): number[] => [])
  const unfilled = (least = 0) =>
    scans.flatMap((scan, at) => {
      const hits = found[at]?.length ?? 0
      return scan && hits >= least && hits < limit ? [{ ...scan, at }] : []
    })
  const look = async (some: ReturnType<typeof unfilled>, looked: number) => {
    const rows = await lookAtRows(readDb, table, some, looked, limit)
    for (const [nth, { at }] of some.entries()) found[at] = rows[nth] ?? []
  }
  await look(unfilled(), LOOKED_AT[table])
  await look(unfilled(LOOKED_AT[table] / COMMON), 2 * limit * COMMON)
  const rest = unfilled()
  const rows = await collectRows(readDb, table, rest, limit)
  for (const [nth, { at }] of rest.entries()) found[at] = rows[nth] ?? []
  return found
}
