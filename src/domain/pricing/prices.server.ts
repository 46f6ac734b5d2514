import type { App } from '#domain/app.ts'
import type { PlanId, Prices } from './plan.ts'
import { selectPrices, updatePrice } from './store.server.ts'

/** All nine prices in whole rupees, null where none is set. */
export async function listPrices(app: Pick<App, 'reader'>): Promise<Prices> {
  return await selectPrices(app.reader)
}

/** Sets the named prices, all or none; returns all nine as they then are. */
export async function setPrices(app: Pick<App, 'db' | 'clock'>, prices: Partial<Prices>): Promise<Prices> {
  return await app.db.transaction().execute(async (tx) => {
    for (const [id, rupees] of Object.entries(prices)) {
      if (rupees !== undefined) await updatePrice(tx, id as PlanId, rupees, app.clock.now())
    }
    return await selectPrices(tx)
  })
}
