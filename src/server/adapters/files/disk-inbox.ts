import { mkdirSync } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Aside } from '#domain/files/aside.ts'
import { type InboxFileStore, isUploadId } from '#domain/inbox/inbox-file-store.ts'
import { createKeyedLock } from '#domain/inbox/keyed-lock.ts'
import { createDiskAside } from './disk-aside.ts'
import { isMissing, linkOrCopy, syncFile, writeNew } from './durable.ts'
import { discardHidden, hiddenPath } from './hidden-drafts.ts'

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
