import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import { secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { KNOWN_DEVICE_SECONDS } from '#domain/identity/session-limits.ts'
import { authTablesOf } from './auth-tables.ts'
import { pickCookie } from './cookies.ts'

const ID_BYTES = 16

/** Browsers that an account has signed in from: each has an allowance of wrong passwords of its own. */
export type KnownDevices = {
  /** Under which name an attempt counts: the account's device, when the cookie is a good one, else the account. */
  allowanceOf(email: string, cookie: string | null): Promise<{ key: string; known: boolean }>
  /** The name under which the account knows this browser, or a new one. */
  nameOf(email: string, cookie: string | null): Promise<string>
  /** The Set-Cookie line by which a browser is known under this name from now on. */
  remember(email: string, name: string): Promise<string>
}

type Settings = {
  db: Database
  secret: string
  secureCookies: boolean
  accountOf(email: string): string
}

/**
 * The cookie is signed for one account with its present password and second factor, so nothing is stored, and a
 * change of either ends all of them.
 */
export function createKnownDevices({ db, secret, secureCookies, accountOf }: Settings): KnownDevices {
  const name = secureCookies ? '__Host-device' : 'device'

  async function sign(email: string, id: string) {
    const text = `device ${accountOf(email)} ${id} ${await credentialsOf(db, email)}`
    return createHmac('sha256', secret).update(text).digest('base64url')
  }

  async function idOf(email: string, cookie: string | null) {
    const [id, signature, ...more] =
      pickCookie(cookie, name)
        ?.slice(name.length + 1)
        .split('.') ?? []
    if (!id || !signature || more.length > 0) return null
    const [expected, given] = [Buffer.from(await sign(email, id)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given) ? id : null
  }

  return {
    async allowanceOf(email, cookie) {
      const id = await idOf(email, cookie)
      const account = accountOf(email)
      return { key: id ? `${account}:${id}` : account, known: id !== null }
    },
    async nameOf(email, cookie) {
      return (await idOf(email, cookie)) ?? randomBytes(ID_BYTES).toString('base64url')
    },
    async remember(email, id) {
      const secure = secureCookies ? '; Secure' : ''
      return `${name}=${id}.${await sign(email, id)}; Max-Age=${KNOWN_DEVICE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Strict`
    },
  }
}

/** What changes with the password and with the second factor; asks as much for an account that does not exist. */
async function credentialsOf(db: Database, email: string) {
  const found = await authTablesOf(db)
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['user.id', 'account.password'])
    .where('user.email', '=', email)
    .executeTakeFirst()
  const since = await secondFactorSince(db, found?.id ?? '')
  return `${found?.password ?? ''} ${since ?? ''}`
}
