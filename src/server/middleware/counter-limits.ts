import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { App } from '#domain/app.ts'
import { networkOf } from './client.ts'

/** Counted searches of an address in a minute: more than somebody types, fewer than a machine asks. */
const SEARCH_RATES: CounterRates = { perAddress: 20, perSecond: 50 }

type Requester = { address: string; header: (name: string) => string | undefined }
export type NoteSearch = (requester: Requester, q: string, found: number) => void

/** Counts a search and its results without delaying the answer. */
export function createSearchNotes(app: App): NoteSearch {
  const limits = createCounterLimits(SEARCH_RATES)
  return ({ address, header }, q, found) =>
    app.searches.note({
      requester: networkOf(address),
      q,
      found,
      at: app.clock.now(),
      mayCount: async () => (await isCounted(app, header)) && (await limits.spend(address)) === 0,
    })
}

/** Points for each address in a minute, and for all together in a second. */
export type CounterRates = { perAddress: number; perSecond: number }
export const COUNTER_RATES: CounterRates = { perAddress: 120, perSecond: 500 }
/** A visitor's views of one paper within these seconds count once: a double tap is one view. */
const REPEAT_SECONDS = 3

export type CounterLimits = {
  /** Spends one point; returns 0, or the seconds to wait at a limit. */
  spend(address: string): Promise<number>
  /** Whether this was counted a moment ago for this visitor; never without a visitor's mark. */
  isRepeat(address: string, visitor: string | undefined, counted: string): Promise<boolean>
}

/** A class behind one router counts whole, and nobody counts faster than a class could read. */
export function createCounterLimits(
  rates: CounterRates = COUNTER_RATES,
  repeatSeconds = REPEAT_SECONDS,
): CounterLimits {
  const site = new RateLimiterMemory({ points: rates.perSecond, duration: 1 })
  const byAddress = new RateLimiterMemory({ points: rates.perAddress, duration: 60 })
  const byVisitor = new RateLimiterMemory({ points: 1, duration: repeatSeconds })
  return {
    async spend(from) {
      const address = networkOf(from)
      const ofAddress = await byAddress.consume(address).then(() => null, refusalOf)
      if (ofAddress) return secondsOf(ofAddress)
      const ofSite = await site.consume('site').then(() => null, refusalOf)
      if (!ofSite) return 0
      await byAddress.reward(address)
      return secondsOf(ofSite)
    },
    async isRepeat(from, visitor, counted) {
      if (!visitor || !MARK_FORMAT.test(visitor)) return false
      const key = `${networkOf(from)} ${visitor} ${counted}`
      return (await byVisitor.consume(key).then(() => null, refusalOf)) !== null
    },
  }
}

const MARK_FORMAT = /^[a-z0-9]{16,32}$/

function secondsOf({ msBeforeNext }: RateLimiterRes) {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}

function refusalOf(refusal: unknown) {
  if (refusal instanceof RateLimiterRes) return refusal
  throw refusal
}

/** Whether a request counts: no prefetch, no other site's, no signed-in administrator's. */
export async function isCounted(
  app: Pick<App, 'identity'>,
  headerOf: (name: string) => string | undefined,
): Promise<boolean> {
  const header = (name: string) => headerOf(name) ?? ''
  if (/prefetch|prerender/i.test(`${header('sec-purpose')} ${header('purpose')} ${header('x-moz')}`))
    return false
  if (!['', 'same-origin', 'none'].includes(header('sec-fetch-site'))) return false
  const cookie = headerOf('cookie')
  if (!cookie || !/(^|;\s*)(__Host-)?session=/.test(cookie)) return true
  return (await app.identity.findSession(cookie, { extend: false })) === null
}
