import type { Database } from '#database/schema.ts'

/** Whether something that happens once in a database's life has happened. */
export async function hasReached(db: Database, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  )
}

/** Records that it has happened; a second time changes nothing. */
export async function markReached(db: Database, name: string, now: Date): Promise<void> {
  await db
    .insertInto('milestones')
    .values({ name, reachedAt: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Forgets that it has happened. */
export async function unmarkReached(db: Database, name: string): Promise<void> {
  await db.deleteFrom('milestones').where('name', '=', name).execute()
}
