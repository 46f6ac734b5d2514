import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { NEWER } from '#database/apply-migrations.ts'
import { ConfigError } from '../config.ts'
import { lockBackup } from '../folders/data-lock.ts'
import { openEmptied } from '../folders/emptied-folder.ts'
import type { BackupOrder } from './backup-order.ts'
import { describeFault } from './describe-fault.ts'
import { type MadeBackup, type MakeOptions, makeBackup } from './make-backup.ts'
import { readRecord, updateRecord } from './nightly/backup-record.ts'
import { openCopier } from './open-copier.ts'
import { openSource } from './open-source.ts'
import { BackupFault, DatabaseDamaged, WORK_FOLDER } from './place/backup-target.ts'
import { openTarget } from './place/open-target.ts'

/** Free room, beside the copy of the database, below which the site's own disk is left alone. */
const LEAST_FREE_BYTES = 256 * 2 ** 20

/**
 * Makes a backup and writes down what became of it. Throws BackupFault or ConfigError with a sentence for whoever runs the site.
 * `isNightly` expects that the backups of other nights are there: an empty folder is a disk that is not mounted.
 */
export async function runBackup(
  order: BackupOrder,
  { isNightly = false, ...options }: Pick<MakeOptions, 'gently' | 'report'> & { isNightly?: boolean } = {},
): Promise<MadeBackup> {
  const { dataDir, database } = order
  const copier = await openCopier(database)
  if (!(await copier.holdsSite())) throw new BackupFault(`There is no site in ${dataDir} to be backed up.`)
  const lock = lockBackup(dataDir)
  if (!lock) throw new BackupFault('Another backup is being made.')
  const target = await openTarget(order.to)
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
    await updateRecord(dataDir, target.name, outcomeOf(made, target.name))
    return made
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = describeFault(error)
    await updateRecord(dataDir, target.name, { failure: { at: new Date().toISOString(), reason } })
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
