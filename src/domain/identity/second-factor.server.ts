import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { lockAccount } from './administrators.server.ts'
import { dropChallenges } from './challenges.server.ts'
import { listPasskeys, removePasskey } from './passkeys.server.ts'

const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES] = [12, 16]
/** RFC 4226 asks for 128 bits at least, and recommends 160. */
const KEY_BYTES = 20
/** Codes of the half minute before and after are accepted: phones' clocks differ. */
const DRIFT_STEPS = 1

/** The first seals; what the others sealed is opened, too. */
type IdentityApp = Pick<App, 'db' | 'clock'> & { secrets: readonly [string, ...string[]] }

/** A new key in base 32, not yet active; null when a second factor is on already. */
export async function beginSecondFactor(
  { db, secrets: [secret] }: Omit<IdentityApp, 'clock'>,
  administratorId: string,
): Promise<string | null> {
  const key = new Secret({ size: KEY_BYTES }).base32
  const sealedKey = seal(key, administratorId, secret)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('secondFactors')
    .values({ administratorId, sealedKey })
    .onConflict((conflict) =>
      conflict
        .column('administratorId')
        .doUpdateSet({ sealedKey, lastStep: 0 })
        .where('secondFactors.provenAt', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? key : null
}

export function keyAddress(key: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(key) }).toString()
}

/** Accepts a code of six digits once: false when it is wrong, was used before, or there is no key. */
export async function acceptCode(
  { db, clock, secrets }: IdentityApp,
  administratorId: string,
  code: string,
): Promise<boolean> {
  const factor = await db
    .selectFrom('secondFactors')
    .select('sealedKey')
    .where('administratorId', '=', administratorId)
    .executeTakeFirst()
  const key = factor && unsealWithAny(factor.sealedKey, administratorId, secrets)
  if (!key) return false
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const timestamp = clock.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_STEPS })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('administratorId', '=', administratorId)
    // Another key may have taken its place since.
    .where('sealedKey', '=', factor.sealedKey)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Activates the key whose code was accepted; false when there is none, or another key has replaced it. */
export async function switchOnSecondFactor(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ provenAt: clock.now().toISOString() })
    .where('administratorId', '=', administratorId)
    .where('provenAt', 'is', null)
    .where('lastStep', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function secondFactorSince(db: Database, administratorId: string): Promise<string | null> {
  const row = await db
    .selectFrom('secondFactors')
    .select('provenAt')
    .where('administratorId', '=', administratorId)
    .executeTakeFirst()
  return row?.provenAt ?? null
}

/** Codes of an app or a passkey: without either the password signs in alone. */
export async function hasSecondFactor(db: Database, administratorId: string): Promise<boolean> {
  if (await secondFactorSince(db, administratorId)) return true
  return (await listPasskeys(db, administratorId)).length > 0
}

/** Ends sign-ins under way; recovery codes go with the last second factor. */
export async function dropIdleCodes(db: Database, administratorId: string): Promise<void> {
  await dropChallenges(db, administratorId)
  if (await hasSecondFactor(db, administratorId)) return
  await db.deleteFrom('recoveryCodes').where('administratorId', '=', administratorId).execute()
}

/** In the caller's transaction: the codes of an app, and with `all` the passkeys, too. False when none was on. */
export async function removeSecondFactor(
  db: Database,
  administratorId: string,
  { all = false } = {},
): Promise<boolean> {
  await lockAccount(db, administratorId)
  const passkeys = all ? await listPasskeys(db, administratorId) : []
  for (const passkey of passkeys) await removePasskey(db, passkey)
  const row = await db
    .deleteFrom('secondFactors')
    .where('administratorId', '=', administratorId)
    .returning('provenAt')
    .executeTakeFirst()
  await dropIdleCodes(db, administratorId)
  return Boolean(row?.provenAt) || passkeys.length > 0
}

/**
 * Seals with the first secret every key that one of the others opens, one after the other: broken off, the next call
 * goes on. `closed` were sealed with none of them; they stay as they are.
 */
export async function sealAnew({ db, secrets }: Omit<IdentityApp, 'clock'>) {
  const [secret, ...former] = secrets
  const done = { sealed: 0, closed: 0 }
  for (const { administratorId, sealedKey } of await db.selectFrom('secondFactors').selectAll().execute()) {
    if (unseal(sealedKey, administratorId, secret) !== null) continue
    const key = unsealWithAny(sealedKey, administratorId, former)
    if (key === null) {
      done.closed += 1
      continue
    }
    const { numUpdatedRows } = await db
      .updateTable('secondFactors')
      .set({ sealedKey: seal(key, administratorId, secret) })
      .where('administratorId', '=', administratorId)
      .where('sealedKey', '=', sealedKey)
      .executeTakeFirst()
    done.sealed += Number(numUpdatedRows)
  }
  return done
}

function unsealWithAny(sealed: string, administratorId: string, secrets: readonly string[]) {
  return secrets.map((secret) => unseal(sealed, administratorId, secret)).find((key) => key !== null) ?? null
}

/** Bound to its administrator: a row copied to another account does not open there. */
function seal(text: string, administratorId: string, secret: string) {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(secret), iv).setAAD(Buffer.from(administratorId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null when it was sealed with another AUTH_SECRET, or is damaged. */
function unseal(sealed: string, administratorId: string, secret: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  // Cut short, it has no whole tag.
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, sealingKey(secret), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(administratorId))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

function sealingKey(secret: string) {
  return Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32))
}
