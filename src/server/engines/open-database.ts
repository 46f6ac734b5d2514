import { dirname } from 'node:path'
import type { Reserve } from '#database/locks.ts'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { openLocks, openReserve } from '#database/sqlite/process-locks.ts'
import { openVersions } from '#database/sqlite/versions.ts'
import { type ChapterTable, NO_TABLE } from '#domain/questions/chapters/chapters-file.ts'
import { sqliteFts } from '../adapters/sqlite/sqlite-fts.ts'
import { sqliteLists, sqliteSequences } from '../adapters/sqlite/sqlite-lists.ts'
import type { DatabaseSettings } from '../settings/database-settings.ts'
import { ConfigError } from '../settings/read-number.ts'
import { lacksRoom } from '../uploading/quarantine.ts'
import type { OpenDatabase } from './engine.ts'

/**
 * `migrates`: tests also open what a later release has migrated; `chapters` is what the search index finds them by, which
 * whoever writes to it must know. Throws ConfigError with what is wrong.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  migrates = true,
  chapters: ChapterTable = NO_TABLE,
): Promise<OpenDatabase> {
  return settings.kind === 'sqlite'
    ? await openInFolder(settings.path, migrates, chapters)
    : await (await import('./postgres-engine.ts')).openShared(settings, migrates, chapters)
}

/** Throws ConfigError. */
export async function openInFolder(
  path: string,
  migrates: boolean,
  chapters = NO_TABLE,
): Promise<OpenDatabase> {
  const reserve = openReserve(`${path}-reserve`, async (bytes) => !(await lacksRoom(dirname(path), bytes)))
  try {
    return await reserve.use(() => open(path, migrates, reserve, chapters))
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL (by default thervu.db in DATA_DIR) cannot be used (${path}): ${(error as Error).message}.`,
    )
  }
}

async function open(
  path: string,
  migrates: boolean,
  reserve: Reserve,
  chapters: ChapterTable,
): Promise<OpenDatabase> {
  const { db, readDb, close } = openSqlite(path)
  try {
    if (migrates) await migrateToLatest(db)
    const versions = openVersions(path)
    return {
      ...{ db, readDb, versions: versions.read, locks: openLocks(), reserve },
      ...{ lists: sqliteLists, search: sqliteFts(chapters), sequences: sqliteSequences, isShared: false },
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
