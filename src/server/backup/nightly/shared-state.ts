import type { Database, ReadDatabase } from '#database/schema.ts'
import type { BackupState } from '#domain/backup/backup-state.ts'

/** In PostgreSQL alone: with SQLite all that answers lies beside one record. */
type SharedTables = { nightlyBackups: { id: number; place: string; state: string } }
export type SharedState = Omit<BackupState, 'isOfFilesOnly'>

const ONE = 1

/** What the server that makes the nightly backups has told the others; null where none does. */
export async function readSharedState(readDb: ReadDatabase): Promise<SharedState | null> {
  const row = await tablesOf(readDb).selectFrom('nightlyBackups').select('state').executeTakeFirst()
  return row ? (JSON.parse(row.state) as SharedState) : null
}

export async function shareState(db: Database, place: string, state: SharedState): Promise<void> {
  const row = { place, state: JSON.stringify(state) }
  await tablesOf(db)
    .insertInto('nightlyBackups')
    .values({ id: ONE, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}

/** Said by the server that has made backups to one of these places, and makes none any more. */
export async function unshareState(db: Database, places: string[]): Promise<void> {
  if (places.length === 0) return
  await tablesOf(db).deleteFrom('nightlyBackups').where('place', 'in', places).execute()
}

function tablesOf(db: ReadDatabase) {
  return (db as Database).withTables<SharedTables>()
}
