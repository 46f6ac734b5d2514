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

/** Takes a recovery code once, in whatever way it was typed; false when it is wrong or was used. Costs one hash. */
export async function acceptRecoveryCode(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  hashing: Hashing,
  administratorId: string,
  typed: string,
): Promise<boolean> {
  const code = readCode(typed)
  const [beginning, rest] = [code.slice(0, BEGINNING), code.slice(BEGINNING)]
  const hash = await findRecoveryCode(db, administratorId, beginning)
  if (!hash) {
    await hashing.hash(rest)
    return false
  }
  if (!(await hashing.verify({ hash, password: rest }))) return false
  return await spendRecoveryCode(db, { administratorId, beginning, hash }, clock.now())
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
