import { randomBytes } from 'node:crypto'
import type { AccountRow } from '#domain/identity/administrators.server.ts'
import { KNOWN_DEVICE_SECONDS } from '#domain/identity/session-limits.ts'
import { createCookie, isSigned, sign } from './cookies.ts'

const ID_BYTES = 16

/** Includes what changes with the password or the second factor. */
type Owner = Pick<AccountRow, 'email' | 'passwordHash' | 'secondFactorSince'>

/** Browsers that an account has signed in from: each has its own allowance of wrong passwords. */
export type KnownDevices = {
  /** Attempts count for the device if its cookie is valid, else for the account. */
  allowanceOf(owner: Owner, cookie: string | null): { key: string; known: boolean }
  nameOf(owner: Owner, cookie: string | null): string
  remember(owner: Owner, name: string): string
}

/** Signed with the account's password hash and second factor: nothing is stored, and a change of either ends all. */
export function createKnownDevices(parts: {
  secret: string
  secureCookies: boolean
  accountOf(email: string): string
}): KnownDevices {
  const { secret, secureCookies, accountOf } = parts
  const cookie = createCookie('device', { secure: secureCookies, lifeSeconds: KNOWN_DEVICE_SECONDS })

  function textOf({ email, passwordHash, secondFactorSince }: Owner, id: string) {
    return `device ${accountOf(email)} ${id} ${passwordHash} ${secondFactorSince ?? ''}`
  }

  function idOf(owner: Owner, header: string | null) {
    const [id, signature, ...more] = cookie.read(header)?.split('.') ?? []
    if (!id || !signature || more.length > 0) return null
    return isSigned(secret, textOf(owner, id), signature) ? id : null
  }

  return {
    allowanceOf(owner, header) {
      const id = idOf(owner, header)
      const account = accountOf(owner.email)
      return { key: id ? `${account}:${id}` : account, known: id !== null }
    },
    nameOf: (owner, header) => idOf(owner, header) ?? randomBytes(ID_BYTES).toString('base64url'),
    remember: (owner, id) => cookie.give(`${id}.${sign(secret, textOf(owner, id))}`),
  }
}
