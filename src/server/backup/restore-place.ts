import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { filesOf, lackingOf } from './check-backup.ts'
import type { DatabaseCopier } from './database-copier.ts'
import { BackupFault, type BackupTarget } from './place/backup-target.ts'
import type { Manifest } from './stored/manifest.ts'

type RestorePlace = Pick<Config, 'dataDir' | 'database' | 'files'>

/** Stays behind when a try was refused. */
const LOCK = /^\w+\.lock(-journal)?$/

/** Throws BackupFault when files are there, or not the database that this backup needs, or when a later release made it. */
export async function expectPlaceFor(
  { engine, versions }: Manifest,
  { dataDir, database, files }: RestorePlace,
  copier: DatabaseCopier,
) {
  if (engine !== copier.engine) throw new BackupFault(sayOtherEngine(engine))
  if (copier.isLaterThanKnown(versions.migration))
    throw new BackupFault('This backup was written by a newer version of Thervu: update the program first.')
  await expectEmpty('DATA_DIR', dataDir)
  if (files.kind === 'disk') await expectEmpty('FILES_URL', files.dir)
  const holdsSite = await copier.holdsSite()
  if (database.kind === 'sqlite' && holdsSite)
    throw new BackupFault(`DATABASE_URL names what is there: ${database.path}.`)
  if (database.kind === 'postgres' && !holdsSite)
    throw new BackupFault(
      'The database of DATABASE_URL is empty: bring it back first, with pg_restore of the dump that was made beside this backup.',
    )
}

function sayOtherEngine(engine: Manifest['engine']) {
  return engine === 'postgres'
    ? 'This backup is of a site on PostgreSQL: bring its database back with pg_restore, and name it in DATABASE_URL.'
    : 'This backup is of a site on SQLite: restore it without DATABASE_URL, and move it with npm run export and import.'
}

/** What a restored database names and the backup does not have, since its dump is of another moment. Throws BackupFault when it is another site's. */
export async function lackingInDatabase(
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
