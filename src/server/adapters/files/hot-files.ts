import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  type ByteRange,
  FileDamaged,
  type FileRow,
  type FileStore,
  withReader,
} from '#domain/files/file-store.ts'

const MIB = 2 ** 20
const CACHE_BYTES = 16 * MIB
const FILE_BYTES = 2 * MIB
/** Keys that were asked for once, or whose files are too large. */
const REMEMBERED = 1_000

type Entry = { bytes: Uint8Array; readers: number }
type Limits = { cacheBytes?: number; fileBytes?: number }

/**
 * A store that keeps in memory the small files that are opened again and again with their row. Only bytes of the row's
 * SHA-256 are kept, so that they stay right whatever becomes of the file, and a file that is repaired is read again.
 */
export function withHotFiles(store: FileStore, limits: Limits = {}): FileStore {
  const { cacheBytes = CACHE_BYTES, fileBytes = FILE_BYTES } = limits
  /** Least recently opened first. */
  const cache = new Map<string, Entry>()
  const requests = new Map<string, 'once' | 'too large'>()
  const loading = new Set<string>()
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

  function remember(key: string, what: 'once' | 'too large') {
    requests.set(key, what)
    if (requests.size > REMEMBERED) requests.delete(requests.keys().next().value as string)
  }

  /** Each loading takes memory that nobody shares: one for all who ask at the same time. */
  function mayLoad(key: string) {
    if (!requests.has(key)) remember(key, 'once')
    else if (requests.get(key) === 'once' && !loading.has(key)) return true
    return false
  }

  async function load(key: string, row: FileRow) {
    loading.add(key)
    try {
      const first = await store.open(key, { start: 0, end: fileBytes }, row)
      const bytes = first && (await buffer(first))
      if (!bytes) return
      if (bytes.byteLength > fileBytes) return remember(key, 'too large')
      const isRight = createHash('sha256').update(bytes).digest('hex') === row.sha256
      if (!isRight) throw new FileDamaged(key, bytes.byteLength, row)
      requests.delete(key)
      if (!makeRoom(bytes.byteLength)) return
      cache.set(key, { bytes, readers: 0 })
      held += bytes.byteLength
    } finally {
      loading.delete(key)
    }
  }

  return {
    ...store,
    async open(key, range, row) {
      if (row?.sha256 && !cache.has(key) && mayLoad(key)) await load(key, row)
      const entry = row && cache.get(key)
      if (!entry) return await store.open(key, range, row)
      cache.delete(key)
      cache.set(key, entry)
      entry.readers += 1
      return streamOf(entry, range)
    },
    async remove(key) {
      forget(key)
      return await store.remove(key)
    },
    async setAside(key, day) {
      forget(key)
      return await store.setAside(key, day)
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
