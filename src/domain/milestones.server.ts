import type { Database, ReadDatabase } from '#database/schema.ts'

const PLACE = 'of this place: '

/** The name for what a database remembers of the place where it is; no other database is told. */
export function ofThisPlace(what: string): string {
  return `${PLACE}${what}`
}

export function isOfThisServer(name: string): boolean {
  return name.startsWith(PLACE)
}

/** For what happens once in a database's life. */
export async function hasReached(db: Database, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  )
}

/** The name of one that begins so, or null. */
export async function findReached(db: Database, begin: string): Promise<string | null> {
  const row = await db
    .selectFrom('milestones')
    .select('name')
    .where('name', '>=', begin)
    .where('name', '<', `${begin}~`)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row?.name ?? null
}

export async function whenReached(readDb: ReadDatabase, name: string): Promise<Date | null> {
  const row = await readDb
    .selectFrom('milestones')
    .select('reachedAt')
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? new Date(row.reachedAt) : null
}

/** Those of the names that were reached. */
export async function hasReachedAny(db: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('milestones').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

export async function markReached(db: Database, name: string, now: Date): Promise<void> {
  await db
    .insertInto('milestones')
    .values({ name, reachedAt: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function unmarkReached(db: Database, name: string): Promise<void> {
  await db.deleteFrom('milestones').where('name', '=', name).execute()
}
