import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { PASSWORD_RESETS, SECOND_STEP } from './session-limits.ts'

const CHALLENGE_BYTES = 32

/** For a right password: the secret with which the code may come. Deletes expired and excess challenges. */
export async function openChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<string> {
  const now = clock.now()
  return await open(db, 'signInChallenges', { administratorId, now, expiresAt: endOf(now) }, SECOND_STEP.open)
}

type Table = 'signInChallenges' | 'passwordResets'
type Opened = { administratorId: string; now: Date; expiresAt: string }

async function open(
  db: Database,
  table: Table,
  { administratorId, now, expiresAt }: Opened,
  most: number,
): Promise<string> {
  const secret = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await db
    .insertInto(table)
    .values({ hash: hashOf(secret), administratorId, expiresAt })
    .execute()
  await db.deleteFrom(table).where('expiresAt', '<=', now.toISOString()).execute()
  const newest = db
    .selectFrom(table)
    .select('hash')
    .where('administratorId', '=', administratorId)
    .orderBy('expiresAt', 'desc')
    .limit(most)
  await db
    .deleteFrom(table)
    .where('administratorId', '=', administratorId)
    .where('hash', 'not in', newest)
    .execute()
  return secret
}

/** Counts a try before its code is looked at; returns whose sign-in it is, or null when no try is left. */
export async function claimTry(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  challenge: string,
): Promise<string | null> {
  const now = clock.now()
  const row = await db
    .updateTable('signInChallenges')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('hash', '=', hashOf(challenge))
    .where('tries', '<', SECOND_STEP.tries)
    .where('expiresAt', '>', now.toISOString())
    // One that lasts longer was written by a clock that was ahead.
    .where('expiresAt', '<=', endOf(now))
    .returning('administratorId')
    .executeTakeFirst()
  return row?.administratorId ?? null
}

/** Deletes a challenge; false when it was used, or dropped, meanwhile. */
export async function closeChallenge(db: Database, challenge: string): Promise<boolean> {
  return await close(db, 'signInChallenges', challenge)
}

async function close(db: Database, table: Table, secret: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(table).where('hash', '=', hashOf(secret)).executeTakeFirst()
  return numDeletedRows === 1n
}

/** For a challenge that was signed and not stored: false when it was used before. It must end within the same time. */
export async function spendChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  challenge: string,
): Promise<boolean> {
  const now = clock.now()
  await db.deleteFrom('spentChallenges').where('expiresAt', '<=', now.toISOString()).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spentChallenges')
    .values({ hash: hashOf(challenge), expiresAt: endOf(now) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Of a sign-in under way, and links for a new password. */
export async function dropChallenges(db: Database, administratorId: string): Promise<void> {
  for (const table of ['signInChallenges', 'passwordResets'] as const)
    await db.deleteFrom(table).where('administratorId', '=', administratorId).execute()
}

/** For a link by which a new password may be set. Deletes expired and excess ones. */
export async function openReset(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<string> {
  const now = clock.now()
  const opened = { administratorId, now, expiresAt: endOfReset(now) }
  return await open(db, 'passwordResets', opened, PASSWORD_RESETS.open)
}

/** Whose new password a link may set; null when it was used, or its time is over. */
export async function findReset(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  token: string,
): Promise<string | null> {
  const now = clock.now()
  const row = await db
    .selectFrom('passwordResets')
    .select('administratorId')
    .where('hash', '=', hashOf(token))
    .where('expiresAt', '>', now.toISOString())
    .where('expiresAt', '<=', endOfReset(now))
    .executeTakeFirst()
  return row?.administratorId ?? null
}

/** False when it was used meanwhile. */
export async function closeReset(db: Database, token: string): Promise<boolean> {
  return await close(db, 'passwordResets', token)
}

function endOfReset(begun: Date) {
  return new Date(begun.getTime() + PASSWORD_RESETS.minutes * 60_000).toISOString()
}

function endOf(begun: Date) {
  return new Date(begun.getTime() + SECOND_STEP.seconds * 1000).toISOString()
}

function hashOf(challenge: string) {
  return createHash('sha256').update(challenge).digest('base64url')
}
