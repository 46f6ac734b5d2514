import { buffer } from 'node:stream/consumers'
import type { ByteRange, FileStore } from '#domain/files/file-store.ts'
import { withReader } from '#domain/files/part-reader.ts'

const MIB = 2 ** 20
const CACHE_BYTES = 16 * MIB
const FILE_BYTES = 2 * MIB
/** Keys that were asked for once. */
const REMEMBERED = 1_000

type Entry = { bytes: Uint8Array; readers: number }
type Limits = { cacheBytes?: number; fileBytes?: number }

/** A store that keeps in memory the small files that are opened again and again: nothing under a key ever changes. */
export function withHotFiles(store: FileStore, limits: Limits = {}): FileStore {
  const { cacheBytes = CACHE_BYTES, fileBytes = FILE_BYTES } = limits
  /** Least recently opened first. */
  const cache = new Map<string, Entry>()
  const askedOnce = new Set<string>()
  let held = 0

  function forget(key: string) {
    held -= cache.get(key)?.bytes.byteLength ?? 0
    cache.delete(key)
  }

  /** What is being sent stays and counts: memory is bounded also while readers have stalled. */
  function makeRoom(size: number): boolean {
    for (const [key, { readers }] of cache) {
      if (held + size <= cacheBytes) break
      if (readers === 0) forget(key)
    }
    return held + size <= cacheBytes
  }

  function isAskedAgain(key: string) {
    if (askedOnce.delete(key)) return true
    askedOnce.add(key)
    if (askedOnce.size > REMEMBERED) askedOnce.delete(askedOnce.values().next().value as string)
    return false
  }

  async function load(key: string) {
    const first = await store.open(key, { start: 0, end: fileBytes })
    const bytes = first && (await buffer(first))
    if (!bytes || bytes.byteLength > fileBytes || cache.has(key) || !makeRoom(bytes.byteLength)) return
    cache.set(key, { bytes, readers: 0 })
    held += bytes.byteLength
  }

  return {
    ...store,
    async open(key, range) {
      if (!cache.has(key) && isAskedAgain(key)) await load(key)
      const entry = cache.get(key)
      if (!entry) return await store.open(key, range)
      cache.delete(key)
      cache.set(key, entry)
      entry.readers += 1
      return streamOf(entry, range)
    },
    async remove(key) {
      forget(key)
      return await store.remove(key)
    },
  }
}

function streamOf(entry: Entry, range?: ByteRange): ReadableStream<Uint8Array> {
  const bytes = range ? entry.bytes.subarray(range.start, range.end + 1) : entry.bytes
  let isOpen = true
  const close = async () => {
    if (isOpen) entry.readers -= 1
    isOpen = false
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A copy: whoever reads the stream may transfer what it gets.
        if (bytes.byteLength > 0) controller.enqueue(bytes.slice())
        controller.close()
        await close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
  return withReader(stream, { bytes, close })
}
