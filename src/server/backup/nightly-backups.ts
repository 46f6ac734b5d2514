import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import {
  type BackupProgress,
  type BackupState,
  type Backups,
  isBackupDue,
  JITTER_MS,
} from '#domain/backup/backup-retention.ts'
import { clearWarning, raiseWarning } from '#domain/warnings.server.ts'
import { type BackupPlace, placeName, readBackupPlace } from '#server/settings/files-settings.ts'
import type { Config } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import { runEvery } from '../run-every.ts'
import type { BackupMessage } from './backup-process.ts'
import { type PlaceRecord, readRecord, updateRecord } from './backup-record.ts'
import { type BackupRequest, backupRequest } from './backup-request.ts'
import { heldAt, nightlyPlace, type PlaceConfig } from './nightly-place.ts'

/** In PostgreSQL alone: with SQLite all that answers is next to one record. */
type SharedTables = { nightlyBackups: { id: number; place: string; state: string } }
type SharedState = Omit<BackupState, 'isOfFilesOnly'>

const ONE = 1

/** What the server that makes the nightly backups has told the others; null where none does. */
async function readSharedState(readDb: ReadDatabase): Promise<SharedState | null> {
  const row = await tablesOf(readDb).selectFrom('nightlyBackups').select('state').executeTakeFirst()
  return row ? (JSON.parse(row.state) as SharedState) : null
}

async function shareState(db: Database, place: string, state: SharedState): Promise<void> {
  const row = { place, state: JSON.stringify(state) }
  await tablesOf(db)
    .insertInto('nightlyBackups')
    .values({ id: ONE, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}

/** Said by the server that has made backups to one of these places, and makes none any more. */
async function unshareState(db: Database, places: string[]): Promise<void> {
  if (places.length === 0) return
  await tablesOf(db).deleteFrom('nightlyBackups').where('place', 'in', places).execute()
}

function tablesOf(db: ReadDatabase) {
  return (db as Database).withTables<SharedTables>()
}

type BackupOutcome = Exclude<BackupMessage, { progress: unknown }>

const PROCESS = join(PROJECT_ROOT, 'src/server/backup/backup-process.ts')
const QUIET = ['--disable-warning=ExperimentalWarning']
const LOOK_EVERY_MS = 60_000

/** What the admin area is told: of the nightly backups, here or at another server of the database, or else of the last one made by hand. */
export function readBackups(
  config: PlaceConfig & Pick<Config, 'database'>,
  readDb: App['readDb'],
  log: App['log'],
): Pick<Backups, 'state' | 'holding'> {
  const { dataDir, database, backupPassphrase: passphrase } = config
  const isOfFilesOnly = database.kind === 'postgres'
  return {
    async state() {
      const places = await readRecord(dataDir)
      const to = await nightlyPlace(config)
      if (to) return { ...stateOf(places[placeName(to)]), isOfFilesOnly }
      const shared = isOfFilesOnly ? await readSharedState(readDb) : null
      if (shared) return { ...shared, isOfFilesOnly }
      const last = Object.values(places).toSorted((one, other) => timeOf(other) - timeOf(one))[0]
      return { since: null, lastGood: last?.lastGood ?? null, failure: null, isOfFilesOnly }
    },

    async holding(files) {
      const place = (await nightlyPlace(config)) ?? (await placeByHand(dataDir))
      return place && (await heldAt(place, files, { log, passphrase }))
    },
  }
}

/** Where the last good backup of this server is; null where there is none. */
async function placeByHand(dataDir: string): Promise<BackupPlace | null> {
  const places = Object.values(await readRecord(dataDir))
  const { lastGood } = places.toSorted((one, other) => timeOf(other) - timeOf(one))[0] ?? {}
  const place = lastGood ? readBackupPlace(lastGood.to, dataDir, 'The place') : null
  return typeof place === 'string' ? null : place
}

function stateOf({ since = null, lastGood = null, failure = null }: Partial<PlaceRecord> = {}) {
  return { since, lastGood, failure }
}

/** Makes a backup every night, after a missed one as soon as the site runs, and after a failure an hour later. */
export function scheduleBackups(
  { clock, log, db }: Pick<App, 'clock' | 'log' | 'db'>,
  config: Config,
): { stop(): Promise<void> } {
  const { dataDir } = config
  const isShared = config.database.kind === 'postgres'
  // Of a shared database only BACKUP_TO says which server makes them.
  if (isShared && !config.backupTo) {
    const ended = endNightly(db, dataDir).catch((error) =>
      log.error({ err: error }, 'other servers still tell of backups that this one made'),
    )
    return { stop: () => ended }
  }
  const jitterMs = Math.random() * JITTER_MS
  const stopping = new AbortController()
  /** Until the record says so, which cannot be written while the disk is full. */
  let unrecorded: { name: string; at: number } | null = null

  async function look() {
    const to = await nightlyPlace(config)
    if (!to) return
    const name = placeName(to)
    const place = (await readRecord(dataDir))[name]
    const now = clock.now()
    if (!place?.since) await updateRecord(dataDir, name, { since: now.toISOString() })
    const last = {
      madeAt: millisecondsOf(place?.madeAt),
      failedAt: unrecorded?.name === name ? unrecorded.at : millisecondsOf(place?.failure?.at),
    }
    if (!isBackupDue(last, now.getTime(), jitterMs)) return
    const outcome = await runApart({ ...backupRequest(config, to), isNightly: true }, stopping.signal)
    if (stopping.signal.aborted) return
    unrecorded = 'fault' in outcome ? { name, at: clock.now().getTime() } : null
    if (!('fault' in outcome)) {
      await clearWarning({ db }, 'database-damaged')
      return log.info({ to: name, ...outcome }, 'a backup was made and checked')
    }
    if (outcome.isOfDatabase) await raiseWarning({ db, clock }, 'database-damaged', outcome.fault)
    log.error({ to: name, fault: outcome.fault }, 'the backup failed; it is tried again in an hour')
    await updateRecord(dataDir, name, { failure: { at: clock.now().toISOString(), reason: outcome.fault } })
    unrecorded = null
  }

  let told = ''
  async function notifyOthers() {
    if (!isShared || !config.backupTo) return
    const name = placeName(config.backupTo)
    const state = stateOf((await readRecord(dataDir))[name])
    if (told === JSON.stringify(state)) return
    await shareState(db, name, state)
    told = JSON.stringify(state)
  }

  const { stop } = runEvery(LOOK_EVERY_MS, () =>
    look()
      .finally(notifyOthers)
      .catch((error) => log.error({ err: error }, 'the backup could not be begun')),
  )
  return {
    async stop() {
      stopping.abort()
      await stop()
    },
  }
}

/** What this server made every night, it makes no more. */
async function endNightly(db: App['db'], dataDir: string) {
  const places = Object.entries(await readRecord(dataDir))
  const nightly = places.filter(([, { since }]) => since !== null)
  await unshareState(
    db,
    nightly.map(([name]) => name),
  )
}

/**
 * In a process of its own: checking a database keeps its thread for as long as that takes. Resolves when that process
 * is gone, which holds the lock for backups to its end.
 */
export async function runApart(
  order: BackupRequest & { isNightly: boolean },
  signal: AbortSignal,
  tell: (progress: BackupProgress) => void = () => {},
): Promise<BackupOutcome> {
  const child = fork(PROCESS, { execArgv: QUIET, signal, killSignal: 'SIGKILL' })
  let outcome: BackupOutcome | undefined
  child.on('message', (message: BackupMessage) => {
    if ('progress' in message) tell(message.progress)
    else outcome = message
  })
  child.on('error', (error) => {
    outcome ??= { fault: error.message }
  })
  child.send(order)
  // What it says last may come after its exit, but comes before it is disconnected. Without a number it never began.
  const ends = child.pid === undefined ? ['error'] : ['exit', 'disconnect']
  await Promise.all(ends.map((event) => new Promise((resolve) => child.once(event, resolve))))
  return outcome ?? { fault: `The backup was ended (${child.signalCode ?? child.exitCode}).` }
}

function millisecondsOf(time: string | null | undefined) {
  return time ? Date.parse(time) : null
}

function timeOf({ lastGood }: PlaceRecord) {
  return millisecondsOf(lastGood?.at) ?? 0
}
