import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { migrateToLatest } from '#database/sqlite/migrate.ts'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { openVersions } from '#database/sqlite/versions.ts'
import { createSearchCounter } from '#domain/activity/count-searches.server.ts'
import type { App, Clock, Log } from '#domain/app.ts'
import { ensureIndexed } from '#domain/search/indexing/reindex.server.ts'
import { site } from '#site'
import { sqliteSequences } from './adapters/archive/sqlite/sqlite-sequences.ts'
import { createIdentity } from './adapters/auth/identity.ts'
import type { PasswordHashing } from './adapters/auth/password-hash.ts'
import { claimFiles } from './adapters/files/claim-files.ts'
import { openFileStores } from './adapters/files/open-file-stores.ts'
import { sqliteLists } from './adapters/lists/sqlite/sqlite-lists.ts'
import { createInspector } from './adapters/pdf/inspector.ts'
import { createPictures } from './adapters/pictures/pictures.ts'
import { sqliteFts } from './adapters/search/sqlite/sqlite-fts.ts'
import { readBackups } from './backup/nightly/nightly-backups.ts'
import { type Config, ConfigError, isLocalOnly } from './config.ts'
import { makeFolder } from './folders/make-folder.ts'
import { readAuthSecret } from './process/auth-secret.ts'
import { readVocabulary } from './process/read-vocabulary.ts'
import { restrictAccess } from './process/restrict-access.ts'

export type RunningApp = App & { close(): Promise<void> }

const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() }

/** Chooses every backend. The owner of the data migrates, and builds a missing search index unless `indexes` is false. */
export async function createApp(
  config: Config,
  {
    isOwner = true,
    indexes = isOwner,
    ...parts
  }: { clock?: Clock; log?: Log; isOwner?: boolean; indexes?: boolean; hashing?: PasswordHashing } = {},
): Promise<RunningApp> {
  makeFolder(config.dataDir, 'DATA_DIR')
  makeFolder(dirname(config.database.path), 'DATABASE_URL')
  if (config.files.kind === 'disk') makeFolder(config.files.dir, 'FILES_URL')
  const log = parts.log ?? createLog(config)
  if (isOwner) restrictAccess(config, log)
  const clock = parts.clock ?? systemClock
  const { db, readDb, versions, close: closeDatabase } = await openDatabase(config, isOwner)
  const stores = await openFileStores(config.files, { dataDir: config.dataDir, now: clock.now })
  const inspector = createInspector({ log })
  const secureCookies = config.siteUrl?.protocol === 'https:' || !isLocalOnly(config)
  const app: App = {
    db,
    readDb,
    versions: versions.read,
    lists: sqliteLists,
    sequences: sqliteSequences,
    files: stores.files,
    inbox: stores.inbox,
    pageStore: stores.pageStore,
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
    backups: readBackups(config),
    clock,
    log,
  }
  async function close() {
    await app.searches.settle()
    await inspector.close()
    stores.close()
    versions.close()
    await closeDatabase()
  }
  try {
    if (isOwner) await claimFiles(stores, app)
    if (indexes) await ensureIndexed(app)
    return { ...app, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openDatabase(config: Config, migrates: boolean) {
  try {
    const database = openSqlite(config.database.path)
    if (migrates) await migrateToLatest(database.db)
    return { ...database, versions: openVersions(config.database.path) }
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL (by default thervu.db in DATA_DIR) cannot be used: ${config.database.path}. ${(error as Error).message}`,
    )
  }
}

/** A write for each line would cost as much as answering from the cache. */
const LOG_BUFFER = { minLength: 12_288, periodicFlush: 500 }
/** Beyond 4 KB, lines of two processes that write to one pipe could mix. */
const SHARED_LOG_BUFFER = { minLength: 3_072, maxWrite: 4_096, periodicFlush: 500 }

/** JSON lines: to standard output, or to DATA_DIR/server.log when a person is looking at the terminal. */
function createLog(config: Config): Log {
  const dest = process.stdout.isTTY ? join(config.dataDir, 'server.log') : 1
  const format = { level: config.logLevel, base: null, timestamp: createLogTime() }
  const buffered = config.workers > 1 ? SHARED_LOG_BUFFER : LOG_BUFFER
  return pino(format, pino.destination({ dest, mkdir: true, sync: false, ...buffered }))
}

/** The time as ISO 8601 writes it, made once for all lines of a millisecond. */
function createLogTime() {
  let last = { at: 0, text: '' }
  return () => {
    const at = Date.now()
    if (at !== last.at) last = { at, text: `,"time":"${new Date(at).toISOString()}"` }
    return last.text
  }
}
