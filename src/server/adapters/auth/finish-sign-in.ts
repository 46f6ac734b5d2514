import type { CodeRefusal, Identity, SignInRequest } from '#domain/identity/identity.ts'
import { matchRecoveryCode, recoveryCodesLeft, spendCode } from '#domain/identity/recovery-codes.server.ts'
import { acceptCode } from '#domain/identity/second-factor.server.ts'
import { HASHES } from '#domain/identity/session-limits.ts'
import { claimTry, closeChallenge } from '#domain/identity/sign-in-challenge.server.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { authTablesOf } from './auth-tables.ts'
import type { HashQueue, Run } from './hash-queue.ts'
import { begin, type SignInParts } from './sign-in.ts'

type Answer = Awaited<ReturnType<Identity['finishSignIn']>>
type Known = { id: string; email: string; banned: number | null }
type Try = { challenge: string; administrator: Known; code: string; run: Run }

const EXPIRED = { code: 'challenge-expired' } as const
const BUSY = { code: 'too-many-requests', retryAfter: HASHES.retrySeconds } as const

/** The second step: the challenge's tries, the account's allowance for codes, then the code; only then a session. */
export function createFinishSignIn(parts: SignInParts): Identity['finishSignIn'] {
  return async (typed, request) => {
    const tried = await withPlace(parts.queue, typed, (run) => attempt(parts, typed, request, run))
    const { accountId, answer } = tried ?? { accountId: null, answer: BUSY }
    const facts = { requestId: request.requestId, accountId }
    if ('code' in answer) {
      parts.log.warn({ ...facts, address: request.address, code: answer.code }, 'second step refused')
      return answer
    }
    parts.log.info(facts, 'signed in')
    return { ...answer, cookies: [...answer.cookies, parts.challenges.clear()] }
  }
}

async function attempt(parts: SignInParts, code: string, request: SignInRequest, run: Run) {
  const challenge = parts.challenges.read(request.cookie)
  const id = challenge && (await claimTry(parts, challenge))
  const administrator = id ? await findById(parts, id) : null
  if (!challenge || !administrator) return { accountId: null, answer: EXPIRED }
  const answer = await finish(parts, { challenge, administrator, code, run }, request)
  return { accountId: administrator.id, answer }
}

async function finish(
  parts: SignInParts,
  { challenge, administrator, code, run }: Try,
  request: SignInRequest,
): Promise<Answer> {
  if (administrator.banned) return await refuse(parts, challenge, { code: 'user-disabled' })
  const { key, known } = await parts.devices.allowanceOf(administrator.email, request.cookie)
  const wait = await claimAttempt(parts, codesOf(key))
  if (wait > 0) return { code: 'too-many-requests', retryAfter: wait }
  if (!(await checkCode(parts, administrator, code, run))) return { code: 'invalid-code' }
  // Taken back meanwhile: the password was changed, or the second factor removed.
  const holds = () => closeChallenge(parts.db, challenge)
  const begun = await begin(parts, administrator, { request, known, holds })
  if (!begun) return EXPIRED
  await forgiveFailures(parts, codesOf(key))
  return begun
}

async function refuse(parts: SignInParts, challenge: string, refusal: CodeRefusal) {
  await closeChallenge(parts.db, challenge)
  return refusal
}

/** Wrong codes have an allowance beside that of passwords, which a right password does not renew. */
export function codesOf(allowance: string): string {
  return `${allowance}:code`
}

/** Only a recovery code needs a place to hash; null, before anything is counted, when none is free. */
export async function withPlace<Result>(
  queue: HashQueue,
  typed: string,
  work: (run: Run) => Promise<Result>,
): Promise<Result | null> {
  return digitsOf(typed) ? await work((task) => task()) : await queue.admit(work)
}

/** Whether a code of either kind is right, which uses it up. */
export async function checkCode(
  { db, clock, secret, hashing }: Pick<SignInParts, 'db' | 'clock' | 'secret' | 'hashing'>,
  { id, email }: { id: string; email: string },
  typed: string,
  run: Run,
): Promise<boolean> {
  const digits = digitsOf(typed)
  if (digits) return await acceptCode({ db, clock, secret }, id, digits)
  const code = await run(() => matchRecoveryCode({ db }, hashing, id, typed))
  if (!code) return false
  return await db.transaction().execute(async (tx) => {
    if (!(await spendCode({ db: tx, clock }, code))) return false
    const left = await recoveryCodesLeft(tx, id)
    await recordChange(
      tx,
      { clock },
      { id, email },
      {
        action: 'recovery code used',
        kind: 'administrator',
        subjectId: id,
        subject: email,
        before: { 'recovery codes': left + 1 },
        after: { 'recovery codes': left },
      },
    )
    return true
  })
}

/** The six digits of an app's code, or null for anything else. */
function digitsOf(typed: string) {
  return /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0] ?? null
}

async function findById({ db }: SignInParts, id: string): Promise<Known | null> {
  const row = await authTablesOf(db)
    .selectFrom('user')
    .select(['id', 'email', 'banned'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
