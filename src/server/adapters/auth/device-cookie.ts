import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { KNOWN_DEVICE_SECONDS } from '#domain/identity/session-limits.ts'
import { pickCookie } from './cookies.ts'

const ID_BYTES = 16

/** Browsers that an account has signed in from: each has an allowance of wrong passwords of its own. */
export type KnownDevices = {
  /** Under which name an attempt counts: the account's device, when the cookie is a good one, else the account. */
  allowanceOf(account: string, cookie: string | null): { key: string; known: boolean }
  /** The Set-Cookie line by which this browser is known from now on; one that is known keeps its name. */
  remember(account: string, cookie: string | null): string
}

/** The cookie says which account and is signed, so nothing is stored; `account` is a hash of the email. */
export function createKnownDevices(settings: { secret: string; secureCookies: boolean }): KnownDevices {
  const name = settings.secureCookies ? '__Host-device' : 'device'
  const sign = (account: string, id: string) =>
    createHmac('sha256', settings.secret).update(`device ${account} ${id}`).digest('base64url')

  function idOf(account: string, cookie: string | null) {
    const [id, signature, ...more] =
      pickCookie(cookie, name)
        ?.slice(name.length + 1)
        .split('.') ?? []
    if (!id || !signature || more.length > 0) return null
    const [expected, given] = [Buffer.from(sign(account, id)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given) ? id : null
  }

  return {
    allowanceOf(account, cookie) {
      const id = idOf(account, cookie)
      return { key: id ? `${account}:${id}` : account, known: id !== null }
    },
    remember(account, cookie) {
      const id = idOf(account, cookie) ?? randomBytes(ID_BYTES).toString('base64url')
      const secure = settings.secureCookies ? '; Secure' : ''
      return `${name}=${id}.${sign(account, id)}; Max-Age=${KNOWN_DEVICE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Strict`
    },
  }
}
