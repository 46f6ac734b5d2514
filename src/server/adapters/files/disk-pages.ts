import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PageStore } from '#domain/reader/page-store.ts'

const NAME = /^[a-z0-9][a-z0-9-]*(\.webp)?$/

/** Pictures of pages in a folder; a picture appears whole or not at all. What a power cut takes is drawn again. */
export function createDiskPages(root: string): PageStore {
  const pathOf = (folder: string, name = '') => {
    if (!NAME.test(folder) || (name && !NAME.test(name))) throw new Error(`Not a picture: ${folder}/${name}`)
    return join(root, folder.slice(0, 2), folder, name)
  }
  return {
    async put(folder, name, bytes) {
      const path = pathOf(folder, name)
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}.draft`
      await writeFile(draft, bytes)
      await rename(draft, path)
    },
    async read(folder, name) {
      return await readFile(pathOf(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
    },
    async *folders() {
      for await (const group of await openFolder(root)) {
        for await (const folder of await openFolder(join(root, group.name))) yield folder.name
      }
    },
  }
}

async function openFolder(path: string) {
  await mkdir(path, { recursive: true })
  return await opendir(path)
}
