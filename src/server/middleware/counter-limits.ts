import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './network-of.ts'

/** Points for each address in a minute, and for all together in a second. */
export type CounterRates = { perAddress: number; perSecond: number }
export const COUNTER_RATES: CounterRates = { perAddress: 120, perSecond: 500 }
/** A visitor's views of one paper within these seconds count once: a double tap is one view. */
const REPEAT_SECONDS = 3

export type CounterLimits = {
  /** Spends one point; returns 0, or the seconds to wait at a limit. */
  spend(address: string): Promise<number>
  /** Whether this paper was counted a moment ago for this visitor; never without a visitor's mark. */
  isRepeat(address: string, visitor: string | undefined, paper: string): Promise<boolean>
}

/** A class behind one router counts whole, and nobody counts faster than a class could read. */
export function createCounterLimits(rates: CounterRates = COUNTER_RATES): CounterLimits {
  const site = new RateLimiterMemory({ points: rates.perSecond, duration: 1 })
  const byAddress = new RateLimiterMemory({ points: rates.perAddress, duration: 60 })
  const byVisitor = new RateLimiterMemory({ points: 1, duration: REPEAT_SECONDS })
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
    async isRepeat(from, visitor, paper) {
      if (!visitor || !MARK_FORMAT.test(visitor)) return false
      const key = `${networkOf(from)} ${visitor} ${paper}`
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
