import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskPages } from '#server/adapters/files/disk.ts'
import { createMemoryPages } from '#server/adapters/files/memory.ts'
import { describePageStore } from './page-store.contract.ts'

describePageStore('pictures of pages on the disk', createDiskPages)
describePageStore('pictures of pages in memory', () => createMemoryPages())

test('pictures on the disk are taken in again after their folder was removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-pages-'))
  const store = createDiskPages(join(folder, 'pages'))
  await store.put('ab12', '1-720.webp', Buffer.from('x'))
  rmSync(join(folder, 'pages'), { recursive: true })
  expect(await store.read('ab12', '1-720.webp')).toBeNull()
  await store.put('ab12', '1-720.webp', Buffer.from('y'))
  expect(Buffer.from((await store.read('ab12', '1-720.webp')) ?? []).toString()).toBe('y')
  rmSync(folder, { recursive: true })
})
