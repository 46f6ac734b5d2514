import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import type { Backups } from '#domain/backup/backup-state.ts'
import { isBackupDue, JITTER_MS } from '#domain/backup/nightly.ts'
import type { Config } from '../../config.ts'
import { PROJECT_ROOT } from '../../folders/project-root.ts'
import { type BackupOrder, orderOf } from '../backup-order.ts'
import { placeName } from '../place/backup-place.ts'
import type { BackupMessage } from './backup-process.ts'
import { type PlaceRecord, readRecord, updateRecord } from './backup-record.ts'

const PROCESS = join(PROJECT_ROOT, 'src/server/backup/nightly/backup-process.ts')
const QUIET = ['--disable-warning=ExperimentalWarning']
const LOOK_EVERY_MS = 60_000

/** What the desk is told: of BACKUP_TO, or else of the last one made by hand. */
export function readBackups({
  dataDir,
  backupTo,
  database,
}: Pick<Config, 'dataDir' | 'backupTo' | 'database'>): Backups {
  const isOfFilesOnly = database.kind === 'postgres'
  return {
    async state() {
      const places = await readRecord(dataDir)
      if (backupTo) {
        const { since = null, lastGood = null, failure = null } = places[placeName(backupTo)] ?? {}
        return { since, lastGood, failure, isOfFilesOnly }
      }
      const last = Object.values(places).toSorted((one, other) => timeOf(other) - timeOf(one))[0]
      return { since: null, lastGood: last?.lastGood ?? null, failure: null, isOfFilesOnly }
    },
  }
}

/** Makes a backup every night, after a missed one as soon as the site runs, and after a failure an hour later. */
export function scheduleBackups(
  { clock, log }: Pick<App, 'clock' | 'log'>,
  config: Config,
): { stop(): Promise<void> } {
  const { backupTo, dataDir } = config
  if (!backupTo) return { stop: async () => {} }
  const name = placeName(backupTo)
  const order = orderOf(config, backupTo)
  const jitterMs = Math.random() * JITTER_MS
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  /** Also where the record cannot be written, because the disk is full. */
  let failedAt: number | null = null

  async function look() {
    const place = (await readRecord(dataDir))[name]
    const now = clock.now()
    if (!place?.since) await updateRecord(dataDir, name, { since: now.toISOString() })
    const last = {
      madeAt: millisecondsOf(place?.madeAt),
      failedAt: failedAt ?? millisecondsOf(place?.failure?.at),
    }
    if (!isBackupDue(last, now.getTime(), jitterMs)) return
    const outcome = await runApart(order, stopping.signal)
    if (stopping.signal.aborted) return
    failedAt = 'fault' in outcome ? clock.now().getTime() : null
    if (!('fault' in outcome)) return log.info({ to: name, ...outcome }, 'a backup was made and checked')
    log.error({ to: name, fault: outcome.fault }, 'the backup failed; it is tried again in an hour')
    await updateRecord(dataDir, name, { failure: { at: clock.now().toISOString(), reason: outcome.fault } })
  }

  const begin = () => {
    running ??= look()
      .catch((error) => log.error({ err: error }, 'the backup could not be begun'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(begin, LOOK_EVERY_MS)
  begin()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** In a process of its own: checking a database keeps its thread for as long as that takes. */
async function runApart(order: BackupOrder, signal: AbortSignal): Promise<BackupMessage> {
  return await new Promise((resolve) => {
    const child = fork(PROCESS, { execArgv: QUIET, signal, killSignal: 'SIGKILL' })
    child.once('message', resolve)
    child.once('error', (error) => resolve({ fault: error.message }))
    child.once('exit', (code, ended) => resolve({ fault: `The backup was ended (${ended ?? code}).` }))
    child.send(order)
  })
}

function millisecondsOf(time: string | null | undefined) {
  return time ? Date.parse(time) : null
}

function timeOf({ lastGood }: PlaceRecord) {
  return millisecondsOf(lastGood?.at) ?? 0
}
