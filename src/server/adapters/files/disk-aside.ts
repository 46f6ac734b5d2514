import { cp, link, mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Aside, isAsideDay } from '#domain/files/aside.ts'
import { isMissing, linkOrCopy, syncFile } from './durable.ts'
import { hiddenPath } from './hidden-drafts.ts'

/** Files and folders that were moved out of a store to `dir`/<day>/<name>; each move is whole or has not happened. */
export function createDiskAside(dir: string) {
  const pathOf = ({ day, name }: Aside) => join(dir, day, name)
  return {
    /** False when it is not there, or something is there already under this day and name. */
    take: (from: string, aside: Aside): Promise<boolean> => move(from, pathOf(aside)),

    giveBack: (aside: Aside, to: string): Promise<boolean> => move(pathOf(aside), to),

    async discard(aside: Aside): Promise<void> {
      const path = pathOf(aside)
      await rm(path, { recursive: true, force: true })
      // The folder and its day, once nothing is left in them.
      for (let folder = dirname(path); folder !== dir; folder = dirname(folder))
        await rmdir(folder).catch(() => {})
    },

    /** The names `folder/entry` of each day for which `isOurs` holds. */
    async *list(isOurs: (name: string) => boolean): AsyncIterable<Aside> {
      for (const day of await namesIn(dir)) {
        if (!isAsideDay(day)) continue
        for (const folder of await namesIn(join(dir, day)))
          for (const entry of await namesIn(join(dir, day, folder)))
            if (isOurs(`${folder}/${entry}`)) yield { day, name: `${folder}/${entry}` }
      }
    },
  }
}

async function move(from: string, to: string): Promise<boolean> {
  const found = await stat(from).catch(() => null)
  if (!found) return false
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  if (!(await (found.isDirectory() ? moveFolder : moveFile)(from, to))) return false
  await syncFile(dirname(from))
  return true
}

/** A link fails when the name is taken; a rename would replace what is there. */
async function moveFile(from: string, to: string) {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EXDEV') throw error
    const draft = hiddenPath(dirname(to))
    try {
      await linkOrCopy(from, draft)
      await syncFile(draft)
      await link(draft, to)
    } finally {
      await unlink(draft).catch(() => {})
    }
  }
  await syncFile(dirname(to))
  await unlink(from)
  return true
}

async function moveFolder(from: string, to: string) {
  if (await stat(to).catch(() => null)) return false
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const draft = hiddenPath(dirname(to))
    try {
      await cp(from, draft, { recursive: true })
      for (const name of await namesIn(draft)) await syncFile(join(draft, name))
      await rename(draft, to)
      await syncFile(dirname(to))
      await rm(from, { recursive: true })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  await syncFile(dirname(to))
  return true
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return []
    throw error
  }
}
