import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Points that may be spent: by an address in a minute, by an address on one paper in a minute, by all in a second. */
export type CounterRates = { perAddress: number; perAddressAndPaper: number; perSecond: number }
export const COUNTER_RATES: CounterRates = { perAddress: 120, perAddressAndPaper: 20, perSecond: 500 }

export type CounterLimits = {
  /** Spends one point on counting; returns 0, or the seconds to wait when a limit is reached. */
  spend(address: string, subject: string): Promise<number>
}

/** Keeps counters honest: nobody counts faster than a person could read. */
export function createCounterLimits(rates: CounterRates = COUNTER_RATES): CounterLimits {
  const site = new RateLimiterMemory({ points: rates.perSecond, duration: 1 })
  const byAddress = new RateLimiterMemory({ points: rates.perAddress, duration: 60 })
  const byPaper = new RateLimiterMemory({ points: rates.perAddressAndPaper, duration: 60 })
  return {
    async spend(address, subject) {
      try {
        await byPaper.consume(`${address} ${subject}`)
        await byAddress.consume(address)
        await site.consume('site')
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      }
    },
  }
}
