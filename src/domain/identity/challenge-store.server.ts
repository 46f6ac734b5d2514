import type { Database } from '#database/schema.ts'

/** Adds a challenge with no try used. */
export async function insertChallenge(
  db: Database,
  row: { hash: string; administratorId: string; expiresAt: string },
): Promise<void> {
  await db.insertInto('signInChallenges').values(row).execute()
}

/** Removes what is over, and of one administrator all but the newest few. */
export async function deleteSurplusChallenges(
  db: Database,
  administratorId: string,
  { now, keep }: { now: Date; keep: number },
): Promise<void> {
  const newest = db
    .selectFrom('signInChallenges')
    .select('hash')
    .where('administratorId', '=', administratorId)
    .orderBy('expiresAt', 'desc')
    .limit(keep)
  await db
    .deleteFrom('signInChallenges')
    .where((where) =>
      where.or([
        where('expiresAt', '<=', now.toISOString()),
        where.and([where('administratorId', '=', administratorId), where('hash', 'not in', newest)]),
      ]),
    )
    .execute()
}

/** Counts one try of a challenge that has one left and ends between now and `latest`; returns whose it is, or null. */
export async function addTry(
  db: Database,
  hash: string,
  { now, latest, most }: { now: Date; latest: Date; most: number },
): Promise<string | null> {
  const row = await db
    .updateTable('signInChallenges')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('tries', '<', most)
    .where('expiresAt', '>', now.toISOString())
    .where('expiresAt', '<=', latest.toISOString())
    .returning('administratorId')
    .executeTakeFirst()
  return row?.administratorId ?? null
}

/** Removes one challenge; false when it is not there. */
export async function deleteChallenge(db: Database, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('signInChallenges')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes all challenges of an administrator. */
export async function deleteChallengesOf(db: Database, administratorId: string): Promise<void> {
  await db.deleteFrom('signInChallenges').where('administratorId', '=', administratorId).execute()
}
