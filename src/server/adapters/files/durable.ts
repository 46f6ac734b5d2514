import { access, constants, copyFile, link, mkdir, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'

/** A hard link, or a copy across disks; fails when the name is taken. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}

/** Moves a file to a name for good, or to a longer one where that is taken; false when there is no file. */
export async function moveAside(from: string, to: string): Promise<boolean> {
  try {
    await access(from)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await linkOrCopy(from, to).catch(async (error) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await linkOrCopy(from, `${to}.${randomName(8)}`)
    })
    await syncFile(dirname(to))
    await unlink(from)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

export async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

/** fsync: the file, or a folder's names, survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
