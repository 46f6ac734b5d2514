import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkPictureName, type PageStore } from '#domain/page-images/page-image.ts'

/** A picture appears whole or not at all. What a power cut destroys is drawn again. */
export function createDiskPages(root: string): PageStore {
  const pathOf = (folder: string, name?: string) => {
    checkPictureName(folder, name)
    return join(root, folder.slice(0, 2), folder, name ?? '')
  }
  return {
    async put(folder, name, bytes) {
      const path = pathOf(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.draft`
      await writeFile(draft, bytes, { mode: 0o600 })
      await rename(draft, path)
    },
    async read(folder, name) {
      return await orNull(readFile(pathOf(folder, name)))
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
    },
    async *folders() {
      for (const group of await namesIn(root)) yield* await namesIn(join(root, group))
    },
  }
}

/** Makes no folder: another process may be removing it. */
async function namesIn(path: string) {
  return (await orNull(readdir(path))) ?? []
}

async function orNull<Result>(reading: Promise<Result>): Promise<Result | null> {
  return await reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
