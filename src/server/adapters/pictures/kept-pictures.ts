import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Picture } from '#domain/centre/pictures/drawn-pictures.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** One at a time, so that pages are served meanwhile on a small machine. */
const AT_ONCE = 1
/** About three seconds' work; later requests are refused. */
const WAITING_LIMIT = 30

/** Draws each picture once, however many ask; the last ones asked for are cached. Null while `waiting` others wait. */
export function keepPictures(waiting = WAITING_LIMIT) {
  const cache = new LRUCache<string, Picture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  })
  const drawing = new Map<string, Promise<Picture | null>>()
  const limit = pLimit(AT_ONCE)
  return async (key: string, draw: () => Promise<Picture | null>): Promise<Picture | null> => {
    const known = cache.get(key) ?? drawing.get(key)
    if (known) return await known
    if (limit.pendingCount >= waiting) return null
    const made = limit(draw)
    drawing.set(key, made)
    try {
      const picture = await made
      if (picture) cache.set(key, picture)
      return picture
    } finally {
      drawing.delete(key)
    }
  }
}
