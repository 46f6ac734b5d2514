import type { App } from './app.ts'

/** What the admin area and /readyz warn of; each module raises and clears its own. */
export type WarningKind =
  | 'sweep-refused'
  | 'inbox-sweep-refused'
  | 'files-damaged'
  | 'database-damaged'
  | 'not-shown'
/** `since` in ISO 8601, null for what is not stored but seen as it is now; the sentence says what is wrong and what to do. */
export type Warning = { kind: string; sentence: string; since: string | null }

/** What whoever runs the site should look at, the oldest first. */
export async function listWarnings({ readDb }: Pick<App, 'readDb'>): Promise<Warning[]> {
  return await readDb
    .selectFrom('warnings')
    .select(['kind', 'sentence', 'since'])
    .orderBy('since')
    .orderBy('kind')
    .execute()
}

/** Warns until it is cleared; one of the same kind keeps the time at which it began. */
export async function raiseWarning(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  kind: WarningKind,
  sentence: string,
): Promise<void> {
  await db
    .insertInto('warnings')
    .values({ kind, sentence, since: clock.now().toISOString() })
    .onConflict((on) => on.column('kind').doUpdateSet({ sentence }))
    .execute()
}

export async function clearWarning({ db }: Pick<App, 'db'>, kind: WarningKind): Promise<void> {
  await db.deleteFrom('warnings').where('kind', '=', kind).execute()
}
