import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeFault } from '#server/backup/backup-record.ts'
import { type BackupPlace, encryptedIn, placeName, readBackupPlace } from '#server/settings/files-settings.ts'
import { BackupFault, type BackupTarget } from '../src/server/backup/backup-target.ts'
import { findEncryption } from '../src/server/backup/encrypted-target.ts'
import { listBackups, type Manifest, readManifest } from '../src/server/backup/manifest.ts'
import { openTarget } from '../src/server/backup/open-target.ts'
import { type Restored, restoreBackup } from '../src/server/backup/restore-backup.ts'
import { restoreFiles } from '../src/server/backup/restore-files.ts'
import { type Config, ConfigError, readConfig } from '../src/server/config.ts'
import { createApp } from '../src/server/create-app.ts'
import { askHidden } from './support/ask-hidden.ts'
import { describeCount } from './support/say-count.ts'
import { showSteps } from './support/step-bars.ts'

const USAGE = `Usage:
  restore -- PLACE                restores the last backup of PLACE, a folder, s3://bucket/prefix or the file that the
                                  admin area made, into DATA_DIR, which must be empty
  restore -- PLACE --list         says which backups there are
  restore -- PLACE --number 12    restores that one
  … --without-damaged             leaves out single files whose bytes are damaged
  … --passphrase-file FILE        reads the passphrase of encrypted backups there; else it is BACKUP_PASSPHRASE,
                                  or asked for. --plain takes earlier ones that are not encrypted
  restore -- PLACE --file KEY     puts this file of the site back, also while the site runs, and as often as it is named
  restore -- PLACE --damaged      the same for all that the site knows as missing or damaged

The backup is checked first; where it is damaged, nothing is written. Of single files only those are put back that are
missing or damaged; what was damaged is moved to a folder removed, never deleted.`

const SAID = {
  restored: 'restored; the site has it at once',
  whole: 'as it was stored, so nothing was done',
  unknown: 'no file of this site',
  'not in the backup':
    'not in this backup with the right bytes: upload it again in the admin area, with Replace',
}

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  const options = readArguments(args)
  if (!options) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    const place = readBackupPlace(options.folder, config.dataDir, 'The place')
    if (typeof place === 'string') throw new ConfigError(place)
    const target = await openFrom(place, config, options)
    try {
      if (options.list) await describeBackups(target)
      else if (options.files) return await putBack(target, config, options.files)
      else await restore(target, config, options)
    } finally {
      target.close()
    }
    return 0
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : describeFault(error))
    return 1
  }
}

type Asked = {
  folder: string
  isPlain: boolean
  passphraseFile: string | null
  list: boolean
  number: number | null
  withoutDamaged: boolean
  files: string[] | 'damaged' | null
}

function readArguments(args: string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        number: { type: 'string' },
        'without-damaged': { type: 'boolean', default: false },
        file: { type: 'string', multiple: true },
        damaged: { type: 'boolean', default: false },
        plain: { type: 'boolean', default: false },
        'passphrase-file': { type: 'string' },
      },
    })
    const [folder, ...rest] = positionals
    const isNumber = values.number === undefined || /^[1-9]\d{0,8}$/.test(values.number)
    if (!folder || rest.length > 0 || !isNumber) return null
    const number = values.number === undefined ? null : Number(values.number)
    const files = values.damaged ? 'damaged' : (values.file ?? null)
    return {
      folder,
      isPlain: values.plain,
      passphraseFile: values['passphrase-file'] ?? null,
      ...{ list: values.list, number, withoutDamaged: values['without-damaged'], files },
    }
  } catch {
    return null
  }
}

/** Encrypted backups are in a folder of their own within the place, or are all that it has. */
async function openFrom(
  place: BackupPlace,
  { backupPassphrase }: Config,
  options: Asked,
): Promise<BackupTarget> {
  for (const each of options.isPlain ? [] : [place, encryptedIn(place)]) {
    const target = await openTarget(each)
    const isEncrypted = (await findEncryption(target)) !== null
    target.close()
    if (isEncrypted) return await openTarget(each, await readPassphrase(options, backupPassphrase, each))
  }
  return await openTarget(place)
}

async function readPassphrase({ passphraseFile }: Asked, setting: string | null, place: BackupPlace) {
  if (passphraseFile) return (await readFile(passphraseFile, 'utf8')).trim()
  if (setting !== null) return setting
  if (process.stdin.isTTY)
    return (await askHidden(`Passphrase of the backups in ${placeName(place)}: `)).trim()
  throw new BackupFault(
    `The backups in ${placeName(place)} are encrypted: set BACKUP_PASSPHRASE, or name a file with --passphrase-file.`,
  )
}

async function describeBackups(target: BackupTarget) {
  const backups = await listBackups(target)
  for (const { number, object } of backups) {
    const line = await readManifest(target, object).then(describe, (error: Error) => error.message)
    console.log(`${number}: ${line}`)
  }
  if (backups.length === 0) console.log(`There is no backup in ${target.name}.`)
}

function describe({ madeAt, counts, versions }: Manifest) {
  const lacking = counts.lacking > 0 ? `, ${counts.lacking} lacking` : ''
  return `${madeAt}, ${describeCount(counts.papers, 'paper')}, ${describeCount(counts.files, 'file')}${lacking}, Thervu ${versions.thervu}`
}

async function restore(target: BackupTarget, config: Config, { number, withoutDamaged }: Asked) {
  const backups = await listBackups(target)
  const chosen = number === null ? backups[0] : backups.find((each) => each.number === number)
  if (!chosen) throw new BackupFault(`There is no ${number === null ? '' : 'such '}backup in ${target.name}.`)
  const manifest = await readManifest(target, chosen.object)
  const steps = showSteps()
  const restored = await restoreBackup(target, manifest, config, { withoutDamaged, report: steps.report })
  steps.end()
  describeRestored(manifest, config, restored)
}

/** Opens the site's database and files alongside the server that may run. */
async function putBack(target: BackupTarget, config: Config, files: string[] | 'damaged') {
  const app = await createApp({ ...config, logLevel: 'silent' }, { indexes: false })
  try {
    const restored = await restoreFiles(target, files === 'damaged' ? null : files, app)
    for (const { key, outcome } of restored) console.log(`${key}: ${SAID[outcome]}`)
    if (restored.length === 0) console.log('No file is known as missing or damaged.')
    return restored.some(({ outcome }) => outcome === 'unknown' || outcome === 'not in the backup') ? 1 : 0
  } finally {
    await app.close()
  }
}

function describeRestored(
  manifest: Manifest,
  { dataDir, authSecret }: Config,
  { damaged, lacking }: Restored,
) {
  const { number, madeAt, counts, secret, settings } = manifest
  const lines = [
    `Backup ${number} of ${madeAt} is in ${dataDir}: ${describeCount(counts.papers, 'paper')}, ${describeCount(counts.files - damaged.length, 'file')}.`,
    ...damaged.map((path) => `Left out, because it is damaged: ${path}`),
    ...lacking.map((path) => `The database names a file that is not in this backup: ${path}`),
    'Start the site with this DATA_DIR. It had been started with these settings:',
    ...Object.entries(settings).map(([name, value]) => `  ${name}=${value}`),
    ...(secret || authSecret
      ? []
      : ['  AUTH_SECRET=… (the same as then, or codes of authenticator apps are dead)']),
    `The centre's own files are in ${dataDir}/centre: put them into the checkout where they differ.`,
  ]
  console.log(lines.join('\n'))
}
