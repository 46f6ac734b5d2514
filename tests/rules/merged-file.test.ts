import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { App } from '#domain/app.ts'
import type { Bundle } from '#domain/bundles/bundle.server.ts'
import { createBoundedQueue } from '#server/api/bundles/bundle-queue.ts'

let atRemoval = () => {}
vi.mock('node:fs/promises', async (importActual) => {
  const real = await importActual<typeof import('node:fs/promises')>()
  const rm: typeof real.rm = (path, options) => {
    atRemoval()
    return real.rm(path, options)
  }
  return { ...real, rm }
})
// Files of one worker share its modules: what others have loaded knows nothing of the mock.
vi.resetModules()
const { composedFile } = await import('#server/api/bundles/bundle-queue.ts')
afterAll(() => void vi.resetModules())

const folder = mkdtempSync(join(tmpdir(), 'thervu-merging-'))
afterEach(() => rmSync(folder, { recursive: true }))

const app = {
  files: { open: async () => new Blob(['a PDF']).stream() },
  inspector: {
    async mergePdfs([first = '']: string[], to: string) {
      await copyFile(first, to)
      return { merged: true }
    },
  },
} as unknown as App
const quarantine = { newPath: () => join(folder, crypto.randomUUID()) } as Parameters<typeof composedFile>[1]
const papers = [{ fileKey: 'a' }, { fileKey: 'b' }] as Bundle['papers']

function openFiles() {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  })
}

test('a merged file whose reader goes away while its copies are removed does not stay open', async () => {
  const enqueue = createBoundedQueue({ most: 1, queue: 2, patienceMs: 60_000 })
  const merge = (signal: AbortSignal) =>
    enqueue(signal, () =>
      composedFile(app, quarantine, papers, signal, (copies, to) => app.inspector.mergePdfs(copies, to)),
    )
  const stop = new AbortController()
  atRemoval = () => stop.abort()
  expect(await merge(stop.signal)).toBeNull()
  const file = await merge(new AbortController().signal)
  if (!file || 'refused' in file) throw new Error('Not merged')
  expect(openFiles()).toHaveLength(1)
  await file.close()
  expect(openFiles()).toHaveLength(0)
  expect(readdirSync(folder)).toEqual([])
})
