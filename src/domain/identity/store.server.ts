import type { Database } from '#database/schema.ts'

type Failures = { failures: number; blockedUntil: Date | null }

/** The failures counted for an account; zero when there are none. */
export async function findFailures(db: Database, account: string): Promise<Failures> {
  const row = await db
    .selectFrom('signInFailures')
    .select(['failures', 'blockedUntil'])
    .where('account', '=', account)
    .executeTakeFirst()
  if (!row) return { failures: 0, blockedUntil: null }
  return { failures: row.failures, blockedUntil: row.blockedUntil ? new Date(row.blockedUntil) : null }
}

/** Writes the count and the end of the wait for an account. */
export async function saveFailures(
  db: Database,
  account: string,
  { failures, blockedUntil }: Failures,
  now: Date,
): Promise<void> {
  const row = {
    failures,
    blockedUntil: blockedUntil?.toISOString() ?? null,
    updatedAt: now.toISOString(),
  }
  await db
    .insertInto('signInFailures')
    .values({ account, ...row })
    .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
    .execute()
}

/** Forgets the failures of one account. */
export async function removeFailures(db: Database, account: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('account', '=', account).execute()
}

/** Forgets the failures of all devices and steps of one account; their names begin with its own and a colon. */
export async function removeFailuresBelow(db: Database, account: string): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('account', '>', `${account}:`)
    .where('account', '<', `${account};`)
    .execute()
}

/** Forgets what nobody has added to since a time. */
export async function removeFailuresBefore(db: Database, time: Date): Promise<void> {
  await db.deleteFrom('signInFailures').where('updatedAt', '<', time.toISOString()).execute()
}
