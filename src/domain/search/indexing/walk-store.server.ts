import type { PaperRow, ReadDatabase } from '#database/schema.ts'

/** The newest below a position, in the order of the index: for walking the whole catalogue in batches. */
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
