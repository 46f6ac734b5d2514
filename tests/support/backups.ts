import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { type BackupTarget, WORK_FOLDER } from '#server/backup/backup-target.ts'
import { type MakeOptions, makeBackup, type Source } from '#server/backup/make-backup.ts'
import { listBackups, readManifest } from '#server/backup/manifest.ts'
import { openFolderTarget } from '#server/backup/open-target.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openSource } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { openEmptied } from '#server/folders/make-folder.ts'
import type { Site } from './site.ts'
import { filesIn } from './stored.ts'

const folders: string[] = []

/** Removed by `removeFolders`, after the last test of a file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-backup-'))
  folders.push(folder)
  return folder
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

type Made = Partial<MakeOptions> & {
  /** Takes the place of parts of the source, or of the target. */
  source?: (own: Source) => Partial<Source>
  target?: (own: BackupTarget) => Partial<BackupTarget>
}

/** A backup of a site, running or not, in this process. */
export async function backUp(
  { dataDir }: Pick<Site, 'dataDir'>,
  folder: string,
  { source = () => ({}), target = () => ({}), ...options }: Made = {},
) {
  const own = await openSource(readConfig({ DATA_DIR: dataDir }))
  const place = openFolderTarget(folder)
  const work = join(dataDir, WORK_FOLDER)
  await openEmptied(work)
  return await makeBackup(
    { ...own, ...source(own) },
    { ...place, ...target(place) },
    { now: new Date(), work, ...options },
  )
}

/** Restores the last backup of a folder, or the one with this number, into a new data folder. */
export async function restore(
  folder: string,
  {
    number,
    env = {},
    withoutDamaged = false,
    dataDir = join(newFolder(), 'data'),
  }: { number?: number; env?: Record<string, string>; withoutDamaged?: boolean; dataDir?: string } = {},
) {
  const target = openFolderTarget(folder)
  const backups = await listBackups(target)
  const chosen = number === undefined ? backups[0] : backups.find((each) => each.number === number)
  if (!chosen)
    throw new Error(`There is no backup ${number ?? ''} in ${folder}: it was never made, or pruned.`)
  const manifest = await readManifest(target, chosen.object)
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const restored = await restoreBackup(target, manifest, config, { withoutDamaged })
  // As a start makes it.
  mkdirSync(join(config.dataDir, 'quarantine'))
  return { dataDir: config.dataDir, ...restored }
}

export async function numbersIn(folder: string): Promise<number[]> {
  return (await listBackups(openFolderTarget(folder))).map(({ number }) => number).sort((a, b) => a - b)
}

/** Every row of every table, those of the search index too. */
export function allRows(dataDir: string) {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, readBigInts: true })
  try {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").all()
    return Object.fromEntries(
      tables.map(({ name }) => [name, sqlite.prepare(`select * from "${name}"`).all()]),
    )
  } finally {
    sqlite.close()
  }
}

/** Every byte of what a backup holds next to the database. */
export function allBytes(dataDir: string) {
  return Object.fromEntries(
    ['files', 'inbox'].flatMap((place) =>
      filesIn(join(dataDir, place)).map((name) => [
        `${place}/${name}`,
        readFileSync(join(dataDir, place, name)).toString('base64'),
      ]),
    ),
  )
}

/** Nobody else may read anything in a folder. */
export function expectPrivate(folder: string) {
  const open = filesIn(folder).filter((name) => (statSync(join(folder, name)).mode & 0o777) !== 0o600)
  expect(open).toEqual([])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
}
