import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InboxFileStore, isUploadId } from '#domain/inbox/inbox-file-store.ts'
import { createKeyedLock } from '#domain/inbox/keyed-lock.ts'
import { createMemoryAside } from './memory-aside.ts'

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
