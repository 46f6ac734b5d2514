import type { Database, ReadDatabase } from '#database/schema.ts'
import { StaleRead } from '../retry-stale.ts'
import type { PlanId, Prices } from './plan.ts'

export async function selectPrices(readDb: ReadDatabase): Promise<Prices> {
  const rows = await readDb.selectFrom('prices').select(['id', 'rupees']).execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.rupees])) as Prices
}

/** Throws `StaleRead` when the price is another one by now. */
export async function updatePrice(
  db: Database,
  id: PlanId,
  { from, to }: { from: number | null; to: number | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('prices')
    .set({ rupees: to, updatedAt: now.toISOString() })
    .where('id', '=', id)
    .where('rupees', from === null ? 'is' : '=', from)
    .returning('id')
    .executeTakeFirstOrThrow(() => new StaleRead())
}
