import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { areWhole } from '#domain/file-checks/hashed-bytes.server.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import { syncFile } from '../adapters/files/durable.ts'
import { type Config, ConfigError } from '../config.ts'
import { lockDataDir } from '../folders/data-lock.ts'
import { openEmptied } from '../folders/make-folder.ts'
import { BackupFault, type BackupTarget, WORK_FOLDER } from './backup-target.ts'
import { checkBackup, fetchBlob, filesOf, lackingOf } from './check-backup.ts'
import type { DatabaseCopier, Report } from './copy-site.ts'
import type { Blob, Manifest } from './manifest.ts'
import { openCopier } from './open-copier.ts'
import { fingerprintOf, openStores } from './run-backup.ts'

type RestorePlace = Pick<Config, 'dataDir' | 'database' | 'files'>

/** Stays behind when a try was refused. */
const LOCK = /^\w+\.lock(-journal)?$/

/** Throws BackupFault when files are there, or not the database that this backup needs, or when a later release made it. */
async function expectPlaceFor(
  { engine, versions }: Manifest,
  { dataDir, database, files }: RestorePlace,
  copier: DatabaseCopier,
) {
  if (engine !== copier.engine) throw new BackupFault(describeOtherEngine(engine))
  if (copier.isLaterThanKnown(versions.migration))
    throw new BackupFault('This backup was written by a newer version of Thervu: update the program first.')
  await expectEmpty('DATA_DIR', dataDir)
  if (files.kind === 'disk') await expectEmpty('FILES_URL', files.dir)
  const holdsSite = await copier.holdsSite()
  if (database.kind === 'sqlite' && holdsSite)
    throw new BackupFault(`DATABASE_URL names what is there: ${database.path}.`)
  if (database.kind === 'postgres' && !holdsSite)
    throw new BackupFault(
      'The database of DATABASE_URL is empty: bring it back first, with pg_restore of the dump that was made with this backup.',
    )
}

function describeOtherEngine(engine: Manifest['engine']) {
  return engine === 'postgres'
    ? 'This backup is of a site on PostgreSQL: bring its database back with pg_restore, and name it in DATABASE_URL.'
    : 'This backup is of a site on SQLite: restore it without DATABASE_URL, and move it with npm run export and import.'
}

/** What a restored database names and the backup does not have, since its dump is of another moment. Throws BackupFault when it is another site's. */
async function lackingInDatabase(
  target: BackupTarget,
  manifest: Manifest,
  copier: DatabaseCopier,
  work: string,
): Promise<string[]> {
  const list = join(work, 'named.db')
  await copier.copy(list)
  const named = copier.open(list)
  try {
    if (named.facts().site !== manifest.site)
      throw new BackupFault('The database of DATABASE_URL is that of another site.')
    const listed = new Map<string, string>()
    for await (const { path, sha256 } of filesOf(target, manifest.files)) listed.set(path, sha256)
    return lackingOf(named, listed)
  } finally {
    named.close()
    await rm(list)
  }
}

async function expectEmpty(setting: string, folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !LOCK.test(name))
  if (names.length > 0)
    throw new BackupFault(`${setting} is not empty (${folder}): name a new folder, or empty that one.`)
}

type RestoreConfig = Pick<Config, 'dataDir' | 'database' | 'files' | 'authSecret'>
type RestoreOptions = {
  /** Leaves out files whose bytes are damaged, instead of restoring nothing. */
  withoutDamaged?: boolean
  report?: (step: 'checked' | 'restored') => Report
}

export type Restored = {
  /** Paths of damaged files that were left out. */
  damaged: string[]
  /** Of PostgreSQL: paths of files that the restored database names and the backup does not have. */
  lacking: string[]
}

/**
 * Checks a backup and restores it into an empty place, the database last, so that a run cut short leaves no site. Next to
 * PostgreSQL, which its own tools restored before. Throws BackupFault or ConfigError.
 */
export async function restoreBackup(
  target: BackupTarget,
  manifest: Manifest,
  config: RestoreConfig,
  { withoutDamaged = false, report = () => () => {} }: RestoreOptions = {},
): Promise<Restored> {
  const { dataDir, database, authSecret } = config
  const copier = await openCopier(database)
  await expectPlaceFor(manifest, config, copier)
  if (authSecret && fingerprintOf(authSecret) !== manifest.secretFingerprint) {
    throw new ConfigError(
      'AUTH_SECRET is not the secret of this backup: codes of authenticator apps would be dead.',
    )
  }
  const lock = lockDataDir(dataDir)
  const work = join(dataDir, WORK_FOLDER)
  try {
    await openEmptied(work)
    const lacking =
      copier.engine === 'postgres' ? await lackingInDatabase(target, manifest, copier, work) : []
    const check = { copier, work, report: report('checked') }
    const damaged = (await checkBackup(target, manifest, check)).damaged.map(({ path }) => path)
    if (damaged.length > 0 && !withoutDamaged) throw new BackupFault(describeDamaged(damaged))
    await restoreFiles(target, manifest, {
      config,
      work,
      damaged: new Set(damaged),
      report: report('restored'),
    })
    if (manifest.secret && !authSecret) await place(target, manifest.secret, join(dataDir, 'auth-secret'))
    if (database.kind === 'sqlite') await place(target, manifest.database, database.path)
    return { damaged, lacking }
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.release()
  }
}

function describeDamaged([first, ...rest]: string[]) {
  const more = rest.length > 0 ? ` and ${rest.length} more` : ''
  return `Damaged in this backup: ${first}${more}. With --without-damaged all else is restored.`
}

type Restoring = { config: RestoreConfig; work: string; damaged: Set<string>; report: Report }

async function restoreFiles(
  target: BackupTarget,
  manifest: Manifest,
  { config, work, damaged, report }: Restoring,
) {
  const stores = await openStores(config)
  const uploads = new Map<string, { pdf?: Blob; picture?: Blob }>()
  const fetched = join(work, 'fetched')
  let done = 0
  for await (const { path, ...blob } of filesOf(target, manifest.files)) {
    report({ done: ++done, all: manifest.counts.files })
    if (damaged.has(path)) continue
    const [placed, ...rest] = path.split('/')
    if (placed === 'files') {
      await fetchBlob(target, blob, fetched)
      await putFile(stores.files, rest.join('/'), fetched, blob)
    } else if (placed === 'inbox') {
      const [upload = '', name] = rest
      uploads.set(upload, { ...uploads.get(upload), [name === 'paper.pdf' ? 'pdf' : 'picture']: blob })
    } else await place(target, blob, join(config.dataDir, path))
  }
  for (const [upload, { pdf, picture }] of uploads) {
    if (!pdf || !picture) continue
    const shown = join(work, 'shown')
    await fetchBlob(target, picture, shown)
    await fetchBlob(target, pdf, fetched)
    await stores.inbox.put(upload, { path: fetched }, await readFile(shown))
    await rm(shown)
  }
  stores.close()
}

/** A bucket may have outlived the server, and hold the file already. */
async function putFile(files: FileStore, key: string, path: string, blob: Blob) {
  try {
    await files.put(key, { path })
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (!isTaken) throw error
    if (!(await areWhole(await files.open(key), blob)))
      throw new BackupFault(`Where files are kept there is another one under ${key}.`)
  }
}

/** Appears whole or not at all. */
async function place(target: BackupTarget, blob: Blob, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await fetchBlob(target, blob, `${path}.draft`)
  await rename(`${path}.draft`, path)
  await syncFile(dirname(path))
}
