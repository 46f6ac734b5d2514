import { randomBytes } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AccountRow } from '#domain/identity/administrators.server.ts'
import { ADDRESS_ATTEMPTS, KNOWN_DEVICE_SECONDS, SHARED_ATTEMPTS } from '#domain/identity/session-limits.ts'
import type { Allowance } from '#domain/identity/sign-in-throttle.server.ts'
import { neighbourhoodOf, networkOf } from '#server/middleware/client.ts'
import { createCookie, isSigned, type Secrets, sign } from './cookies.ts'

const ID_BYTES = 16

/** Includes what changes with the password or the second factor. */
type Owner = Pick<AccountRow, 'email' | 'passwordHash' | 'secondFactorSince'>

/** Where a request comes from: its address, as our server found it, and its Cookie header. */
type Source = { address: string; cookie: string | null }

/** Browsers that an account has signed in from: each has its own allowance of wrong passwords. */
export type KnownDevices = {
  /** Attempts count for the device if its cookie is valid, else for its network, and for all unknown ones together.
   * Codes of unknown devices have one allowance for the account: six digits bear no second one. */
  allowanceOf(owner: Owner, source: Source): { password: Allowance; code: Allowance; known: boolean }
  nameOf(owner: Owner, cookie: string | null): string
  remember(owner: Owner, name: string): string
}

/** Signed with the account's password hash and second factor: nothing is stored, and a change of either ends all. */
export function createKnownDevices(parts: {
  secrets: Secrets
  secureCookies: boolean
  accountOf(email: string, secret?: string): string
}): KnownDevices {
  const { secrets, secureCookies, accountOf } = parts
  const [secret] = secrets
  const cookie = createCookie('device', { secure: secureCookies, lifeSeconds: KNOWN_DEVICE_SECONDS })

  function textOf({ email, passwordHash, secondFactorSince }: Owner, id: string, by = secret) {
    return `device ${accountOf(email, by)} ${id} ${passwordHash} ${secondFactorSince ?? ''}`
  }

  function idOf(owner: Owner, header: string | null) {
    const [id, signature, ...more] = cookie.read(header)?.split('.') ?? []
    if (!id || !signature || more.length > 0) return null
    return secrets.some((by) => isSigned([by], textOf(owner, id, by), signature)) ? id : null
  }

  return {
    allowanceOf(owner, { address, cookie: header }) {
      const id = idOf(owner, header)
      const account = accountOf(owner.email)
      if (id)
        return { password: { key: `${account}:${id}` }, code: { key: `${account}:${id}:code` }, known: true }
      const within = (text: string) => `${account}:${sign(secret, `${text} of ${account}`)}`
      const shared = [
        { key: within(`neighbourhood ${neighbourhoodOf(address)}`), ...SHARED_ATTEMPTS.neighbourhood },
        { key: account, ...SHARED_ATTEMPTS.account },
      ]
      const password = { key: within(`network ${networkOf(address)}`), shared }
      return { password, code: { key: `${account}:code` }, known: false }
    },
    nameOf: (owner, header) => idOf(owner, header) ?? randomBytes(ID_BYTES).toString('base64url'),
    remember: (owner, id) => cookie.give(`${id}.${sign(secret, textOf(owner, id))}`),
  }
}

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
