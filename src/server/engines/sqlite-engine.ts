import { dirname } from 'node:path'
import type { Reserve } from '#database/reserve.ts'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { openLocks } from '#database/sqlite/process-locks.ts'
import { openReserve } from '#database/sqlite/reserve.ts'
import { openVersions } from '#database/sqlite/versions.ts'
import { sqliteSequences } from '../adapters/archive/sqlite/sqlite-sequences.ts'
import { sqliteLists } from '../adapters/lists/sqlite/sqlite-lists.ts'
import { sqliteFts } from '../adapters/search/sqlite/sqlite-fts.ts'
import { ConfigError } from '../settings/config-error.ts'
import { lacksRoom } from '../uploading/quarantine.ts'
import type { OpenDatabase } from './engine.ts'

/** Throws ConfigError. */
export async function openInFolder(path: string, migrates: boolean): Promise<OpenDatabase> {
  const reserve = openReserve(`${path}-reserve`, async (bytes) => !(await lacksRoom(dirname(path), bytes)))
  try {
    return await reserve.use(() => open(path, migrates, reserve))
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL (by default thervu.db in DATA_DIR) cannot be used (${path}): ${(error as Error).message}.`,
    )
  }
}

async function open(path: string, migrates: boolean, reserve: Reserve): Promise<OpenDatabase> {
  const { db, readDb, close } = openSqlite(path)
  try {
    if (migrates) await migrateToLatest(db)
    const versions = openVersions(path)
    return {
      ...{ db, readDb, versions: versions.read, locks: openLocks(), reserve },
      ...{ lists: sqliteLists, search: sqliteFts, sequences: sqliteSequences, isShared: false },
      async close() {
        versions.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
