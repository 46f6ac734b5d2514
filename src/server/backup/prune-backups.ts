import { keptBackups } from '#domain/backup/kept-backups.ts'
import { filesOf } from './check-backup.ts'
import { BackupFault, type BackupTarget, BLOBS, shaOf } from './place/backup-target.ts'
import { listBackups, readManifest } from './stored/manifest.ts'

/**
 * Removes the backups that the rule does not keep, and then the bytes that no backup names. Only after a good backup, and
 * only by the one run at a time: what is named is known from every list that stays, and if one cannot be read no bytes go.
 */
export async function pruneBackups(
  target: BackupTarget,
): Promise<{ removed: number; unreadable: string | null }> {
  const all = await listBackups(target)
  const kept = keptBackups(all)
  const former = all.filter(({ number }) => !kept.has(number))
  for (const { object } of former) await target.remove(object)
  try {
    const needed = await neededBlobs(target)
    for await (const { name } of target.list(BLOBS)) {
      const sha256 = shaOf(name)
      if (sha256 && !needed.has(sha256)) await target.remove(name)
    }
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return { removed: former.length, unreadable: error.message }
  }
  return { removed: former.length, unreadable: null }
}

async function neededBlobs(target: BackupTarget) {
  const needed = new Set<string>()
  for (const { object } of await listBackups(target)) {
    const { database, files, secret } = await readManifest(target, object)
    for (const blob of [database, files, secret]) if (blob) needed.add(blob.sha256)
    for await (const { sha256 } of filesOf(target, files)) needed.add(sha256)
  }
  return needed
}
