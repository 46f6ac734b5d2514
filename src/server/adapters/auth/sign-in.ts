import {
  type AccountRow,
  findByEmail,
  normalizeEmail,
  noteSignIn,
  readAdministrator,
} from '#domain/identity/administrators.server.ts'
import { claimTry, closeChallenge, openChallenge } from '#domain/identity/challenges.server.ts'
import type {
  CodeRefusal,
  Identity,
  SignInRefusal,
  SignInRequest,
  StoredToken,
} from '#domain/identity/identity.ts'
import { findPasskey } from '#domain/identity/passkeys.server.ts'
import {
  matchRecoveryCode,
  recoveryCodesLeft,
  spendRecoveryCode,
} from '#domain/identity/recovery-codes.server.ts'
import { acceptCode, hasSecondFactor, secondFactorSince } from '#domain/identity/second-factor.server.ts'
import { HASHES, SECOND_STEP } from '#domain/identity/session-limits.ts'
import { beginSession, endSession } from '#domain/identity/sessions.server.ts'
import { checkWithinAllowance } from '#domain/identity/sign-in-throttle.server.ts'
import { neighbourhoodOf } from '#server/middleware/client.ts'
import type { AuthContext } from './auth-context.ts'
import { journalOf } from './own-account.ts'
import {
  acceptPasskeyAfterPassword,
  acceptPasskeyAlone,
  optionsAfterPassword,
  optionsAlone,
} from './passkeys.ts'
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
type Started = StoredToken & { cookies: string[] }
type CodeAnswer = Awaited<ReturnType<Identity['finishSignIn']>>

/** Unknown addresses wait, and cost a hash, like known ones. */
const NOBODY = { id: '', passwordHash: '', disabled: false, secondFactorSince: null, lastSignInAt: null }

const BUSY = { account: null, answer: tooMany(HASHES.retrySeconds) }

type SignIn = Pick<Identity, 'signIn' | 'finishSignIn' | 'passkeyOptions' | 'signInWithPasskey'>

export function createSignIn(parts: AuthContext): SignIn {
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
    async finishSignIn(proof, request) {
      const { origin } = request
      const tried =
        typeof proof === 'string'
          ? await admitCode(parts, proof, (hashing) =>
              secondStep(parts, request, (account) => checkCode(parts, hashing, account, proof)),
            )
          : await secondStep(
              parts,
              request,
              (account, challenge) =>
                acceptPasskeyAfterPassword(parts, account, { assertion: proof, origin, challenge }),
              'invalid-passkey',
            )
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
    passkeyOptions: ({ origin }) => optionsAlone(parts, origin),
    async signInWithPasskey(assertion, request) {
      const passkey = await findPasskey(parts.db, assertion.id)
      // An unknown one waits like a known one.
      const account = passkey
        ? await readAdministrator(parts.db, passkey.administratorId)
        : { ...NOBODY, email: `passkey ${assertion.id}` }
      const { origin } = request
      const check = async () =>
        passkey !== null && (await acceptPasskeyAlone(parts, passkey, account, { assertion, origin }))
      const answer = await attemptSignIn<never>(parts, account, check, request, async () => null)
      const facts = { requestId: request.requestId, accountId: account.id || null, passkey: true }
      if (!('code' in answer)) log.info(facts, 'signed in')
      else {
        log.warn({ ...facts, address: request.address, code: answer.code }, 'sign-in refused')
        noteRefusal(parts, account, 'password', request)
      }
      return 'code' in answer && answer.code === 'invalid-credential' ? { code: 'invalid-passkey' } : answer
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
  const ask = () => askSecondStep(parts, account, request)
  return { account, answer: await attemptSignIn(parts, account, check, request, ask) }
}

/** `ask` for a second step, once the first is right; null where none is needed. */
async function attemptSignIn<Step>(
  parts: AuthContext,
  account: Account,
  check: () => Promise<boolean>,
  request: SignInRequest,
  ask: () => Promise<Step | null>,
): Promise<Started | SignInRefusal | Step> {
  const { password, known } = parts.devices.allowanceOf(account, request)
  // Others behind the same address must not lock a known device out; its own allowance is narrower.
  const wait = known ? 0 : await parts.addresses.take(request.address)
  const right = wait || (await parts.reserve.use(() => checkWithinAllowance(parts, password, check)))
  if (typeof right === 'number') return tooMany(right)
  if (!right) return { code: 'invalid-credential' }
  if (account.disabled) return { code: 'user-disabled' }
  return (await ask()) ?? (await startSession(parts, account, request)) ?? { code: 'invalid-credential' }
}

async function askSecondStep(parts: AuthContext, account: Account, { origin }: SignInRequest) {
  const { db, challengeCookie } = parts
  if (!(await hasSecondFactor(db, account.id))) return null
  const challenge = await parts.reserve.use(() => openChallenge(parts, account.id))
  // While hashing, the password may have been changed and all challenges revoked.
  if ((await readAdministrator(db, account.id)).passwordHash !== account.passwordHash) {
    await closeChallenge(db, challenge)
    return { code: 'invalid-credential' as const }
  }
  const passkey = await optionsAfterPassword(parts, account.id, { challenge, origin })
  const codes = (await secondFactorSince(db, account.id)) !== null
  const secondStep = { expiresIn: SECOND_STEP.seconds, ...(passkey && { passkey, codes }) }
  return { secondStep, cookies: [challengeCookie.give(challenge)] }
}

async function secondStep(
  parts: AuthContext,
  request: SignInRequest,
  accept: (account: Account, challenge: string) => Promise<boolean>,
  wrong: 'invalid-code' | 'invalid-passkey' = 'invalid-code',
) {
  const challenge = parts.challengeCookie.read(request.cookie)
  const accountId = challenge ? await parts.reserve.use(() => claimTry(parts, challenge)) : null
  if (!challenge || !accountId) return { account: null, answer: { code: 'challenge-expired' } as const }
  const account = await readAdministrator(parts.db, accountId)
  const check = () => accept(account, challenge)
  const answer = await finish(parts, { account, challenge, check }, request)
  return { account, answer: 'code' in answer && answer.code === 'invalid-code' ? { code: wrong } : answer }
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
