import type { Database } from '#database/schema.ts'

/** So many in a statement: after an archive's import there may be more than an engine binds. */
const BATCH = 500

/** Which store: of papers' files by key, or of the inbox by upload. */
export type UnsettledKind = 'files' | 'inbox'

/**
 * Notes bytes of which this database knows that no row may name them: they are about to be stored, or their row was just
 * deleted. A sweep takes what a crash leaves of these without asking why no row names it.
 */
export async function noteUnsettled(db: Database, kind: UnsettledKind, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH).map((name) => ({ kind, name }))
    await db
      .insertInto('unsettledFiles')
      .values(batch)
      .onConflict((on) => on.doNothing())
      .execute()
  }
}

/** The bytes have a row, or are gone. */
export async function settle(db: Database, kind: UnsettledKind, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH)
    await db.deleteFrom('unsettledFiles').where('kind', '=', kind).where('name', 'in', batch).execute()
  }
}

export async function selectUnsettled(db: Database, kind: UnsettledKind): Promise<Set<string>> {
  const rows = await db.selectFrom('unsettledFiles').select('name').where('kind', '=', kind).execute()
  return new Set(rows.map(({ name }) => name))
}
