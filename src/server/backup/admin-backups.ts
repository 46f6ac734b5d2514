import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import type { BackupFile, Backups, ListedBackup } from '#domain/backup/backup-retention.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Config } from '../config.ts'
import { lockBackup } from '../folders/data-lock.ts'
import { placeName } from '../settings/files-settings.ts'
import { lacksRoom } from '../uploading/quarantine.ts'
import { describeFault, readRecord, updateRecord } from './backup-record.ts'
import { backupRequest } from './backup-request.ts'
import { listBackups, type NamedBackup, readManifest } from './manifest.ts'
import { runApart } from './nightly-backups.ts'
import { argumentOf, nightlyPlace, readNamedPlace, storeNamedPlace, testPlace } from './nightly-place.ts'
import { openCopier } from './open-copier.ts'
import { openTarget } from './open-target.ts'

/** In DATA_DIR; emptied at every start. */
export const DOWNLOADS = 'backup-download'
const RETENTION_MS = 6 * 60 * 60 * 1000
const LISTED = 10

type AdminBackups = Omit<Backups, 'state' | 'holding'>
type Parts = Pick<App, 'db' | 'clock' | 'log'>

/** Backups as the admin area sees to them: the nightly place, what is there, and one as a file for the browser. */
export function createAdminBackups(
  config: Config,
  parts: Parts,
): { backups: AdminBackups; stop(): Promise<void> } {
  const file = createBackupFile(config, parts)
  const canSet = config.backupTo === null && config.database.kind === 'sqlite'
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      return null
    } catch (error) {
      parts.log.warn({ err: error }, 'the place of backups was refused')
      return { refused: describeFault(error) }
    }
  }
  return {
    stop: file.drop,
    backups: {
      list: () => listNightly(config),
      async place() {
        const place = await nightlyPlace(config)
        const { backupTo } = config
        return {
          to: backupTo ? placeName(backupTo) : await readNamedPlace(config),
          argument: place && argumentOf(place),
          by: backupTo ? 'setting' : 'desk',
          canSet,
          isEncrypted: config.backupPassphrase !== null,
        }
      },
      testPlace: (to) => attempt(() => testPlace(config, to)),
      setPlace: (to) =>
        attempt(async () => {
          if (to !== null) await testPlace(config, to)
          await storeNamedPlace(config, to)
          const place = await nightlyPlace(config)
          if (!place) return
          const name = placeName(place)
          const { since } = (await readRecord(config.dataDir))[name] ?? {}
          // Tried at once, even where it failed within the hour.
          const change = { since: since ?? parts.clock.now().toISOString(), failure: null }
          await updateRecord(config.dataDir, name, change)
        }),
      file: file.state,
      makeFile: file.make,
      dropFile: file.drop,
      issueTicket: file.issueTicket,
      openTicket: file.openTicket,
    },
  }
}

async function listNightly(config: Config): Promise<ListedBackup[] | { refused: string } | null> {
  const place = await nightlyPlace(config)
  if (!place) return null
  const target = await openTarget(place, config.backupPassphrase)
  try {
    const last = (await listBackups(target)).slice(0, LISTED)
    return await Promise.all(last.map(describe))
  } catch (error) {
    return { refused: describeFault(error) }
  } finally {
    target.close()
  }

  async function describe({ number, countsFor, object }: NamedBackup): Promise<ListedBackup> {
    try {
      const { madeAt, counts, database } = await readManifest(target, object)
      return { number, madeAt, ...counts, bytes: counts.bytes + database.size }
    } catch (error) {
      return { number, madeAt: countsFor.toISOString(), fault: describeFault(error) }
    }
  }
}

/** One file at a time, made in a process of its own; its ticket is for one session, and nothing outlives a restart. */
function createBackupFile(config: Config, { db, clock, log }: Parts) {
  const folder = join(config.dataDir, DOWNLOADS)
  let state: BackupFile = { state: 'none' }
  let path = ''
  let tickets = new Map<string, string>()
  let isBusy = false
  let making: { stop: AbortController; ended: Promise<void> } | null = null
  let expiry: NodeJS.Timeout | undefined

  async function drop() {
    clearTimeout(expiry)
    making?.stop.abort()
    await making?.ended
    state = { state: 'none' }
    tickets = new Map()
    // Commands build this, too, next to the site whose folder it is.
    if (path) await rm(folder, { recursive: true, force: true })
    path = ''
  }

  /** Bytes, about: the database twice, since it is copied before it is put into the file. */
  async function neededBytes() {
    const { size } = await db
      .selectFrom('storedFiles')
      .select(({ fn }) => fn.sum<number | string | null>('size').as('size'))
      .executeTakeFirstOrThrow()
    return Number(size ?? 0) + 2 * (await (await openCopier(config.database)).size())
  }

  async function make(passphrase: string | null) {
    if (isBusy) return { refused: 'A backup is being made already.' }
    isBusy = true
    try {
      const refusal = await begin(passphrase)
      isBusy = refusal === null
      return refusal
    } catch (error) {
      isBusy = false
      throw error
    }
  }

  async function begin(passphrase: string | null) {
    const lock = lockBackup(config.dataDir)
    if (!lock) return { refused: 'The nightly backup is being made just now; try again when it is done.' }
    lock.release()
    await drop()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const needed = await neededBytes()
    if (await lacksRoom(folder, needed)) {
      const disk = await statfs(folder)
      return {
        refused: `There is no room for it on the disk of the site: the file needs ${sizeLabel(needed)}, and uploads 1 GiB and 5 % of the disk; ${sizeLabel(disk.bavail * disk.bsize)} are free. Name a nightly place on another disk, or free some space.`,
        isFull: true,
      }
    }
    const stop = new AbortController()
    const ended = run(stop.signal, passphrase).finally(() => {
      isBusy = false
      making = null
    })
    making = { stop, ended }
    return null
  }

  async function run(signal: AbortSignal, passphrase: string | null) {
    const isEncrypted = passphrase !== null
    path = join(folder, randomBytes(12).toString('hex'))
    state = { state: 'running', isEncrypted, progress: null }
    const order = { ...backupRequest(config, { kind: 'file', path }, passphrase), isNightly: false }
    const outcome = await runApart(order, signal, (progress) => {
      state = { state: 'running', isEncrypted, progress }
    })
    if (signal.aborted) return
    const now = clock.now()
    if ('fault' in outcome) {
      log.error({ fault: outcome.fault }, 'the backup for the browser failed')
      state = { state: 'failed', at: now.toISOString(), reason: outcome.fault }
      return await rm(path, { force: true })
    }
    const { papers, files } = outcome.made
    log.info({ papers, files, encrypted: isEncrypted }, 'a backup for the browser was made and checked')
    state = {
      ...{ state: 'ready', isEncrypted, papers, files, lacking: outcome.lacking },
      madeAt: now.toISOString(),
      until: new Date(now.getTime() + RETENTION_MS).toISOString(),
      name: `thervu-backup-${now.toISOString().slice(0, 10)}${isEncrypted ? '-encrypted' : ''}.tar`,
      bytes: (await stat(path)).size,
    }
    expiry = setTimeout(() => void drop(), RETENTION_MS).unref()
  }

  return {
    ...{ drop, make },
    state: () => state,
    issueTicket(sid: string) {
      if (state.state !== 'ready') return null
      const ticket = randomBytes(32).toString('base64url')
      tickets.set(ticket, sid)
      return ticket
    },
    openTicket(ticket: string, sid: string) {
      if (state.state !== 'ready' || tickets.get(ticket) !== sid) return null
      const { name, bytes, madeAt } = state
      return { path, name, bytes, madeAt }
    },
  }
}
