import type { Database, ReadDatabase } from '#database/schema.ts'
import type { PlanId, Prices } from './plan.ts'

/** Every plan's price in whole rupees or null. */
export async function selectPrices(readDb: ReadDatabase): Promise<Prices> {
  const rows = await readDb.selectFrom('prices').select(['id', 'rupees']).execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.rupees])) as Prices
}

/** Writes one plan's price. */
export async function updatePrice(db: Database, id: PlanId, rupees: number | null, now: Date): Promise<void> {
  await db.updateTable('prices').set({ rupees, updatedAt: now.toISOString() }).where('id', '=', id).execute()
}
