import { createHmac } from 'node:crypto'
import type { Clock, Log } from '#domain/app.ts'
import type { AdminRefusal, Identity, Owed } from '#domain/identity/identity.ts'
import { secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { CONFIRMED_SECONDS } from '#domain/identity/session-limits.ts'
import { createAddressLimit } from './address-limit.ts'
import { createAdministrators } from './administrators.ts'
import { authTablesOf } from './auth-tables.ts'
import { type AuthSettings, baseUrlOf, cookieNameFor, openBetterAuth, sidOf } from './better-auth.ts'
import { createColleagues } from './colleagues.ts'
import { createChallengeCookie, pickCookie, pickSetCookies } from './cookies.ts'
import { createKnownDevices } from './device-cookie.ts'
import { createFinishSignIn } from './finish-sign-in.ts'
import { createHashQueue } from './hash-queue.ts'
import { findRecord } from './identity-records.ts'
import { createOwnAccount } from './own-account.ts'
import { createOwnSecondFactor } from './own-second-factor.ts'
import { createArgon2id, type PasswordHashing } from './password-hash.ts'
import { type LivingSession, readSession, recordDay, recordUse } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createStoredTokens } from './stored-tokens.ts'

type Settings = AuthSettings & {
  clock: Clock
  log: Log
  hashing?: PasswordHashing
  /** Whose codes these are, as an authenticator app shows it. */
  issuer?: string
  requireSecondFactor?: boolean
}

/** Identity on Better Auth; the database must have been migrated. `hashing` is replaced only by tests. */
export function createIdentity(settings: Settings): Identity {
  const { db, clock, log, secret, hashing = createArgon2id() } = settings
  const { issuer = 'Thervu', requireSecondFactor = false, secureCookies } = settings
  const auth = openBetterAuth(settings)
  const tables = authTablesOf(db)
  const cookieName = cookieNameFor(secureCookies)
  const baseUrl = baseUrlOf(settings)
  const tokens = createStoredTokens({ auth, tables, clock, baseUrl, secret })
  const accountOf = (email: string) => createHmac('sha256', secret).update(email).digest('base64url')
  const find = (cookie: string | null) => readSession({ auth, tables, clock }, pickCookie(cookie, cookieName))

  /** The living session of an administrator who may use it, else why not. */
  async function requireSession(cookie: string | null): Promise<LivingSession | AdminRefusal> {
    const session = await find(cookie)
    if (!session) return pickCookie(cookie, cookieName) ? 'user-token-expired' : 'not-signed-in'
    return session.administrator.disabled ? 'user-disabled' : session
  }

  async function owedBy(session: LivingSession): Promise<Owed | null> {
    if (session.mustChangePassword) return 'new-password'
    const isBare = requireSecondFactor && !(await secondFactorSince(db, session.administrator.id))
    return isBare ? 'second-factor' : null
  }

  async function endSession(cookie: string | null) {
    const pair = pickCookie(cookie, cookieName)
    const headers = { 'Content-Type': 'application/json', Origin: baseUrl, ...(pair ? { Cookie: pair } : {}) }
    const request = new Request(`${baseUrl}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })
    const response = await auth.handler(request)
    if (!response.ok) throw new Error(`Signing out failed inside (${response.status}).`)
    return pickSetCookies(response, cookieName)
  }

  const parts = {
    db,
    clock,
    log,
    secret,
    hashing,
    tokens,
    cookieName,
    accountOf,
    endSession,
    issuer,
    requireSecondFactor,
    addresses: createAddressLimit(),
    queue: createHashQueue(),
    devices: createKnownDevices({ db, secret, secureCookies, accountOf }),
    challenges: createChallengeCookie(secureCookies),
  }
  return {
    signIn: createSignIn(parts),
    finishSignIn: createFinishSignIn(parts),
    account: { ...createOwnAccount(parts), ...createOwnSecondFactor(parts) },
    colleagues: createColleagues(parts),
    async signOut(cookie, { requestId }) {
      const session = await find(cookie)
      const cookies = await endSession(cookie)
      if (session) log.info({ requestId, accountId: session.administrator.id }, 'signed out')
      return { cookies }
    },
    async findSession(cookie, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return null
      if (extend) await recordUse(tables, session.id, clock.now())
      return {
        administrator: session.administrator,
        sid: sidOf(session.id),
        owes: await owedBy(session),
      }
    },
    recordOf: (administratorId) => findRecord(tables, administratorId),
    async refusalOf(cookie) {
      const session = await requireSession(cookie)
      return typeof session === 'string' ? session : null
    },
    async issueToken(cookie) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      return (await tokens.issue(pickCookie(cookie, cookieName) ?? '')) ?? 'user-token-expired'
    },
    async authorize(cookie, accessToken, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      if (!accessToken) return 'not-signed-in'
      const claims = await tokens.verify(accessToken)
      const belongs = claims?.sid === sidOf(session.id) && claims.sub === session.administrator.id
      if (!belongs) return 'user-token-expired'
      const now = clock.now()
      if (extend) {
        await recordUse(tables, session.id, now)
        await recordDay(db, session, now)
      }
      const age = now.getTime() - session.confirmedAt
      return {
        ...session.administrator,
        sid: sidOf(session.id),
        confirmed: age >= 0 && age < CONFIRMED_SECONDS * 1000,
        owes: await owedBy(session),
      }
    },
    administrators: createAdministrators({ db, clock, hashing, accountOf }),
  }
}
