import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { FilesConfig } from '#server/settings/files-settings.ts'
import { claimedFolder, claimStore } from './claim-store.ts'
import { createDiskPages, createDiskStore } from './disk.ts'
import { createDiskInbox } from './disk-inbox.ts'
import type { FileStores } from './file-stores.ts'
import { withHotFiles } from './hot-files.ts'
import { createMemoryInbox, createMemoryPages, createMemoryStore } from './memory.ts'

const OURS_ALONE = { async claim() {}, close() {} }

/** Everything that keeps files, as FILES_URL says. */
export async function openFileStores(
  files: FilesConfig,
  { dataDir, now }: { dataDir: string; now: () => Date },
): Promise<FileStores> {
  if (files.kind === 'memory') {
    const [inbox, pageStore] = [createMemoryInbox(now), createMemoryPages()]
    return { files: createMemoryStore(now), inbox, pageStore, ...OURS_ALONE }
  }
  const inboxDir = inboxFolder(dataDir)
  const removedDir = join(dataDir, 'removed')
  if (files.kind === 'disk') {
    const inbox = createDiskInbox(inboxDir, removedDir)
    const stores = { files: withHotFiles(createDiskStore(files.dir, removedDir)), inbox }
    return {
      ...stores,
      pageStore: createDiskPages(join(dataDir, 'pages')),
      claim: async (database, adoption) => await claimStore(claimedFolder(files, stores), database, adoption),
      close() {},
    }
  }
  // Loaded only here: a centre with its files in a folder starts without it.
  const { openS3Stores } = await import('./s3/s3-stores.ts')
  const stores = openS3Stores(files.place, { redirects: files.redirects, copies: inboxDir })
  return { ...stores, files: withHotFiles(stores.files) }
}

/** The folder of pending files, which was called `tray` up to version 0.4.1. */
function inboxFolder(dataDir: string) {
  const [folder, former] = [join(dataDir, 'inbox'), join(dataDir, 'tray')]
  if (existsSync(former) && !existsSync(folder)) renameSync(former, folder)
  return folder
}
