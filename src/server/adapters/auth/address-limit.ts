import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ADDRESS_ATTEMPTS } from '#domain/identity/session-limits.ts'
import { networkOf } from '#server/middleware/client.ts'

export type AddressLimit = {
  /** Returns 0, or the seconds until this address may try again. */
  take(address: string): Promise<number>
  refund(address: string): Promise<void>
}

/** In memory: a restart forgives. */
export function createAddressLimit(): AddressLimit {
  const limiter = new RateLimiterMemory({
    points: ADDRESS_ATTEMPTS.most,
    duration: ADDRESS_ATTEMPTS.perSeconds,
  })
  return {
    async take(address) {
      try {
        await limiter.consume(networkOf(address))
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async refund(address) {
      await limiter.reward(networkOf(address))
    },
  }
}
