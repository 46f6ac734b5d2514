import { randomInt } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { lockAccount } from './administrators.server.ts'
import type { PasswordHashing } from './password.server.ts'
import { hasSecondFactor } from './second-factor.server.ts'
import { RECOVERY_CODES } from './session-limits.ts'

/** Crockford's: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** The first four characters find the code; the other eight (40 bits) prove it, behind a slow hash. */
const [BEGINNING, LENGTH] = [4, 12]

type HashedCode = { beginning: string; hash: string }
type MatchedCode = HashedCode & { administratorId: string }

/** Ten codes such as k3m9-x7qw-pd2t, and their hashes; they count once `keepRecoveryCodes` was called. */
export async function makeRecoveryCodes(
  hashing: PasswordHashing,
): Promise<{ codes: string[]; hashed: HashedCode[] }> {
  const plain = new Map<string, string>()
  while (plain.size < RECOVERY_CODES) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    plain.set(code.slice(0, BEGINNING), code)
  }
  const hashed = [...plain].map(async ([beginning, code]) => ({
    beginning,
    hash: await hashing.hash(code.slice(BEGINNING)),
  }))
  const codes = [...plain.values()].map((code) => code.replace(/(.{4})(.{4})/, '$1-$2-'))
  return { codes, hashed: await Promise.all(hashed) }
}

/** Replaces all former codes, in the caller's transaction; false when no second factor is on. */
export async function keepRecoveryCodes(
  tx: Database,
  administratorId: string,
  hashed: HashedCode[],
): Promise<boolean> {
  await lockAccount(tx, administratorId)
  if (!(await hasSecondFactor(tx, administratorId))) return false
  await tx.deleteFrom('recoveryCodes').where('administratorId', '=', administratorId).execute()
  const rows = hashed.map((code) => ({ ...code, administratorId }))
  await tx.insertInto('recoveryCodes').values(rows).execute()
  return true
}

/** The unused code that was typed, in whatever way, or null. Costs one hash; `spendRecoveryCode` uses it up. */
export async function matchRecoveryCode(
  { db }: Pick<App, 'db'>,
  hashing: PasswordHashing,
  administratorId: string,
  typed: string,
): Promise<MatchedCode | null> {
  const code = readCode(typed)
  const [beginning, password] = [code.slice(0, BEGINNING), code.slice(BEGINNING)]
  const row = await db
    .selectFrom('recoveryCodes')
    .select('hash')
    .where('administratorId', '=', administratorId)
    .where('beginning', '=', beginning)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  const matches = await hashing.verify({ hash: row?.hash ?? null, password })
  return row && matches ? { administratorId, beginning, hash: row.hash } : null
}

/** False when the code was used, or the codes were renewed, since it was matched. */
export async function spendRecoveryCode(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { administratorId, beginning, hash }: MatchedCode,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: clock.now().toISOString() })
    .where('administratorId', '=', administratorId)
    .where('beginning', '=', beginning)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function recoveryCodesLeft(db: Database, administratorId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((expression) => expression.fn.countAll<number>().as('left'))
    .where('administratorId', '=', administratorId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

function readCode(typed: string) {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}
