import { readFile, unlink } from 'node:fs/promises'
import { FileDamaged, type FileStore, isFileKey } from '#domain/files/file-store.ts'
import { createMemoryAside } from './memory-aside.ts'

/** For tests: gone when the process ends. */
export function createMemoryStore(now: () => Date = () => new Date()): FileStore {
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; storedAt: Date }>()
  return {
    bucket: 'memory',

    async put(key, source) {
      if (!isFileKey(key)) throw new Error(`Not a file key: ${key}`)
      const bytes = new Uint8Array('path' in source ? await readFile(source.path) : source.bytes)
      if ('path' in source) await unlink(source.path)
      if (files.has(key)) throw Object.assign(new Error(`Key taken: ${key}`), { code: 'EEXIST' })
      files.set(key, { bytes, storedAt: now() })
    },

    async open(key, range, row) {
      const bytes = files.get(key)?.bytes
      if (!bytes) return null
      if (row && row.size !== bytes.byteLength) throw new FileDamaged(key, bytes.byteLength, row)
      return new Blob([range ? bytes.subarray(range.start, range.end + 1) : bytes]).stream()
    },

    async remove(key) {
      return files.delete(key)
    },

    async *list() {
      for (const [key, { bytes, storedAt }] of files) yield { key, size: bytes.byteLength, storedAt }
    },

    ...createMemoryAside(files),
    async discardUnfinished() {},
    async check() {},
  }
}
