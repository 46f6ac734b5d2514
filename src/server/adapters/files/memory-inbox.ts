import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HeldFiles, isHeldName } from '#domain/inbox/held-files.ts'
import { createTurns } from '#domain/inbox/keyed-lock.ts'

/** Held files in memory, for tests: gone when the process ends. */
export function createMemoryInbox(now: () => Date = () => new Date()): HeldFiles {
  const held = new Map<string, { pdf: Uint8Array; picture: Uint8Array; heldAt: Date }>()
  return {
    inTurn: createTurns(),

    async put(name, { path }, picture) {
      try {
        if (!isHeldName(name)) throw new Error(`Not the name of an upload: ${name}`)
        held.set(name, { pdf: await readFile(path), picture: picture.slice(), heldAt: now() })
      } finally {
        await unlink(path).catch(() => {})
      }
    },

    async picture(name) {
      return held.get(name)?.picture ?? null
    },

    async lend(name, use) {
      const pdf = held.get(name)?.pdf
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
      return held.delete(name)
    },

    async *list() {
      for (const [name, { heldAt }] of held) yield { name, heldAt }
    },

    async discardUnfinished() {},
  }
}
