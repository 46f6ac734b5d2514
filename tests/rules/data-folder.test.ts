import fs, { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { lockBackup, lockDataDir, lockRendering } from '#server/folders/data-lock.ts'
import { makeFolder } from '#server/folders/make-folder.ts'

const LOCKS = [
  ['server.lock', lockDataDir],
  ['backup.lock', lockBackup],
  ['drawing.lock', lockRendering],
] as const

test('a lock that another has is said to be taken', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-test-'))
  const held = LOCKS.map(([, lock]) => lock(folder.path))
  expect(() => lockDataDir(folder.path)).toThrow('DATA_DIR is in use by another Thervu server')
  expect([lockBackup(folder.path), lockRendering(folder.path)]).toEqual([null, null])
  for (const each of held) each?.release()
  for (const [, lock] of LOCKS) lock(folder.path)?.release()
})

test.each([
  ['a folder', (path: string) => mkdirSync(path), 'it is no file'],
  ['no lock', (path: string) => writeFileSync(path, 'x'.repeat(8192)), 'file is not a database'],
])('a lock whose file is %s is not called taken: what it really is is said', async (_what, make, why) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-test-'))
  for (const [name, lock] of LOCKS) {
    const path = join(folder.path, name)
    make(path)
    expect(() => lock(folder.path)).toThrow(new ConfigError(`DATA_DIR cannot be locked: ${path} (${why}).`))
  }
})

describe('make folder', () => {
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
})
