import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk.ts'
import { withHotFiles } from '#server/adapters/files/hot-files.ts'
import { createMemoryStore } from '#server/adapters/files/memory.ts'
import { until } from '../support/stored.ts'
import { describeFileStore } from './file-store.contract.ts'

const diskStore = (folder: string) => createDiskStore(folder, `${folder}-removed`)

describeFileStore('the disk store behind a cache of hot files', (folder) => withHotFiles(diskStore(folder)))
describeFileStore('the disk store', diskStore)
describeFileStore('the memory store', () => createMemoryStore())

const KEY = '12th-cbse/maths_20260301T093000000Z-abcd2345.pdf'

describe('the disk store', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'thervu-disk-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a file appears under its key only when it is whole', async () => {
    const store = diskStore(folder)
    const bytes = Buffer.alloc(30 * 1024 * 1024, 'x')
    let done = false
    const putting = store.put(KEY, { bytes }).then(() => {
      done = true
    })
    const sizes = new Set<number>()
    await until('it is put', () => {
      if (existsSync(join(folder, KEY))) sizes.add(statSync(join(folder, KEY)).size)
      return done
    })
    await putting
    expect([...sizes].filter((size) => size !== bytes.length)).toEqual([])
    expect(readdirSync(folder)).toEqual(['12th-cbse'])
  })

  test('files and folders are for the server’s account only', async () => {
    const root = join(folder, 'files')
    await diskStore(root).put(KEY, { bytes: Buffer.from('x') })
    for (const path of [root, join(root, '12th-cbse'), join(root, KEY)]) {
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    }
  })

  test('a source on another disk is copied', async (context) => {
    context.skip(
      !existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(folder).dev,
      'there is one disk only',
    )
    const other = mkdtempSync('/dev/shm/thervu-')
    const path = join(other, 'source')
    writeFileSync(path, 'from afar')
    await diskStore(folder).put(KEY, { path })
    expect(statSync(join(folder, KEY)).size).toBe('from afar'.length)
    expect(existsSync(path)).toBe(false)
    rmSync(other, { recursive: true })
  })

  test('what a put that was cut short left behind goes when it is old enough, and foreign files stay', async () => {
    const store = diskStore(folder)
    for (const name of ['.abcdefghijkmnpqr', '.gitkeep', 'README']) writeFileSync(join(folder, name), 'x')
    await store.discardUnfinished(new Date(Date.now() - 60_000))
    expect(readdirSync(folder).sort()).toEqual(['.abcdefghijkmnpqr', '.gitkeep', 'README'])
    await store.discardUnfinished(new Date(Date.now() + 60_000))
    expect(readdirSync(folder).sort()).toEqual(['.gitkeep', 'README'])
  })

  test('a folder that is gone fails the check, takes nothing in and is not made again', async () => {
    const store = diskStore(join(folder, 'files'))
    rmSync(join(folder, 'files'), { recursive: true })
    await expect(store.check()).rejects.toThrow()
    await expect(store.put(KEY, { bytes: Buffer.from('x') })).rejects.toThrow()
    expect(await store.open(KEY)).toBeNull()
    expect(existsSync(join(folder, 'files'))).toBe(false)
  })

  test('the list names keys only', async () => {
    const store = diskStore(folder)
    await store.put(KEY, { bytes: Buffer.from('x') })
    mkdirSync(join(folder, '12th-cbse/folder.pdf'))
    for (const name of ['12th-cbse/notes.txt', 'top.pdf', '12th-cbse/.x.pdf']) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), 0, 0)
    }
    const keys: string[] = []
    for await (const file of store.list()) keys.push(file.key)
    expect(keys).toEqual([KEY])
  })
})
