import type { CodeRefusal, Identity, SignInRequest } from '#domain/identity/identity.ts'
import { matchRecoveryCode, recoveryCodesLeft, spendCode } from '#domain/identity/recovery-codes.server.ts'
import { acceptCode } from '#domain/identity/second-factor.server.ts'
import { HASHES } from '#domain/identity/session-limits.ts'
import { claimTry, closeChallenge } from '#domain/identity/sign-in-challenge.server.ts'
import { claimAttempt, forgiveFailures } from '#domain/identity/sign-in-throttle.server.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { authTablesOf } from './auth-tables.ts'
import { begin, type SignInParts } from './sign-in.ts'

type Answer = Awaited<ReturnType<Identity['finishSignIn']>>
type Known = { id: string; email: string; banned: number | null }

/** The second step: the challenge's tries, the account's allowance for codes, then the code; only then a session. */
export function createFinishSignIn(parts: SignInParts): Identity['finishSignIn'] {
  return async (typed, request) => {
    const challenge = parts.challenges.read(request.cookie)
    const id = challenge && (await claimTry(parts, challenge))
    const administrator = id ? await findById(parts, id) : null
    const answer =
      challenge && administrator
        ? await attempt(parts, { challenge, administrator, code: typed }, request)
        : { code: 'challenge-expired' as const }
    const facts = { requestId: request.requestId, accountId: administrator?.id ?? null }
    if ('code' in answer) {
      parts.log.warn({ ...facts, address: request.address, code: answer.code }, 'second step refused')
      return answer
    }
    parts.log.info(facts, 'signed in')
    return { ...answer, cookies: [...answer.cookies, parts.challenges.clear()] }
  }
}

async function attempt(
  parts: SignInParts,
  { challenge, administrator, code }: { challenge: string; administrator: Known; code: string },
  request: SignInRequest,
): Promise<Answer> {
  if (administrator.banned) return await refuse(parts, challenge, { code: 'user-disabled' })
  const { key } = parts.devices.allowanceOf(parts.accountOf(administrator.email), request.cookie)
  const wait = await claimAttempt(parts, codesOf(key))
  if (wait > 0) return { code: 'too-many-requests', retryAfter: wait }
  const accepted = await checkCode(parts, administrator, code)
  if (accepted === null) return { code: 'too-many-requests', retryAfter: HASHES.retrySeconds }
  if (!accepted) return { code: 'invalid-code' }
  // Taken back meanwhile: the password was changed, or the second factor removed.
  if (!(await closeChallenge(parts.db, challenge))) return { code: 'challenge-expired' }
  await forgiveFailures(parts, codesOf(key))
  return await begin(parts, administrator, request)
}

async function refuse(parts: SignInParts, challenge: string, refusal: CodeRefusal) {
  await closeChallenge(parts.db, challenge)
  return refusal
}

/** Wrong codes have an allowance beside that of passwords, which a right password does not renew. */
export function codesOf(allowance: string): string {
  return `${allowance}:code`
}

/** Whether a code of either kind is right, which uses it up; null when no place to hash was free. */
export async function checkCode(
  { db, clock, secret, hashing, queue }: Pick<SignInParts, 'db' | 'clock' | 'secret' | 'hashing' | 'queue'>,
  { id, email }: { id: string; email: string },
  typed: string,
): Promise<boolean | null> {
  const digits = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return await acceptCode({ db, clock, secret }, id, digits)
  const admitted = await queue.admit((run) =>
    run(async () => ({ code: await matchRecoveryCode({ db }, hashing, id, typed) })),
  )
  const code = admitted?.code
  if (!code) return admitted === null ? null : false
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

async function findById({ db }: SignInParts, id: string): Promise<Known | null> {
  const row = await authTablesOf(db)
    .selectFrom('user')
    .select(['id', 'email', 'banned'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
