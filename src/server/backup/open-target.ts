import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'
import { placeName } from '#server/settings/files-settings.ts'
import { isMissing, syncFile } from '../adapters/files/durable.ts'
import type { BackupOrder } from './backup-order.ts'
import { BackupFault, type BackupTarget, WORK_FOLDER } from './backup-target.ts'
import { findEncryption, openEncrypted } from './encrypted-target.ts'
import { openFileTarget } from './file-target.ts'

/** The disk may be the site's own, which needs room to count and to take uploads. */
const KEPT_FREE = 256 * 2 ** 20
const FLUSH_EVERY = 16 * 2 ** 20

/** A folder for this account alone. An object is written beside, synced and renamed; one run at a time. */
export function openFolderTarget(root: string, { keptFree = KEPT_FREE } = {}): BackupTarget {
  const unfinished = join(root, WORK_FOLDER)

  return {
    name: root,

    async prepare({ create }) {
      // Node's recursive mkdir never ends below /proc.
      if (create) await makeFolder('/', root)
      else await expectFolder(root)
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { mode: 0o700 })
    },

    async *list(prefix) {
      for await (const name of namesIn(root, prefix.replace(/\/$/, ''))) {
        const info = await stat(join(root, name)).catch(() => null)
        if (info?.isFile()) yield { name, size: info.size }
      }
    },

    async put(name, bytes) {
      const disk = await statfs(unfinished)
      if (disk.bavail * disk.bsize < keptFree) throw new BackupFault(`The disk of ${root} is full.`)
      const draft = join(unfinished, randomName(16))
      const path = join(root, name)
      try {
        await writeSynced(draft, bytes)
        await makeFolder(root, dirname(path))
        await rename(draft, path)
        await syncFile(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(name) {
      try {
        await stat(join(root, name))
        return createReadStream(join(root, name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    remove: (name) => rm(join(root, name), { force: true }),
    close() {},
  }
}

/** In steps: what the system holds back for the disk, and everybody waits for at its end, stays small. */
async function writeSynced(path: string, bytes: AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  try {
    let unsynced = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      unsynced += chunk.byteLength
      if (unsynced >= FLUSH_EVERY) {
        await file.datasync()
        unsynced = 0
      }
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function expectFolder(root: string) {
  const info = await stat(root).catch(() => null)
  if (!info?.isDirectory()) {
    throw new BackupFault(`There is no folder ${root}: is its disk there, and mounted?`)
  }
}

/** Outermost first, each synced into the one around it. */
async function makeFolder(root: string, folder: string, isWithinMade = false): Promise<void> {
  if (folder === root) return
  try {
    await mkdir(folder, { mode: 0o700 })
    await syncFile(dirname(folder))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || isWithinMade) throw error
    await makeFolder(root, dirname(folder))
    await makeFolder(root, folder, true)
  }
}

async function* namesIn(root: string, folder: string): AsyncIterable<string> {
  const found = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    // A backup that is one file holds no folder.
    if (isMissing(error) || error.code === 'ENOTDIR') return []
    throw error
  })
  for (const entry of found) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* namesIn(root, name)
    else yield name
  }
}

/** With a passphrase all that is kept there is encrypted; without one, no backup is made next to encrypted ones. */
export async function openTarget(
  to: BackupOrder['to'],
  passphrase: string | null = null,
): Promise<BackupTarget> {
  const target = await openPlain(to)
  if (passphrase !== null) return openEncrypted(target, passphrase)
  return {
    ...target,
    async prepare(options) {
      await target.prepare(options)
      if (await findEncryption(target))
        throw new BackupFault(`The backups in ${target.name} are encrypted: set BACKUP_PASSPHRASE.`)
    },
  }
}

async function openPlain(to: BackupOrder['to']): Promise<BackupTarget> {
  if (to.kind === 'file') return openFileTarget(to.path, { create: true, name: 'the file' })
  if (to.kind === 'folder') {
    const isFile = (await stat(to.dir).catch(() => null))?.isFile() ?? false
    return isFile ? openFileTarget(to.dir) : openFolderTarget(to.dir)
  }
  // Loaded only here: a centre with its backups in a folder goes without it.
  const { openS3Target } = await import('./s3-target.ts')
  return openS3Target(to.place, placeName(to))
}
