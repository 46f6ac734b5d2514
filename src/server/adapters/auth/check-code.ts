import {
  matchRecoveryCode,
  recoveryCodesLeft,
  spendRecoveryCode,
} from '#domain/identity/second-factor/recovery-codes.server.ts'
import { acceptCode } from '#domain/identity/second-factor/second-factor.server.ts'
import type { AuthContext } from './auth-context.ts'
import { journalOf } from './change-as.ts'
import type { PasswordHashing } from './password-hash.ts'

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
