import { type BackupPlace, placeName } from '#server/settings/backup-place.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'

export async function openTarget(to: BackupPlace): Promise<BackupTarget> {
  if (to.kind === 'folder') return openFolderTarget(to.dir)
  // Loaded only here: a centre with its backups in a folder goes without it.
  const { openS3Target } = await import('./s3-target.ts')
  return openS3Target(to.place, placeName(to))
}
