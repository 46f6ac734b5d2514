import { NO_RESERVE } from '#database/locks.ts'
import { checkServer, describeStart } from '#database/postgres/connection-settings.ts'
import { migrateToLatest } from '#database/postgres/migrate.ts'
import { openPostgres, openUnlimited } from '#database/postgres/open-postgres.ts'
import { openLocks } from '#database/postgres/session-locks.ts'
import { createVersions } from '#database/postgres/versions.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import { postgresLists, postgresSequences } from '../adapters/postgres/postgres-lists.ts'
import { postgresSearch } from '../adapters/postgres/postgres-search.ts'
import type { DatabaseSettings } from '../settings/database-settings.ts'
import { ConfigError } from '../settings/read-number.ts'
import type { OpenDatabase } from './engine.ts'

type Settings = Extract<DatabaseSettings, { kind: 'postgres' }>

/** A module of its own, since only those who use PostgreSQL need its driver. Throws ConfigError. */
export async function openShared(
  settings: Settings,
  migrates: boolean,
  chapters: ChapterTable,
): Promise<OpenDatabase> {
  try {
    await checkAndMigrate(settings, migrates)
  } catch (error) {
    throw new ConfigError(describeStart(error, settings.url))
  }
  const versions = createVersions()
  const { db, readDb, close } = openPostgres(settings, versions.committed)
  const polling = versions.poll(readDb)
  const locks = openLocks(settings.url)
  return {
    ...{ db, readDb, versions: versions.read, locks, reserve: NO_RESERVE },
    ...{
      lists: postgresLists,
      search: postgresSearch(chapters),
      sequences: postgresSequences,
      isShared: true,
    },
    async close() {
      polling.stop()
      await locks.close()
      await close()
    },
  }
}

async function checkAndMigrate(settings: Settings, migrates: boolean) {
  const db = openUnlimited(settings)
  try {
    await checkServer(db)
    if (migrates) await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
