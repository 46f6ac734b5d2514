import { encryptedIn, placeName, readBackupPlace } from '#server/settings/files-settings.ts'
import { backupRequest } from '../src/server/backup/backup-request.ts'
import { BackupFault } from '../src/server/backup/backup-target.ts'
import type { MadeBackup } from '../src/server/backup/make-backup.ts'
import { runBackup } from '../src/server/backup/run-backup.ts'
import { type Config, ConfigError, readConfig } from '../src/server/config.ts'
import { describeCount } from './support/say-count.ts'
import { showSteps } from './support/step-bars.ts'

const USAGE = `Usage:
  backup -- PLACE     makes a backup in PLACE, a folder or s3://bucket/prefix, reads all of it
                      again, and removes what is older than the rule keeps; with BACKUP_PASSPHRASE
                      encrypted, in PLACE/encrypted
  backup              the same in the place that BACKUP_TO names

Safe at any time, also while the site runs. Stopped with Ctrl-C it leaves the
earlier backups whole, and copies next time only what is not there yet.`

const DUMP = `The database is not in it: PostgreSQL's own tools copy it. Make a dump each time, just before the backup:
  pg_dump --format=custom --file=thervu.dump "$DATABASE_URL"`

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  try {
    const config = readConfig()
    const place = placeOf(args, config)
    if (!place) {
      console.error(USAGE)
      return 2
    }
    const steps = showSteps()
    const made = await runBackup(backupRequest(config, place), { report: steps.report })
    steps.end()
    return describeMade(made, placeName(place), config.backupPassphrase !== null)
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof BackupFault ? error.message : error)
    return 1
  }
}

function placeOf([folder, ...rest]: string[], config: Config) {
  if (rest.length > 0 || folder?.startsWith('--')) return null
  if (folder === undefined) return config.backupTo
  const place = readBackupPlace(folder, config.dataDir, 'The place')
  if (typeof place === 'string') throw new ConfigError(place)
  return config.backupPassphrase === null ? place : encryptedIn(place)
}

function describeMade(
  { manifest, lacking, removed, unreadable }: MadeBackup,
  folder: string,
  isEncrypted: boolean,
): number {
  const { number, counts, secret } = manifest
  const megabytes = Math.ceil((counts.bytes + manifest.database.size) / 1e6).toLocaleString('en-IN')
  console.log(
    `Backup ${number} is in ${folder}: ${describeCount(counts.papers, 'paper')}, ${describeCount(counts.files, 'file')}, ${megabytes} MB, ${isEncrypted ? 'encrypted, ' : ''}all read again.`,
  )
  if (isEncrypted)
    console.log('Nobody can restore it without BACKUP_PASSPHRASE: keep that in a safe place, too.')
  if (manifest.engine === 'postgres') console.log(DUMP)
  if (removed > 0) console.log(`${describeCount(removed, 'older backup')} went, as the rule says.`)
  if (!secret) console.log('AUTH_SECRET is set, and no part of the backup: keep it in a safe place.')
  if (unreadable) console.log(`What no backup needs was not cleared away: ${unreadable}`)
  if (lacking.length === 0) return 0
  console.error(
    `The site itself has lost, or holds damaged: ${lacking.join(', ')}. Nothing older was removed.`,
  )
  return 1
}
