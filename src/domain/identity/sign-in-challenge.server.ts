import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import {
  addTry,
  deleteChallenge,
  deleteChallengesOf,
  deleteSurplusChallenges,
  insertChallenge,
} from './challenge-store.server.ts'
import { SECOND_STEP } from './session-limits.ts'

const CHALLENGE_BYTES = 32

/** Notes that an administrator's password was right; returns the secret with which the code may come, for 5 minutes. */
export async function openChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + SECOND_STEP.seconds * 1000)
  await db.transaction().execute(async (tx) => {
    await insertChallenge(tx, {
      hash: hashOf(challenge),
      administratorId,
      expiresAt: expiresAt.toISOString(),
    })
    await deleteSurplusChallenges(tx, administratorId, { now, keep: SECOND_STEP.open })
  })
  return challenge
}

/** Counts a try before its code is looked at; returns whose sign-in it is, or null when there is no try left. */
export async function claimTry(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  challenge: string,
): Promise<string | null> {
  const now = clock.now()
  // One that lasts longer comes from a clock that was ahead.
  const latest = new Date(now.getTime() + SECOND_STEP.seconds * 1000)
  return await addTry(db, hashOf(challenge), { now, latest, most: SECOND_STEP.tries })
}

/** Uses a challenge up; false when it was used, or taken back, meanwhile. */
export async function closeChallenge(db: Database, challenge: string): Promise<boolean> {
  return await deleteChallenge(db, hashOf(challenge))
}

/** Takes back all challenges of an administrator. */
export async function dropChallenges(db: Database, administratorId: string): Promise<void> {
  await deleteChallengesOf(db, administratorId)
}

function hashOf(challenge: string) {
  return createHash('sha256').update(challenge).digest('base64url')
}
