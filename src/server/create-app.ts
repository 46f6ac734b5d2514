import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { migrateToLatest } from '#database/migrate.ts'
import { openSqlite } from '#database/open-sqlite.ts'
import { createSearchCounter } from '#domain/activity/count-searches.server.ts'
import type { App, Clock, Log } from '#domain/app.ts'
import { ensureIndexed } from '#domain/catalogue/reindex.server.ts'
import { site } from '#site'
import { createIdentity } from './adapters/auth/identity.ts'
import type { PasswordHashing } from './adapters/auth/password-hash.ts'
import { createDiskStore } from './adapters/files/disk.ts'
import { createDiskPages } from './adapters/files/disk-pages.ts'
import { createDiskTray } from './adapters/files/disk-tray.ts'
import { createMemoryStore } from './adapters/files/memory.ts'
import { createMemoryPages } from './adapters/files/memory-pages.ts'
import { createMemoryTray } from './adapters/files/memory-tray.ts'
import { createInspector } from './adapters/pdf/inspector.ts'
import { createPictures } from './adapters/pictures/pictures.ts'
import { sqliteFts } from './adapters/search/sqlite-fts.ts'
import { readAuthSecret } from './auth-secret.ts'
import { closeToOthers } from './close-to-others.ts'
import { type Config, ConfigError, isLocalOnly } from './config.ts'
import { makeFolder } from './make-folder.ts'
import { readVocabulary } from './read-vocabulary.ts'

export type RunningApp = App & { close(): Promise<void> }

const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() }

/**
 * Builds the app from its settings: every backend is chosen here. Migrates, and makes a missing search index unless
 * `indexes` says no. `hashing` is replaced only by tests.
 */
export async function createApp(
  config: Config,
  parts: { clock?: Clock; log?: Log; indexes?: boolean; hashing?: PasswordHashing } = {},
): Promise<RunningApp> {
  makeFolder(config.dataDir, 'DATA_DIR')
  makeFolder(dirname(config.database.path), 'DATABASE_URL')
  if (config.files.kind === 'disk') makeFolder(config.files.dir, 'FILES_URL')
  const log = parts.log ?? createLog(config)
  closeToOthers(config, log)
  const clock = parts.clock ?? systemClock
  const { db, reader, close: closeDatabase } = await openDatabase(config)
  const inspector = createInspector({ log })
  const secureCookies = config.siteUrl?.protocol === 'https:' || !isLocalOnly(config)
  const app: App = {
    db,
    reader,
    files: config.files.kind === 'disk' ? createDiskStore(config.files.dir) : createMemoryStore(clock.now),
    tray:
      config.files.kind === 'disk'
        ? createDiskTray(join(config.dataDir, 'tray'))
        : createMemoryTray(clock.now),
    pageStore:
      config.files.kind === 'disk' ? createDiskPages(join(config.dataDir, 'pages')) : createMemoryPages(),
    search: sqliteFts,
    vocabulary: readVocabulary(),
    searches: createSearchCounter({ db, log }),
    inspector,
    identity: createIdentity({
      db,
      clock,
      log,
      secret: readAuthSecret(config),
      secureCookies,
      siteOrigin: config.siteUrl?.origin ?? null,
      issuer: site.name,
      hashing: parts.hashing,
      requireSecondFactor: config.requireSecondFactor,
    }),
    pictures: createPictures(site),
    clock,
    log,
  }
  if (parts.indexes !== false) await ensureIndexed(app)
  return {
    ...app,
    async close() {
      await app.searches.settle()
      await inspector.close()
      await closeDatabase()
    },
  }
}

async function openDatabase(config: Config) {
  try {
    const database = openSqlite(config.database.path)
    await migrateToLatest(database.db)
    return database
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL (by default thervu.db in DATA_DIR) cannot be used: ${config.database.path}. ${(error as Error).message}`,
    )
  }
}

/** JSON lines: to standard output, or to DATA_DIR/server.log when a person is looking at the terminal. */
function createLog(config: Config): Log {
  const dest = process.stdout.isTTY ? join(config.dataDir, 'server.log') : 1
  const format = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(format, pino.destination({ dest, mkdir: true, sync: false }))
}
