import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { SECOND_STEP } from './session-limits.ts'

const CHALLENGE_BYTES = 32

/** For a right password: the secret with which the code may come. Deletes expired and excess challenges. */
export async function openChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const now = clock.now()
  const values = { hash: hashOf(challenge), administratorId, expiresAt: endOf(now) }
  await db.insertInto('signInChallenges').values(values).execute()
  await db.deleteFrom('signInChallenges').where('expiresAt', '<=', now.toISOString()).execute()
  const newest = db
    .selectFrom('signInChallenges')
    .select('hash')
    .where('administratorId', '=', administratorId)
    .orderBy('expiresAt', 'desc')
    .limit(SECOND_STEP.open)
  await db
    .deleteFrom('signInChallenges')
    .where('administratorId', '=', administratorId)
    .where('hash', 'not in', newest)
    .execute()
  return challenge
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
  const { numDeletedRows } = await db
    .deleteFrom('signInChallenges')
    .where('hash', '=', hashOf(challenge))
    .executeTakeFirst()
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

export async function dropChallenges(db: Database, administratorId: string): Promise<void> {
  await db.deleteFrom('signInChallenges').where('administratorId', '=', administratorId).execute()
}

function endOf(begun: Date) {
  return new Date(begun.getTime() + SECOND_STEP.seconds * 1000).toISOString()
}

function hashOf(challenge: string) {
  return createHash('sha256').update(challenge).digest('base64url')
}
