import type { App } from '#domain/app.ts'
import type { HeldFiles } from '#domain/backup/kept-backups.ts'
import { areWhole } from '#domain/file-checks/hashed-bytes.server.ts'
import type { BackupPlace } from '#server/settings/files-settings.ts'
import { blobName } from './backup-target.ts'
import type { Blob } from './manifest.ts'
import { openTarget } from './open-target.ts'

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
