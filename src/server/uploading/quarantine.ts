import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { type EmptiedFolder, openEmptied, withPaths } from '../folders/make-folder.ts'
import { type Bytes, writeMeasured } from './write-file.ts'

/** Files that are not inspected yet: never served, emptied at every start. */
export type Quarantine = EmptiedFolder & {
  /** Uploads outlive a restart, so that they can be resumed. */
  uploadsDir: string
  isFull(): Promise<boolean>
}

const UPLOAD_LIFE_MS = 24 * 60 * 60 * 1000
const LEAST_FREE_BYTES = 1024 ** 3
const LEAST_FREE_SHARE = 0.05
export const NO_ROOM = `The disk has less room than an upload needs: under ${LEAST_FREE_BYTES / 1024 ** 3} GiB or ${LEAST_FREE_SHARE * 100} % is free.`

/** Empties all but the uploads; the caller must be the only server of the data folder. */
export async function openQuarantine(dataDir: string): Promise<Quarantine> {
  const dir = join(dataDir, 'quarantine')
  const uploadsDir = join(dataDir, 'uploads')
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await sweepUploads(uploadsDir)
  return {
    ...(await openEmptied(dir)),
    uploadsDir,
    isFull: () => lacksRoom(dir),
  }
}

/** Whether a folder's disk has less room than an upload needs, or would have with so many bytes less. */
export async function lacksRoom(dir: string, less = 0): Promise<boolean> {
  const disk = await statfs(dir)
  const free = disk.bavail * disk.bsize - less
  return free < LEAST_FREE_BYTES || free < disk.blocks * disk.bsize * LEAST_FREE_SHARE
}

/** Removes uploads that were not resumed for a day. */
export async function sweepUploads(uploadsDir: string): Promise<void> {
  const oldest = Date.now() - UPLOAD_LIFE_MS
  for (const name of await readdir(uploadsDir)) {
    const path = join(uploadsDir, name)
    const changed = (await stat(path).catch(() => null))?.mtimeMs ?? oldest
    if (changed < oldest) await rm(path, { recursive: true, force: true })
  }
}

/** Lets `use` copy stored files to where the inspector reads them; the copies are removed afterwards. */
export async function withCopies<Result>(
  quarantine: Quarantine,
  use: (copyOf: (bytes: Bytes) => Promise<ReceivedFile>) => Promise<Result>,
): Promise<Result> {
  return await withPaths(quarantine, (newPath) =>
    use(async (bytes) => ({ originalName: 'page-1', ...(await writeMeasured(bytes, newPath())) })),
  )
}
