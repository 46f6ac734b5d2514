import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './network-of.ts'

/** Points that may be spent: by an address in a minute, by an address on one paper in a minute, by all in a second. */
export type CounterRates = { perAddress: number; perAddressAndPaper: number; perSecond: number }
export const COUNTER_RATES: CounterRates = { perAddress: 120, perAddressAndPaper: 20, perSecond: 500 }

export type CounterLimits = {
  /** Spends one point on counting a paper's view, or a visit; returns 0, or the seconds to wait at a limit. */
  spend(address: string, paper?: string): Promise<number>
}

/** Keeps counters honest: nobody counts faster than a person could read. */
export function createCounterLimits(rates: CounterRates = COUNTER_RATES): CounterLimits {
  const site = new RateLimiterMemory({ points: rates.perSecond, duration: 1 })
  const byAddress = new RateLimiterMemory({ points: rates.perAddress, duration: 60 })
  const byPaper = new RateLimiterMemory({ points: rates.perAddressAndPaper, duration: 60 })
  return {
    async spend(from, paper) {
      const address = networkOf(from)
      // The address first: whoever has used it up cannot fill the memory with papers.
      const points: [RateLimiterMemory, string][] = [
        [byAddress, address],
        ...(paper === undefined ? [] : [[byPaper, `${address} ${paper}`] as [RateLimiterMemory, string]]),
        [site, 'site'],
      ]
      for (const [at, [limiter, key]] of points.entries()) {
        const refusal = await limiter.consume(key).then(() => null, refusalOf)
        if (!refusal) continue
        for (const [spent, name] of points.slice(0, at)) await spent.reward(name)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
      return 0
    },
  }
}

function refusalOf(refusal: unknown) {
  if (refusal instanceof RateLimiterRes) return refusal
  throw refusal
}
