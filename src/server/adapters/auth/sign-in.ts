import type { Database } from '#database/schema.ts'
import type { Clock, Log } from '#domain/app.ts'
import type { Identity, SignInRefusal, SignInRequest } from '#domain/identity/identity.ts'
import { secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { HASHES, SECOND_STEP } from '#domain/identity/session-limits.ts'
import { closeChallenge, openChallenge } from '#domain/identity/sign-in-challenge.server.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import type { AddressLimit } from './address-limit.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { ADMIN_ROLE } from './better-auth.ts'
import { type ChallengeCookie, pairOf } from './cookies.ts'
import type { KnownDevices } from './device-cookie.ts'
import type { HashQueue, Run } from './hash-queue.ts'
import { openSession } from './open-session.ts'
import type { PasswordHashing } from './password-hash.ts'
import { endSurplusSessions } from './sessions.ts'
import type { StoredTokens } from './stored-tokens.ts'

export type SignInParts = {
  db: Database
  clock: Clock
  log: Log
  secret: string
  hashing: PasswordHashing
  tokens: StoredTokens
  addresses: AddressLimit
  queue: HashQueue
  devices: KnownDevices
  challenges: ChallengeCookie
  cookieName: string
  accountOf(email: string): string
  endSession(cookie: string | null): Promise<string[]>
}

type SignIn = Identity['signIn']

/** The first step: room to hash, the address's limit, the account's limit, then the password, in this order. */
export function createSignIn(parts: SignInParts): SignIn {
  return async (typed, request) => {
    const credentials = { email: typed.email.trim().toLowerCase(), password: typed.password }
    const result = await parts.queue.admit((run) => attempt(parts, credentials, request, run))
    const answer = result ?? { code: 'too-many-requests' as const, retryAfter: HASHES.retrySeconds }
    await record(parts, credentials.email, request, answer)
    return answer
  }
}

async function attempt(
  parts: SignInParts,
  credentials: { email: string; password: string },
  request: SignInRequest,
  run: Run,
): ReturnType<SignIn> {
  const { key, known } = await parts.devices.allowanceOf(credentials.email, request.cookie)
  // Others behind the same address must not keep a known device out; its own allowance is the narrower one.
  const addressWait = known ? 0 : await parts.addresses.take(request.address)
  const wait = addressWait || (await claimAttempt(parts, key))
  if (wait > 0) return { code: 'too-many-requests', retryAfter: wait }
  const administrator = await run(() => checkPassword(parts, credentials))
  if (!administrator) return { code: 'invalid-credential' }
  await forgiveFailures(parts, key)
  if (administrator.banned) return { code: 'user-disabled' }
  // While the hash was waiting, the password may have been changed and all sessions and challenges taken back.
  const holds = () => isPassword(parts, administrator)
  if (!(await secondFactorSince(parts.db, administrator.id))) {
    const begun = await begin(parts, administrator, { request, known, holds })
    return begun ?? { code: 'invalid-credential' }
  }
  const challenge = await openChallenge(parts, administrator.id)
  if (!(await holds())) {
    await closeChallenge(parts.db, challenge)
    return { code: 'invalid-credential' }
  }
  return { secondStep: { expiresIn: SECOND_STEP.seconds }, cookies: [parts.challenges.give(challenge)] }
}

/**
 * The session and the first stored token of somebody who has shown all that is asked for; null when that did not
 * hold any more once the session stood, which is then ended.
 */
export async function begin(
  parts: SignInParts,
  { id, email }: { id: string; email: string },
  { request, known, holds }: { request: SignInRequest; known: boolean; holds: () => Promise<boolean> },
) {
  const tables = authTablesOf(parts.db)
  const deviceId = await parts.devices.nameOf(email, request.cookie)
  const { userAgent = null } = request
  const cookie = await openSession({ ...parts, tables }, { userId: id, userAgent, deviceId })
  if (!(await holds())) {
    await parts.endSession(pairOf(cookie))
    return null
  }
  await parts.endSession(request.cookie)
  const now = parts.clock.now()
  await endSurplusSessions(tables, id, now)
  await tables.updateTable('user').set({ lastSignInAt: now.toISOString() }).where('id', '=', id).execute()
  const token = await parts.tokens.issue(pairOf(cookie))
  if (!token) return null
  if (!known) await parts.addresses.giveBack(request.address)
  return { ...token, cookies: [cookie, await parts.devices.remember(email, deviceId)] }
}

/** Whether the hash that was looked at is still the account's. */
async function isPassword({ db }: SignInParts, { id, password }: { id: string; password: string | null }) {
  const row = await authTablesOf(db)
    .selectFrom('account')
    .select('password')
    .where('userId', '=', id)
    .executeTakeFirst()
  return row?.password === password
}

/** Costs one hash, whether or not there is such an account. */
async function checkPassword(
  { db, hashing }: SignInParts,
  { email, password }: { email: string; password: string },
) {
  const found = await authTablesOf(db)
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['user.id', 'user.email', 'user.banned', 'account.password'])
    .where('user.email', '=', email)
    .where('user.role', '=', ADMIN_ROLE)
    .executeTakeFirst()
  if (!found?.password) {
    await hashing.hash(password)
    return null
  }
  return (await hashing.verify({ hash: found.password, password })) ? found : null
}

async function record(
  { db, log }: SignInParts,
  email: string,
  { requestId, address }: SignInRequest,
  answer: SignInRefusal | object,
) {
  const accountId = await findAccountId(authTablesOf(db), email)
  if ('code' in answer) log.warn({ requestId, accountId, address, code: answer.code }, 'sign-in refused')
  else log.info({ requestId, accountId }, 'secondStep' in answer ? 'password accepted' : 'signed in')
}

async function findAccountId(tables: AuthDatabase, email: string) {
  const row = await tables.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}
