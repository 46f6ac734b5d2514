import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Aside,
  type AsideStore,
  FileDamaged,
  type FileStore,
  isFileKey,
} from '#domain/files/file-store.ts'
import { type InboxFileStore, isUploadId } from '#domain/inbox/inbox.ts'
import { checkPictureName, type PageStore } from '#domain/page-images/page-image.ts'
import { createKeyedLock } from './shared-inbox.ts'

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

/** Of a store that keeps what it has in this map. */
function createMemoryAside<Stored>(files: Map<string, Stored>): AsideStore {
  const removed = new Map<string, Stored>()
  const at = ({ day, name }: Aside) => `${day}/${name}`
  const move = (from: Map<string, Stored>, name: string, to: Map<string, Stored>, target: string) => {
    const stored = from.get(name)
    if (stored === undefined || to.has(target)) return false
    to.set(target, stored)
    return from.delete(name)
  }
  return {
    setAside: async (name, day) => move(files, name, removed, at({ day, name })),
    putBack: async (aside) => move(removed, at(aside), files, aside.name),
    discardAside: async (aside) => void removed.delete(at(aside)),
    async *listAside() {
      for (const path of removed.keys()) {
        const cut = path.indexOf('/')
        yield { day: path.slice(0, cut), name: path.slice(cut + 1) }
      }
    },
  }
}

export function createMemoryInbox(now: () => Date = () => new Date()): InboxFileStore {
  const files = new Map<string, { pdf: Uint8Array; picture: Uint8Array; storedAt: Date }>()
  return {
    withLock: createKeyedLock(),

    async put(name, { path }, picture) {
      try {
        if (!isUploadId(name)) throw new Error(`Not the name of an upload: ${name}`)
        files.set(name, { pdf: await readFile(path), picture: picture.slice(), storedAt: now() })
      } finally {
        await unlink(path).catch(() => {})
      }
    },

    async picture(name) {
      return files.get(name)?.picture ?? null
    },

    async lend(name, use) {
      const pdf = files.get(name)?.pdf
      if (!pdf) return null
      const folder = await mkdtemp(join(tmpdir(), 'thervu-lent-'))
      try {
        await writeFile(join(folder, 'paper.pdf'), pdf, { mode: 0o600 })
        return await use(join(folder, 'paper.pdf'))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    async remove(name) {
      return files.delete(name)
    },

    async *list() {
      for (const [name, { storedAt }] of files) yield { name, storedAt }
    },

    ...createMemoryAside(files),
    async discardUnfinished() {},
  }
}

export function createMemoryPages(): PageStore {
  const pictures = new Map<string, Map<string, Uint8Array>>()
  return {
    async put(folder, name, bytes) {
      checkPictureName(folder, name)
      pictures.getOrInsertComputed(folder, () => new Map<string, Uint8Array>()).set(name, bytes)
    },
    async read(folder, name) {
      checkPictureName(folder, name)
      return pictures.get(folder)?.get(name) ?? null
    },
    async removeFolder(folder) {
      checkPictureName(folder)
      pictures.delete(folder)
    },
    async *folders() {
      yield* [...pictures.keys()]
    },
  }
}
