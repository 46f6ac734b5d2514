import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { openLocks } from '#database/sqlite/process-locks.ts'
import { openVersions } from '#database/sqlite/versions.ts'
import { sqliteSequences } from '../adapters/archive/sqlite/sqlite-sequences.ts'
import { sqliteLists } from '../adapters/lists/sqlite/sqlite-lists.ts'
import { sqliteFts } from '../adapters/search/sqlite/sqlite-fts.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { OpenDatabase } from './engine.ts'

/** Throws ConfigError. */
export async function openInFolder(path: string, migrates: boolean): Promise<OpenDatabase> {
  try {
    const { db, readDb, close } = openSqlite(path)
    if (migrates) await migrateToLatest(db)
    const versions = openVersions(path)
    return {
      ...{ db, readDb, versions: versions.read, locks: openLocks() },
      ...{ lists: sqliteLists, search: sqliteFts, sequences: sqliteSequences, isShared: false },
      async close() {
        versions.close()
        await close()
      },
    }
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL (by default thervu.db in DATA_DIR) cannot be used (${path}): ${(error as Error).message}.`,
    )
  }
}
