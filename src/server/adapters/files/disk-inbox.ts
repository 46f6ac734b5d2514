import { mkdirSync } from 'node:fs'
import {
  cp,
  link,
  mkdir,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Aside, isAsideDay } from '#domain/files/file-store.ts'
import { type InboxFileStore, isUploadId } from '#domain/inbox/inbox.ts'
import { isMissing, linkOrCopy, syncFile, writeNew } from './durable.ts'
import { createKeyedLock, discardHidden, hiddenPath } from './shared-inbox.ts'

const PDF = 'paper.pdf'
const ASIDE_FOLDER = 'inbox/'
const PICTURE = 'page-1.webp'

/** One folder for each pending file, which appears and goes in one rename. What is set aside goes to `removedDir`. */
export function createDiskInbox(dir: string, removedDir: string): InboxFileStore {
  const root = resolve(dir)
  const aside = createDiskAside(removedDir)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => {
    if (!isUploadId(name)) throw new Error(`Not the name of an upload: ${name}`)
    return join(root, name)
  }
  const remove = async (name: string) => {
    const leaving = hiddenPath(root)
    try {
      await rename(pathOf(name), leaving)
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
    await rm(leaving, { recursive: true, force: true })
    return true
  }
  return {
    withLock: createKeyedLock(),
    remove,

    async put(name, pdf, picture) {
      const draft = hiddenPath(root)
      try {
        const path = pathOf(name)
        await fillFolder(draft, pdf.path, picture)
        await remove(name)
        await rename(draft, path)
        await syncFile(root).catch(async (error) => {
          await remove(name)
          throw error
        })
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw error
      } finally {
        await unlink(pdf.path).catch(() => {})
      }
    },

    async picture(name) {
      try {
        return await readFile(join(pathOf(name), PICTURE))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async lend(name, use) {
      const copy = hiddenPath(root)
      try {
        await linkOrCopy(join(pathOf(name), PDF), copy)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
      try {
        return await use(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },

    async *list() {
      for await (const entry of await opendir(root)) {
        if (!entry.isDirectory() || !isUploadId(entry.name)) continue
        const info = await stat(join(root, entry.name)).catch(() => null)
        if (info) yield { name: entry.name, storedAt: info.ctime }
      }
    },

    setAside: (name, day) => aside.take(pathOf(name), inFolder({ day, name })),
    putBack: (set) => aside.giveBack(inFolder(set), pathOf(set.name)),
    discardAside: (set) => aside.discard(inFolder(set)),

    async *listAside() {
      for await (const { day, name } of aside.list((path) => isUploadId(nameIn(path) ?? '')))
        yield { day, name: nameIn(name) ?? '' }
    },

    discardUnfinished: (before) => discardHidden(root, before),
  }
}

/** Below the day's folder those of the inbox have one of their own, next to those of papers' files. */
function inFolder({ day, name }: Aside): Aside {
  return { day, name: `${ASIDE_FOLDER}${name}` }
}

function nameIn(path: string) {
  return path.startsWith(ASIDE_FOLDER) ? path.slice(ASIDE_FOLDER.length) : null
}

async function fillFolder(folder: string, pdf: string, picture: Uint8Array) {
  await mkdir(folder, { mode: 0o700 })
  await linkOrCopy(pdf, join(folder, PDF))
  await writeNew(join(folder, PICTURE), picture)
  for (const path of [join(folder, PDF), join(folder, PICTURE), folder]) await syncFile(path)
}

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
