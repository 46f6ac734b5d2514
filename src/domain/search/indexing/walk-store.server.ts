import type { PaperRow, ReadDatabase } from '#database/schema.ts'

/** Papers below a position, the newest of them, in the order of the index: for walking the whole catalogue in steps. */
export async function selectBelow(
  readDb: ReadDatabase,
  position: number,
  limit: number,
): Promise<PaperRow[]> {
  const rows = await readDb
    .selectFrom('papers')
    .selectAll()
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** How many papers there are from a position up, and in all. */
export async function countFrom(
  readDb: ReadDatabase,
  position: number,
): Promise<{ above: number; all: number }> {
  const row = await readDb
    .selectFrom('papers')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('position', '>=', position).as('above'),
    ])
    .executeTakeFirstOrThrow()
  return { above: row.above, all: row.all }
}
