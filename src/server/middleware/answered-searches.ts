import type { App } from '#domain/app.ts'
import { isCounted } from './counted-request.ts'
import { type CounterRates, createCounterLimits } from './counter-limits.ts'
import { networkOf } from './network-of.ts'

/** Counted searches of an address in a minute: more than somebody types, fewer than a machine asks. */
const SEARCH_RATES: CounterRates = { perAddress: 20, perSecond: 50 }

type Asker = { address: string; header: (name: string) => string | undefined }
export type NoteSearch = (asker: Asker, q: string, found: number) => void

/** Counts a search and its results without delaying the answer. */
export function createSearchNotes(app: App): NoteSearch {
  const limits = createCounterLimits(SEARCH_RATES)
  return ({ address, header }, q, found) =>
    app.searches.note({
      asker: networkOf(address),
      q,
      found,
      at: app.clock.now(),
      mayCount: async () => (await isCounted(app, header)) && (await limits.spend(address)) === 0,
    })
}
