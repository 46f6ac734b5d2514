import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { retryStale, StaleRead } from '../retry-stale.ts'
import { type PlanId, type Prices, planLabel } from './plan.ts'

export async function listPrices(app: Pick<App, 'readDb'>): Promise<Prices> {
  return await selectPrices(app.readDb)
}

/** Sets all or none, with the journal; returns all nine as they then are.
 * `conflict`, and nothing set, where a price is neither what `believed` says nor what it is set to. */
export async function setPrices(
  app: Pick<App, 'db' | 'clock'>,
  wanted: Partial<Prices>,
  author: Author,
  believed: Partial<Prices> = {},
): Promise<{ prices: Prices } | { conflict: Prices }> {
  return await retryStale(app.db, async (tx) => {
    const present = await selectPrices(tx)
    const changes = (Object.entries(wanted) as [PlanId, number | null][]).filter(
      ([id, rupees]) => rupees !== present[id],
    )
    if (changes.some(([id]) => believed[id] !== undefined && believed[id] !== present[id])) {
      return { conflict: present }
    }
    for (const [id, rupees] of changes) {
      await updatePrice(tx, id, { from: present[id], to: rupees }, app.clock.now())
      await recordChange(tx, app, author, {
        action: 'set',
        kind: 'price',
        subjectId: id,
        subject: planLabel(id),
        before: { rupees: present[id] },
        after: { rupees },
      })
    }
    return { prices: await selectPrices(tx) }
  })
}

async function selectPrices(readDb: ReadDatabase): Promise<Prices> {
  const rows = await readDb.selectFrom('prices').select(['id', 'rupees']).execute()
  return Object.fromEntries(rows.map((row) => [row.id, row.rupees])) as Prices
}

/** Throws `StaleRead` when the price is another one by now. */
async function updatePrice(
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
