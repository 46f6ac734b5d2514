import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ADDRESS_ATTEMPTS } from '#domain/identity/session-limits.ts'
import { networkOf } from '#server/middleware/network-of.ts'

export type AddressLimit = {
  /** Counts an attempt; returns 0, or the seconds until this address may try again. */
  take(address: string): Promise<number>
  /** Takes back one attempt that turned out to be the owner's. */
  giveBack(address: string): Promise<void>
}

/** Attempts to sign in for each client address, kept in memory: a restart forgives. */
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
    async giveBack(address) {
      await limiter.reward(networkOf(address))
    },
  }
}
