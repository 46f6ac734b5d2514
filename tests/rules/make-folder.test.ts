import fs, { statSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from '#server/folders/make-folder.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a folder that another server makes at the same moment is used', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-test-'))
  const path = join(folder.path, 'shared', 'files')
  const make = fs.mkdirSync
  vi.spyOn(fs, 'mkdirSync').mockImplementation((path, options) => {
    make(path, options)
    return make(path, options)
  })
  syncBuiltinESMExports()
  makeFolder(path, 'FILES_URL')
  expect(statSync(path).isDirectory()).toBe(true)
})
