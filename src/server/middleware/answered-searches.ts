import type { MiddlewareHandler } from 'hono'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { isCounted } from './counted-request.ts'
import { type CounterRates, createCounterLimits } from './counter-limits.ts'
import { networkOf } from './network-of.ts'

/** Counted searches of an address in a minute: more than somebody types, fewer than a machine asks. */
const SEARCH_RATES: CounterRates = { perAddress: 20, perSecond: 50 }

/** Gives every route `searched`, which counts a search and its results without delaying the answer. */
export function noteSearches(app: App): MiddlewareHandler<HttpEnv> {
  const limits = createCounterLimits(SEARCH_RATES)
  return async (c, next) => {
    c.set('searched', (q, found) => {
      const { address } = c.var
      app.searches.note({
        asker: networkOf(address),
        q,
        found,
        day: indiaDay(app.clock.now()),
        mayCount: async () => (await isCounted(app, c)) && (await limits.spend(address)) === 0,
      })
    })
    await next()
  }
}
