import {
  type AccountRow,
  findByEmail,
  normalizeEmail,
  noteSignIn,
  readAdministrator,
} from '#domain/identity/administrators.server.ts'
import { claimTry, closeChallenge, openChallenge } from '#domain/identity/challenges.server.ts'
import type { CodeRefusal, Identity, SignInRequest } from '#domain/identity/identity.ts'
import {
  matchRecoveryCode,
  recoveryCodesLeft,
  spendRecoveryCode,
} from '#domain/identity/recovery-codes.server.ts'
import { acceptCode, secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { HASHES, SECOND_STEP } from '#domain/identity/session-limits.ts'
import { beginSession, endSession } from '#domain/identity/sessions.server.ts'
import { checkWithinAllowance } from '#domain/identity/sign-in-throttle.server.ts'
import { neighbourhoodOf } from '#server/middleware/client.ts'
import type { AuthContext } from './auth-context.ts'
import { journalOf } from './own-account.ts'
import type { PasswordHashing } from './password-hash.ts'

/** First match first: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const UNKNOWN_DEVICE = 'A browser'
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as "Chrome on Android". Nothing else of the user agent is kept. */
export function describeDevice(userAgent: string | null): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? UNKNOWN_DEVICE
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return system ? `${browser} on ${system}` : browser
}

type Account = Pick<
  AccountRow,
  'id' | 'email' | 'passwordHash' | 'disabled' | 'secondFactorSince' | 'lastSignInAt'
>
type Answer = Awaited<ReturnType<Identity['signIn']>>
type CodeAnswer = Awaited<ReturnType<Identity['finishSignIn']>>

/** Unknown addresses wait, and cost a hash, like known ones. */
const NOBODY = { id: '', passwordHash: '', disabled: false, secondFactorSince: null, lastSignInAt: null }

const BUSY = { account: null, answer: tooMany(HASHES.retrySeconds) }

export function createSignIn(parts: AuthContext): Pick<Identity, 'signIn' | 'finishSignIn'> {
  const { log, queue, challengeCookie } = parts
  return {
    async signIn({ email, password }, request) {
      const tried = await queue.admit((hashing) => firstStep(parts, hashing, { email, password }, request))
      const { account, answer } = tried ?? BUSY
      const facts = { requestId: request.requestId, accountId: account?.id || null }
      if ('code' in answer) {
        log.warn({ ...facts, address: request.address, code: answer.code }, 'sign-in refused')
        noteRefusal(parts, account, 'password', request)
      } else log.info(facts, 'secondStep' in answer ? 'password accepted' : 'signed in')
      return answer
    },
    async finishSignIn(code, request) {
      const tried = await admitCode(parts, code, (hashing) => secondStep(parts, hashing, code, request))
      const { account, answer } = tried ?? BUSY
      const facts = { requestId: request.requestId, accountId: account?.id ?? null }
      if ('code' in answer) {
        log.warn({ ...facts, address: request.address, code: answer.code }, 'second step refused')
        noteRefusal(parts, account, 'code', request)
        return answer
      }
      log.info(facts, 'signed in')
      return { ...answer, cookies: [...answer.cookies, challengeCookie.clear()] }
    },
  }
}

async function firstStep(
  parts: AuthContext,
  hashing: PasswordHashing,
  { email, password }: { email: string; password: string },
  request: SignInRequest,
) {
  const account = (await findByEmail(parts.db, email)) ?? { ...NOBODY, email: normalizeEmail(email) }
  const check = () => hashing.verify({ hash: account.passwordHash, password })
  return { account, answer: await attemptSignIn(parts, account, check, request) }
}

async function attemptSignIn(
  parts: AuthContext,
  account: Account,
  check: () => Promise<boolean>,
  request: SignInRequest,
): Promise<Answer> {
  const { password, known } = parts.devices.allowanceOf(account, request)
  // Others behind the same address must not lock a known device out; its own allowance is narrower.
  const wait = known ? 0 : await parts.addresses.take(request.address)
  const right = wait || (await parts.reserve.use(() => checkWithinAllowance(parts, password, check)))
  if (typeof right === 'number') return tooMany(right)
  if (!right) return { code: 'invalid-credential' }
  if (account.disabled) return { code: 'user-disabled' }
  if (!(await secondFactorSince(parts.db, account.id)))
    return (await startSession(parts, account, request)) ?? { code: 'invalid-credential' }
  const challenge = await parts.reserve.use(() => openChallenge(parts, account.id))
  // While hashing, the password may have been changed and all challenges revoked.
  if ((await readAdministrator(parts.db, account.id)).passwordHash !== account.passwordHash) {
    await closeChallenge(parts.db, challenge)
    return { code: 'invalid-credential' }
  }
  return { secondStep: { expiresIn: SECOND_STEP.seconds }, cookies: [parts.challengeCookie.give(challenge)] }
}

async function secondStep(
  parts: AuthContext,
  hashing: PasswordHashing,
  code: string,
  request: SignInRequest,
) {
  const challenge = parts.challengeCookie.read(request.cookie)
  const accountId = challenge ? await parts.reserve.use(() => claimTry(parts, challenge)) : null
  if (!challenge || !accountId) return { account: null, answer: { code: 'challenge-expired' } as const }
  const account = await readAdministrator(parts.db, accountId)
  const check = () => checkCode(parts, hashing, account, code)
  return { account, answer: await finish(parts, { account, challenge, check }, request) }
}

async function finish(
  parts: AuthContext,
  { account, challenge, check }: { account: Account; challenge: string; check: () => Promise<boolean> },
  request: SignInRequest,
): Promise<CodeAnswer> {
  if (account.disabled) {
    await closeChallenge(parts.db, challenge)
    return { code: 'user-disabled' }
  }
  // Apart from passwords: a right one does not renew the allowance of codes.
  const { code } = parts.devices.allowanceOf(account, request)
  const right = await parts.reserve.use(() => checkWithinAllowance(parts, code, check))
  if (typeof right === 'number') return tooMany(right)
  if (!right) return { code: 'invalid-code' }
  return (await startSession(parts, account, request, challenge)) ?? { code: 'challenge-expired' }
}

/** Replaces this browser's session; null when the account, its password or the challenge changed meanwhile. */
async function startSession(
  parts: AuthContext,
  account: Account,
  request: SignInRequest,
  challenge?: string,
) {
  const { clock, devices, sessionCookie } = parts
  const deviceId = devices.nameOf(account, request.cookie)
  const session = await parts.reserve.use(() =>
    parts.db.transaction().execute(async (db) => {
      if (challenge && !(await closeChallenge(db, challenge))) return null
      if (!(await noteSignIn({ db, clock }, account))) return null
      const former = sessionCookie.readSid(request.cookie)
      if (former) await endSession(db, former)
      const device = describeDevice(request.userAgent ?? null)
      return await beginSession({ db, clock }, account.id, {
        device,
        deviceId,
        previousSignInAt: account.lastSignInAt,
      })
    }),
  )
  if (!session) return null
  const token = await parts.tokens.issue({ sid: session.sid, sub: account.id })
  if (!devices.allowanceOf(account, request).known) await parts.addresses.refund(request.address)
  return { ...token, cookies: [sessionCookie.give(session.token), devices.remember(account, deviceId)] }
}

/** Unknown accounts are not kept. */
function noteRefusal(
  { clock, refusals }: AuthContext,
  account: Pick<Account, 'id' | 'lastSignInAt'> | null,
  step: 'password' | 'code',
  { address }: SignInRequest,
) {
  if (!account?.id) return
  const { id: administratorId, lastSignInAt: since } = account
  refusals.note({ administratorId, network: neighbourhoodOf(address), since, step, at: clock.now() })
}

function tooMany(retryAfter: number): CodeRefusal & { code: 'too-many-requests' } {
  return { code: 'too-many-requests', retryAfter }
}

/** Null, before anything is counted, when the queue for recovery codes, which are hashed, is full. */
export async function admitCode<Result>(
  { queue, hashing }: AuthContext,
  typed: string,
  work: (hashing: PasswordHashing) => Promise<Result>,
): Promise<Result | null> {
  return digitsOf(typed) ? await work(hashing) : await queue.admit(work)
}

/** A right code of either kind is used up. */
export async function checkCode(
  parts: AuthContext,
  hashing: PasswordHashing,
  account: { id: string; email: string },
  typed: string,
): Promise<boolean> {
  const digits = digitsOf(typed)
  if (digits) return await acceptCode(parts, account.id, digits)
  const code = await matchRecoveryCode(parts, hashing, account.id, typed)
  if (!code) return false
  return await parts.db.transaction().execute(async (tx) => {
    if (!(await spendRecoveryCode({ ...parts, db: tx }, code))) return false
    const left = await recoveryCodesLeft(tx, account.id)
    await journalOf(
      parts,
      account,
      tx,
    )('recovery code used', { before: { 'recovery codes': left + 1 }, after: { 'recovery codes': left } })
    return true
  })
}

function digitsOf(typed: string) {
  return /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0] ?? null
}
