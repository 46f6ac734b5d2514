import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import type { HeldFiles } from '#domain/backup/backup-retention.ts'
import { areWhole } from '#domain/file-checks/hashed-bytes.server.ts'
import { isMissing } from '../adapters/files/durable.ts'
import type { Config } from '../config.ts'
import { lockBackup } from '../folders/data-lock.ts'
import { type BackupPlace, encryptedIn, readBackupPlace } from '../settings/files-settings.ts'
import { BackupFault, blobName } from './backup-target.ts'
import type { Blob } from './manifest.ts'
import { openTarget } from './open-target.ts'

export type PlaceConfig = Pick<Config, 'dataDir' | 'backupTo' | 'backupPassphrase' | 'files'>

const FIELD = 'The place'
const TEST_OBJECT = 'written-and-deleted-by-the-desk'
const TEST_LIMIT_MS = 20_000
const stored = z.strictObject({ to: z.string() })

/** Where a backup is made every night: as BACKUP_TO says, or else the admin area; null: nowhere. */
export async function nightlyPlace(config: PlaceConfig): Promise<BackupPlace | null> {
  if (config.backupTo) return config.backupTo
  const to = await readNamedPlace(config)
  const place = to === null ? null : readBackupPlace(to, config.dataDir, FIELD)
  if (place === null || typeof place === 'string') return null
  return config.backupPassphrase === null ? place : encryptedIn(place)
}

/** As it was typed in the admin area; null where nothing was. Next to the data, as a database moves to other machines. */
export async function readNamedPlace({ dataDir }: Pick<Config, 'dataDir'>): Promise<string | null> {
  try {
    return stored.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8'))).to
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

export async function storeNamedPlace(
  { dataDir }: Pick<Config, 'dataDir'>,
  to: string | null,
): Promise<void> {
  if (to === null) return await rm(pathIn(dataDir), { force: true })
  const draft = `${pathIn(dataDir)}.draft`
  await writeFile(draft, `${JSON.stringify({ to })}\n`, { mode: 0o600, flush: true })
  await rename(draft, pathIn(dataDir))
}

/** Writes, reads and deletes a small file there; throws BackupFault with a sentence where that cannot be. */
export async function testPlace(config: PlaceConfig, to: string): Promise<void> {
  const place = await placeTyped(config, to)
  const lock = lockBackup(config.dataDir)
  if (!lock) throw new BackupFault('A backup is being made just now; try again when it is done.')
  const target = await openTarget(
    config.backupPassphrase === null ? place : encryptedIn(place),
    config.backupPassphrase,
  )
  const late = AbortSignal.timeout(TEST_LIMIT_MS)
  const tooLate = new Promise<never>((_, reject) =>
    late.addEventListener('abort', () => reject(new BackupFault(`${target.name} does not answer.`))),
  )
  const test = async () => {
    await target.prepare({ create: true })
    const bytes = Buffer.from(`Thervu, ${new Date().toISOString()}`)
    await target.put(TEST_OBJECT, one(bytes))
    const read = await Array.fromAsync((await target.read(TEST_OBJECT)) ?? one(Buffer.alloc(0)))
    await target.remove(TEST_OBJECT)
    if (!Buffer.concat(read).equals(bytes))
      throw new BackupFault(`What was written to ${target.name} came back as something else.`)
  }
  try {
    await Promise.race([test(), tooLate])
  } finally {
    target.close()
    lock.release()
  }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

/** Of a bucket's store the server asks only those that its own settings name: never an address that somebody typed. */
async function placeTyped({ dataDir, files }: PlaceConfig, to: string): Promise<BackupPlace> {
  const place = readBackupPlace(to, dataDir, FIELD)
  if (typeof place === 'string') throw new BackupFault(place)
  if (place.kind === 's3') {
    const { endpoint } = place.place
    if (endpoint !== null && endpoint !== (files.kind === 's3' ? files.place.endpoint : null))
      throw new BackupFault(
        'A bucket that is not Amazon’s, nor in the store of FILES_URL, is named with BACKUP_TO on the server.',
      )
    return place
  }
  if (!isAbsolute(to)) throw new BackupFault('Type the whole path of the folder, beginning with /.')
  const [data, folder] = await Promise.all([realpath(dataDir), realPathOf(place.dir)])
  if (!`${folder}${sep}`.startsWith(`${data}${sep}`)) return place
  throw new BackupFault(
    `${FIELD} must not be inside DATA_DIR (${dataDir}): what destroys the one destroys the other.`,
  )
}

/** Of what is there of it: a link may lead back into the data. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
    return join(await realPathOf(dirname(path)), path.slice(dirname(path).length))
  }
}

function pathIn(dataDir: string) {
  return join(dataDir, 'backup-place.json')
}

/** Which of these bytes the backups of a place hold, by reading them; null while it is away. Writes nothing there. */
export async function heldAt(
  place: BackupPlace,
  files: Blob[],
  { log, passphrase }: { log: App['log']; passphrase: string | null },
): Promise<HeldFiles | null> {
  const target = await openTarget(place, passphrase)
  try {
    const held: boolean[] = []
    for (const { sha256, size } of files)
      held.push(await areWhole(await target.read(blobName(sha256)), { sha256, size }))
    return { place: argumentOf(place), held }
  } catch (error) {
    log.warn({ err: error }, 'the place of backups could not be asked for a damaged file')
    return null
  } finally {
    target.close()
  }
}

/** As commands take it. */
export function argumentOf(to: BackupPlace) {
  if (to.kind === 'folder') return to.dir
  const { bucket, prefix, region, endpoint, pathStyle } = to.place
  const asked = new URLSearchParams()
  if (region) asked.set('region', region)
  if (endpoint) asked.set('endpoint', endpoint)
  if (pathStyle !== (endpoint !== null)) asked.set('pathStyle', String(pathStyle))
  const query = decodeURIComponent(asked.toString())
  return `s3://${bucket}/${prefix.replace(/\/$/, '')}${query ? `?${query}` : ''}`
}
