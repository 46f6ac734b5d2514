import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { NEWER } from '#database/apply-migrations.ts'
import type { FileStores } from '../adapters/files/file-stores.ts'
import { openFileStores } from '../adapters/files/open-file-stores.ts'
import { type Config, ConfigError } from '../config.ts'
import { lockBackup } from '../folders/data-lock.ts'
import { openEmptied, privateFolder } from '../folders/make-folder.ts'
import { ownVersion, PROJECT_ROOT } from '../folders/project-root.ts'
import { describeFault, readRecord, updateRecord } from './backup-record.ts'
import type { BackupRequest, SourceConfig } from './backup-request.ts'
import { BackupFault, DatabaseDamaged, WORK_FOLDER } from './backup-target.ts'
import { type MadeBackup, type MakeOptions, makeBackup, type Source } from './make-backup.ts'
import { openCopier } from './open-copier.ts'
import { openTarget } from './open-target.ts'

/** What a centre changes in its checkout. */
const CENTRE_FILES = [
  'site.config.ts',
  'synonyms.txt',
  'school-terms.txt',
  'chapters.txt',
  'syllabus-changes.txt',
]
const CENTRE_FOLDER = 'public'

/** Throws ConfigError where files are not kept. */
export async function openSource(config: SourceConfig): Promise<Source & { close(): void }> {
  const { dataDir, database, authSecret, settings } = config
  const secret = authSecret ? null : await readFile(join(dataDir, 'auth-secret'), 'utf8')
  const { files, inbox, close } = await openStores(config)
  return {
    database: await openCopier(database),
    ...{ files, inbox, close },
    centre: await centreFiles(PROJECT_ROOT),
    secret,
    // Of the one that signs; a former one may be below it, and is kept with it.
    secretFingerprint: fingerprintOf(authSecret ?? secret?.trim().split('\n')[0] ?? ''),
    settings,
    versions: { thervu: ownVersion(), node: process.version },
  }
}

/** Throws ConfigError where nothing is kept. */
export async function openStores(
  config: Pick<Config, 'dataDir' | 'files' | 'database'>,
): Promise<FileStores> {
  const { files } = config
  if (files.kind === 'memory') throw new ConfigError('FILES_URL is memory: nothing is kept to be backed up.')
  return await openFileStores(files, { dataDir: privateFolder(config), now: () => new Date() })
}

/** Tells secrets apart without telling them. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(`thervu backup ${secret.trim()}`).digest('hex').slice(0, 16)
}

async function centreFiles(root: string) {
  const folder = join(root, CENTRE_FOLDER)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const own = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = [...CENTRE_FILES.map((name) => join(root, name)).filter((path) => existsSync(path)), ...own]
  return paths.map((from) => ({ path: relative(root, from), from }))
}

/** Free room, besides the copy of the database, below which the site's own disk is left alone. */
const LEAST_FREE_BYTES = 256 * 2 ** 20

/**
 * Makes a backup and writes down what became of it. Throws BackupFault or ConfigError with a sentence for whoever runs the site.
 * `isNightly` expects that the backups of other nights are there: an empty folder is a disk that is not mounted.
 */
export async function runBackup(
  order: BackupRequest,
  { isNightly = false, ...options }: Pick<MakeOptions, 'gently' | 'report'> & { isNightly?: boolean } = {},
): Promise<MadeBackup> {
  const { dataDir, database, to } = order
  // What a browser takes away is nowhere that could be looked at later.
  const isPlace = to.kind !== 'file'
  const copier = await openCopier(database)
  if (!(await copier.holdsSite())) throw new BackupFault(`There is no site in ${dataDir} to be backed up.`)
  const lock = lockBackup(dataDir)
  if (!lock) throw new BackupFault('Another backup is being made.')
  const target = await openTarget(order.to, order.passphrase)
  const work = join(dataDir, WORK_FOLDER)
  let source: Awaited<ReturnType<typeof openSource>> | undefined
  let turn: Awaited<ReturnType<typeof copier.takeTurn>> = null
  try {
    if (copier.isLaterThanKnown(await copier.lastMigration())) throw new BackupFault(`The database ${NEWER}.`)
    turn = await copier.takeTurn(target.name)
    if (!turn) throw new BackupFault('Another server is making a backup there.')
    source = await openSource(order)
    await openEmptied(work)
    await expectRoom(work, await source.database.size())
    const expectsEarlier = isNightly && Boolean((await readRecord(dataDir))[target.name]?.madeAt)
    const made = await makeBackup(source, target, { ...options, work, expectsEarlier, now: new Date() })
    if (isPlace) await updateRecord(dataDir, target.name, outcomeOf(made, target.name))
    return made
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = describeFault(error)
    const failure = { at: new Date().toISOString(), reason }
    if (isPlace) await updateRecord(dataDir, target.name, { failure })
    throw error instanceof DatabaseDamaged ? error : new BackupFault(reason, { cause: error })
  } finally {
    await rm(work, { recursive: true, force: true })
    source?.close()
    target.close()
    await turn?.release()
    lock.release()
  }
}

/** A backup of a site that lacks files is the best there can be, but not a good one. */
function outcomeOf({ manifest, lacking }: MadeBackup, to: string) {
  const { madeAt, counts } = manifest
  const { papers, files, bytes } = counts
  if (lacking.length === 0)
    return { madeAt, lastGood: { at: madeAt, to, papers, files, bytes }, failure: null }
  const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''
  const reason = `The site has lost ${lacking[0]}${more}, or other bytes than were stored. All else is in the backup.`
  return { madeAt, failure: { at: madeAt, reason } }
}

async function expectRoom(work: string, databaseBytes: number) {
  const disk = await statfs(work)
  if (disk.bavail * disk.bsize < databaseBytes + LEAST_FREE_BYTES) {
    throw new BackupFault('The disk of DATA_DIR has no room for a copy of the database.')
  }
}
