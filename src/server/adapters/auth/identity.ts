import { createHmac } from 'node:crypto'
import { isFull } from '#database/faults.ts'
import { NO_RESERVE, type Reserve } from '#database/reserve.ts'
import type { Owed } from '#domain/identity/administrator.ts'
import { readAdministrator, toIdentityRecord } from '#domain/identity/administrators.server.ts'
import type { AdminRefusal, Identity } from '#domain/identity/identity.ts'
import { createRefusalNotes } from '#domain/identity/refused-sign-ins.server.ts'
import { CONFIRMED_SECONDS } from '#domain/identity/session-limits.ts'
import { endSession, findSession, type LivingSession, recordUse } from '#domain/identity/sessions.server.ts'
import { createAddressLimit } from './address-limit.ts'
import type { AuthContext } from './auth-context.ts'
import { createColleagues } from './colleagues.ts'
import { createAdministrators } from './command-line.ts'
import { createChallengeCookie, createSessionCookie } from './cookies.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOwnAccount } from './own-account.ts'
import { createOwnSecondFactor } from './own-second-factor.ts'
import { createArgon2id, createHashQueue, type PasswordHashing } from './password-hash.ts'
import { createSignIn } from './sign-in.ts'
import { createStoredTokens } from './token-signing.ts'

type Settings = Pick<AuthContext, 'db' | 'clock' | 'log' | 'secret'> & {
  reserve?: Reserve
  secureCookies: boolean
  /** Null when it is not fixed, as on localhost. */
  siteOrigin: string | null
  hashing?: PasswordHashing
  issuer?: () => Promise<string>
  requireSecondFactor?: boolean
}

/** The database must be migrated. `hashing` is replaced only by tests. */
export function createIdentity(settings: Settings): Identity {
  const parts = partsOf(settings)
  const { log, sessionCookie, tokens } = parts

  async function requireSession(cookie: string | null): Promise<LivingSession | AdminRefusal> {
    const sid = sessionCookie.readSid(cookie)
    const session = sid && (await unlessFull(findSession(parts, sid)))
    if (!session) return sessionCookie.isThere(cookie) ? 'user-token-expired' : 'not-signed-in'
    return session.administrator.disabled ? 'user-disabled' : session
  }

  function owedBy(session: LivingSession): Owed | null {
    if (session.mustChangePassword) return 'new-password'
    return parts.requireSecondFactor && !session.secondFactorSince ? 'second-factor' : null
  }

  return {
    ...createSignIn(parts),
    account: { ...createOwnAccount(parts), ...createOwnSecondFactor(parts) },
    colleagues: createColleagues(parts),
    administrators: createAdministrators(parts),
    settle: () => parts.refusals.settle(),
    async signOut(cookie, { requestId }) {
      const sid = sessionCookie.readSid(cookie)
      const session = sid && (await findSession(parts, sid))
      if (session) {
        await parts.reserve.use(() => endSession(parts.db, session.sid))
        log.info({ requestId, accountId: session.administrator.id }, 'signed out')
      }
      return { cookies: [sessionCookie.clear()] }
    },
    async findSession(cookie, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return null
      if (extend) await unlessFull(recordUse(parts, session))
      return { administrator: session.administrator, sid: session.sid, owes: owedBy(session) }
    },
    async recordOf(administratorId) {
      return toIdentityRecord(await readAdministrator(parts.db, administratorId))
    },
    async refusalOf(cookie) {
      const session = await requireSession(cookie)
      return typeof session === 'string' ? session : null
    },
    async issueToken(cookie) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      return await tokens.issue({ sid: session.sid, sub: session.administrator.id })
    },
    async authorize(cookie, accessToken, { extend }) {
      const session = await requireSession(cookie)
      if (typeof session === 'string') return session
      if (!accessToken) return 'not-signed-in'
      const claims = await tokens.verify(accessToken)
      if (claims?.sid !== session.sid || claims.sub !== session.administrator.id) return 'user-token-expired'
      if (extend) await unlessFull(recordUse(parts, session))
      const age = parts.clock.now().getTime() - session.confirmedAt
      const confirmed = age >= 0 && age < CONFIRMED_SECONDS * 1000
      return { ...session.administrator, sid: session.sid, confirmed, owes: owedBy(session) }
    },
  }
}

/** Neither a session's use nor its end needs to be written for the desk to work. */
async function unlessFull<Result>(work: Promise<Result>): Promise<Result | null> {
  return await work.catch((error: unknown) => {
    if (!isFull(error)) throw error
    return null
  })
}

function partsOf({ secureCookies, siteOrigin, ...settings }: Settings): AuthContext {
  const {
    clock,
    secret,
    issuer = async () => 'Thervu',
    requireSecondFactor = false,
    reserve = NO_RESERVE,
  } = settings
  const hashing = settings.hashing ?? createArgon2id()
  const accountOf = (email: string) => createHmac('sha256', secret).update(email).digest('base64url')
  return {
    ...settings,
    reserve,
    issuer,
    requireSecondFactor,
    hashing,
    accountOf,
    queue: createHashQueue(hashing),
    addresses: createAddressLimit(),
    refusals: createRefusalNotes(settings),
    tokens: createStoredTokens({ secret, clock, origin: siteOrigin ?? 'http://localhost' }),
    devices: createKnownDevices({ secret, secureCookies, accountOf }),
    sessionCookie: createSessionCookie(secret, secureCookies),
    challengeCookie: createChallengeCookie(secureCookies),
  }
}
