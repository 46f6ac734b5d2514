import type { Database } from '#database/schema.ts'
import type { Clock, Log } from '#domain/app.ts'
import type { Identity, SignInRefusal } from '#domain/identity/identity.ts'
import { HASHES } from '#domain/identity/session-limits.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import type { AddressLimit } from './address-limit.ts'
import { type AuthDatabase, authTablesOf } from './auth-tables.ts'
import { type BetterAuth, baseUrlOf } from './better-auth.ts'
import { pairOf, pickSetCookies } from './cookies.ts'
import type { HashQueue } from './hash-queue.ts'
import type { PasswordHashing } from './password-hash.ts'
import { endSurplusSessions } from './sessions.ts'
import type { StoredTokens } from './stored-tokens.ts'

export type SignInParts = {
  auth: BetterAuth
  db: Database
  clock: Clock
  log: Log
  hashing: PasswordHashing
  tokens: StoredTokens
  addresses: AddressLimit
  queue: HashQueue
  siteOrigin: string | null
  cookieName: string
  accountOf(email: string): string
  endSession(cookie: string | null): Promise<string[]>
}

type SignIn = Identity['signIn']
type Run = Parameters<Parameters<HashQueue['admit']>[0]>[0]

/** Signing in: room to hash, the address's limit, the account's limit, then the password, in this order. */
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
  request: Parameters<SignIn>[1],
  run: Run,
): ReturnType<SignIn> {
  const account = parts.accountOf(credentials.email)
  const wait = (await parts.addresses.take(request.address)) || (await claimAttempt(parts, account))
  if (wait > 0) return { code: 'too-many-requests', retryAfter: wait }
  const checked = await run(() => checkPassword(parts, credentials))
  if (checked === 'invalid-credential') return { code: checked }
  await forgiveFailures(parts, account)
  await parts.addresses.giveBack(request.address)
  if (checked === 'user-disabled') return { code: checked }
  const { cookies, userId } = checked
  await parts.endSession(request.cookie)
  await endSurplusSessions(authTablesOf(parts.db), userId, parts.clock.now())
  const token = await parts.tokens.issue(pairOf(cookies[0] ?? ''))
  if (!token) throw new Error('A session ended while it was being made.')
  return { cookies, ...token }
}

/** Asks Better Auth. Its answer holds the session's secret, so nothing of the body but the user's id leaves here. */
async function checkPassword(
  parts: SignInParts,
  credentials: { email: string; password: string },
): Promise<'invalid-credential' | 'user-disabled' | { cookies: string[]; userId: string }> {
  const origin = baseUrlOf(parts)
  const response = await parts.auth.handler(
    new Request(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(credentials),
    }),
  )
  const body = (await response.json()) as { code?: string; user?: { id: string } }
  if (response.ok && body.user) {
    return { cookies: pickSetCookies(response, parts.cookieName), userId: body.user.id }
  }
  if (body.code === 'BANNED_USER') return 'user-disabled'
  if (body.code === 'INVALID_EMAIL_OR_PASSWORD') return 'invalid-credential'
  if (response.status === 400) {
    // Not an email address: refused before hashing, but it must cost the same.
    await parts.hashing.hash(credentials.password)
    return 'invalid-credential'
  }
  throw new Error(`Signing in failed inside (${response.status} ${body.code ?? ''}).`)
}

async function record(
  { db, log }: SignInParts,
  email: string,
  { requestId, address }: Parameters<SignIn>[1],
  answer: SignInRefusal | object,
) {
  const accountId = await findAccountId(authTablesOf(db), email)
  if ('code' in answer) log.warn({ requestId, accountId, address, code: answer.code }, 'sign-in refused')
  else log.info({ requestId, accountId }, 'signed in')
}

async function findAccountId(tables: AuthDatabase, email: string) {
  const row = await tables.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}
