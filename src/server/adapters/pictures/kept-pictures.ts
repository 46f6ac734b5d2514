import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Picture } from '#domain/centre/pictures.ts'

const KEPT_BYTES = 16 * 1024 * 1024
/** Drawn at once: one, so that pages go on being served beside it on a small machine. */
const AT_ONCE = 1
/** How many may wait, some three seconds' work; whoever comes then is told to come back. */
const WAITING_LIMIT = 30

/** Has each picture drawn once, however many ask, and keeps the ones asked for last. */
export function keepPictures() {
  const kept = new LRUCache<string, Picture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  })
  const drawing = new Map<string, Promise<Picture>>()
  const turn = pLimit(AT_ONCE)
  return async (key: string, draw: () => Promise<Picture>): Promise<Picture | null> => {
    const known = kept.get(key) ?? drawing.get(key)
    if (known) return await known
    if (turn.pendingCount >= WAITING_LIMIT) return null
    const made = turn(draw)
    drawing.set(key, made)
    try {
      const picture = await made
      kept.set(key, picture)
      return picture
    } finally {
      drawing.delete(key)
    }
  }
}
