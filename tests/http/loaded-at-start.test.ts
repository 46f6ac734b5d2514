import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openDataDir, startChild } from '../support/child-site.ts'

/** Packages that stay outside the built server's files, or have a file of their own there. */
const LATER = ['/sharp/', '/piscina/', '/@hyzyla/pdfium/', 'picture-worker', 's3-stores', 'server-build']

test('what only pages need is loaded when they come, and what only pictures and PDFs need in another process', async () => {
  await using data = await openDataDir()
  const list = join(data.path, 'modules.txt')
  const notes = pathToFileURL(join(import.meta.dirname, '../support/note-modules.mjs'))
  const site = await startChild(data.path, { LOADED_MODULES: list, NODE_OPTIONS: `--import=${notes}` })
  const loaded = () => {
    const modules = readFileSync(list, 'utf8')
    return LATER.filter((name) => modules.includes(name))
  }
  expect((await site.fetch('/healthz')).status).toBe(200)
  expect((await site.fetch('/api/papers')).status).toBe(200)
  expect(loaded()).toEqual([])
  expect((await site.fetch('/practice')).status).toBe(200)
  expect(loaded()).toEqual(['server-build'])
  expect((await site.fetch('/share.png')).status).toBe(200)
  expect(loaded()).toEqual(['server-build'])
  await site.end('SIGTERM')
})
