import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import { checkFile, findHashes, listFaultyFiles } from '#domain/file-checks/scrub.server.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import { daysFrom } from '#domain/time/india-time.ts'
import { BackupFault, type BackupTarget } from './backup-target.ts'
import { fetchBlob } from './check-backup.ts'

const MOST_TRIES = 30

type RestoredFile = {
  key: string
  /** `whole`: the site has it as its row says, so that nothing was done. */
  outcome: 'restored' | 'whole' | 'unknown' | 'not in the backup'
}

/**
 * Puts files back in place of those that are missing or damaged, also while the site runs; null for all that are known
 * as such. Their bytes are the same in every backup that has them. What was damaged is set aside, never deleted.
 */
export async function restoreFiles(
  target: BackupTarget,
  keys: string[] | null,
  app: Pick<App, 'db' | 'files' | 'checks' | 'clock' | 'log'>,
): Promise<RestoredFile[]> {
  const work = await mkdtemp(join(tmpdir(), 'thervu-restore-'))
  try {
    const restored: RestoredFile[] = []
    for (const key of keys ?? (await listFaultyFiles(app)))
      restored.push({ key, outcome: await restoreFile(target, key, app, join(work, 'fetched')) })
    await app.checks.warn()
    return restored
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function restoreFile(
  target: BackupTarget,
  key: string,
  app: Pick<App, 'db' | 'files' | 'clock' | 'log'>,
  fetched: string,
): Promise<RestoredFile['outcome']> {
  const row = await findHashes(app, key)
  const found = await checkFile(app, key)
  if (!row || !found) return 'unknown'
  if (!found.fault) return 'whole'
  try {
    await fetchBlob(target, row, fetched)
  } catch (error) {
    await rm(fetched, { force: true })
    if (error instanceof BackupFault) return 'not in the backup'
    throw error
  }
  if (found.fault === 'damaged') await setDamagedAside(app, key)
  await app.files.put(key, { path: fetched })
  const again = await checkFile(app, key)
  if (again?.fault)
    throw new BackupFault(`${key} was put back, and is ${again.fault} again: look at the disk.`)
  return 'restored'
}

/** Under the first day that has none of this key yet: nothing that was moved before is replaced. */
async function setDamagedAside(app: Pick<App, 'db' | 'files' | 'clock'>, key: string) {
  let day = (await startOfRetention(app)).toISOString().slice(0, 10)
  for (let tries = 0; tries < MOST_TRIES; tries++, day = daysFrom(day, 1))
    if (await app.files.setAside(key, day)) return
}
