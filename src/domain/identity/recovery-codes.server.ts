import { randomInt } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import {
  countRecoveryCodes,
  findRecoveryCode,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './factor-store.server.ts'
import { RECOVERY_CODES } from './session-limits.ts'

/** Crockford's: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** The first four characters find the code; the other eight (40 bits) prove it, behind a slow hash. */
const [BEGINNING, LENGTH] = [4, 12]

type Hashing = {
  hash(text: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}
type HashedCode = { beginning: string; hash: string }
type MatchedCode = HashedCode & { administratorId: string }

/** Ten new codes such as k3m9-x7qw-pd2t, with what is kept of them; they count once `keepRecoveryCodes` was called. */
export async function makeRecoveryCodes(
  hashing: Hashing,
): Promise<{ codes: string[]; hashed: HashedCode[] }> {
  const plain = new Map<string, string>()
  while (plain.size < RECOVERY_CODES) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    plain.set(code.slice(0, BEGINNING), code)
  }
  const hashed = await Promise.all(
    [...plain].map(async ([beginning, code]) => ({
      beginning,
      hash: await hashing.hash(code.slice(BEGINNING)),
    })),
  )
  return { codes: [...plain.values()].map((code) => code.replace(/(.{4})(.{4})/, '$1-$2-')), hashed }
}

/** Puts codes in the place of all former ones. */
export async function keepRecoveryCodes(
  db: Database,
  administratorId: string,
  hashed: HashedCode[],
): Promise<void> {
  await replaceRecoveryCodes(db, administratorId, hashed)
}

/** The unused code that was typed, in whatever way, or null. Costs one hash; `spendCode` uses it up. */
export async function matchRecoveryCode(
  { db }: Pick<App, 'db'>,
  hashing: Hashing,
  administratorId: string,
  typed: string,
): Promise<MatchedCode | null> {
  const code = readCode(typed)
  const [beginning, rest] = [code.slice(0, BEGINNING), code.slice(BEGINNING)]
  const hash = await findRecoveryCode(db, administratorId, beginning)
  if (!hash) {
    await hashing.hash(rest)
    return null
  }
  return (await hashing.verify({ hash, password: rest })) ? { administratorId, beginning, hash } : null
}

/** Uses a matched code up; false when that has been done, or the codes were renewed, since it was matched. */
export async function spendCode(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  code: MatchedCode,
): Promise<boolean> {
  return await spendRecoveryCode(db, code, clock.now())
}

/** How many codes are left. */
export async function recoveryCodesLeft(db: Database, administratorId: string): Promise<number> {
  return await countRecoveryCodes(db, administratorId)
}

function readCode(typed: string) {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}
