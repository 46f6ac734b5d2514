import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { checkPictureName, type PageStore } from '#domain/page-images/page-store.ts'
import type { S3Connection } from './s3-connection.ts'
import type { S3Objects } from './s3-objects.ts'

const PAGES = 'pages/'
const REMOVED_AT_ONCE = 8
/** Of the last pictures that were read, in bytes. */
const CACHE_BYTES = 16 * 1024 * 1024

/** Pictures of pages below `pages/`, a folder for each file. */
export function createS3Pages({ patience }: S3Connection, objects: S3Objects): PageStore {
  const nameOf = (folder: string, name?: string) => {
    checkPictureName(folder, name)
    return `${PAGES}${folder}/${name ?? ''}`
  }
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture, name) => picture.length + name.length,
    fetchMethod: async (name) => (await objects.read(name, patience.opening)) ?? undefined,
  })
  return {
    async put(folder, name, bytes) {
      await objects.put(nameOf(folder, name), bytes, { type: 'image/webp' })
      cache.delete(nameOf(folder, name))
    },

    read: async (folder, name) => (await cache.fetch(nameOf(folder, name))) ?? null,

    async removeFolder(folder) {
      const limit = pLimit(REMOVED_AT_ONCE)
      const removing: Promise<void>[] = []
      for await (const { name } of objects.list(nameOf(folder))) {
        cache.delete(name)
        removing.push(limit(() => objects.remove(name)))
      }
      await Promise.all(removing)
    },

    async *folders() {
      for await (const name of objects.namesIn(PAGES)) if (name.endsWith('/')) yield name.slice(0, -1)
    },
  }
}
