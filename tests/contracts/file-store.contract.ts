import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ByteRange, FileStore, ListedFile } from '#domain/files/file-store.ts'

const KEY = '12th-cbse/maths_20260301T093000000Z-abcd2345.pdf'
const OTHER = 'thumbnail/maths_20260301T093000000Z-wxyz2345.webp'
const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))

/** What every file store keeps. `make` gets an empty folder of its own. */
export function describeFileStore(name: string, make: (folder: string) => FileStore) {
  describe(name, () => {
    let folder: string
    let store: FileStore
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'thervu-store-'))
      store = make(join(folder, 'files'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    const source = (bytes: Uint8Array = BYTES) => {
      const path = join(folder, `source-${Math.random()}`)
      writeFileSync(path, bytes)
      return { path }
    }
    const read = async (key: string, range?: ByteRange) => {
      const stream = await store.open(key, range)
      return stream && (await buffer(stream))
    }
    const list = async () => {
      const listed: ListedFile[] = []
      for await (const file of store.list()) listed.push(file)
      return listed.sort((a, b) => (a.key < b.key ? -1 : 1))
    }

    test('a file put by its path is read back, and the source is used up', async () => {
      const from = source()
      await store.put(KEY, from)
      expect(await read(KEY)).toEqual(BYTES)
      expect(existsSync(from.path)).toBe(false)
    })

    test('a file put as bytes is read back, an empty one too', async () => {
      await store.put(KEY, { bytes: BYTES })
      await store.put(OTHER, { bytes: new Uint8Array() })
      expect(await read(KEY)).toEqual(BYTES)
      expect(await read(OTHER)).toEqual(Buffer.alloc(0))
    })

    test.each([
      [0, 0],
      [0, 99_999],
      [99_999, 99_999],
      [65_530, 65_540],
    ])('the bytes %i to %i are read, both included', async (start, end) => {
      await store.put(KEY, { bytes: BYTES })
      expect(await read(KEY, { start, end })).toEqual(BYTES.subarray(start, end + 1))
    })

    test('what is not there is null', async () => {
      expect(await read(KEY)).toBeNull()
      await store.put(KEY, { bytes: BYTES })
      expect(await read(OTHER)).toBeNull()
    })

    test('a key in use is refused with EEXIST, what is there stays, and the source is used up', async () => {
      await store.put(KEY, { bytes: BYTES })
      const from = source(Buffer.from('another'))
      await expect(store.put(KEY, from)).rejects.toMatchObject({ code: 'EEXIST' })
      await expect(store.put(KEY, { bytes: Buffer.from('another') })).rejects.toMatchObject({
        code: 'EEXIST',
      })
      expect(await read(KEY)).toEqual(BYTES)
      expect(existsSync(from.path)).toBe(false)
      expect((await list()).length).toBe(1)
    })

    test('of twenty puts of one key at once exactly one succeeds, whole', async () => {
      const puts = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) => store.put(KEY, { bytes: Buffer.alloc(50_000, at) })),
      )
      expect(puts.filter((put) => put.status === 'fulfilled').length).toBe(1)
      const stored = await read(KEY)
      expect(stored).toEqual(Buffer.alloc(50_000, stored?.[0]))
    })

    test('a source that is not there is refused, and nothing is stored', async () => {
      await expect(store.put(KEY, { path: join(folder, 'none') })).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await read(KEY)).toBeNull()
      expect(await list()).toEqual([])
    })

    test('a removed file is gone, its key is free again, and removing it again says so', async () => {
      await store.put(KEY, { bytes: BYTES })
      expect(await store.remove(KEY)).toBe(true)
      expect(await read(KEY)).toBeNull()
      expect(await store.remove(KEY)).toBe(false)
      await store.put(KEY, { bytes: Buffer.from('new') })
      expect(await read(KEY)).toEqual(Buffer.from('new'))
    })

    test('a file that is being read can be removed, and is read to its end', async () => {
      await store.put(KEY, { bytes: BYTES })
      const stream = await store.open(KEY)
      await store.remove(KEY)
      expect(stream && (await buffer(stream))).toEqual(BYTES)
    })

    test('a file of another size than its row says is refused, whole and in ranges', async () => {
      await store.put(KEY, { bytes: BYTES.subarray(1) })
      const row = { size: BYTES.byteLength }
      for (const range of [
        undefined,
        { start: 0, end: 0 },
        { start: 10, end: 99_999 },
        { start: 99_999, end: 99_999 },
      ])
        await expect(store.open(KEY, range, row)).rejects.toMatchObject({ isDamagedFile: true })
      const right = await store.open(KEY, { start: 0, end: 9 }, { size: BYTES.byteLength - 1 })
      expect(right && (await buffer(right))).toEqual(BYTES.subarray(1, 11))
      expect(await store.open(OTHER, undefined, row)).toBeNull()
    })

    test('the list names every file with its size and the time it was stored', async () => {
      expect(await list()).toEqual([])
      const before = Date.now() - 1000
      await store.put(KEY, { bytes: BYTES })
      await store.put(OTHER, source(Buffer.from('abc')))
      const listed = await list()
      expect(listed.map(({ key, size }) => [key, size])).toEqual([
        [KEY, BYTES.byteLength],
        [OTHER, 3],
      ])
      for (const { storedAt } of listed) {
        expect(storedAt.getTime()).toBeGreaterThan(before)
        expect(storedAt.getTime()).toBeLessThan(Date.now() + 1000)
      }
    })

    test.each([
      '',
      'maths.pdf',
      '../thervu.db',
      '../12th-cbse/maths.pdf',
      '12th-cbse/../../thervu.pdf',
      '12th-cbse/../maths.pdf',
      '/etc/passwd.pdf',
      '12th-cbse//maths.pdf',
      '12th-cbse/maths.exe',
      '12th-cbse/maths.pdf\u0000.txt',
      '12th-cbse/maths.pdf\n',
      '12th-cbse/.maths.pdf',
      '12th-cbse\\maths.pdf',
      '12TH/maths.pdf',
      `12th-cbse/${'a'.repeat(141)}.pdf`,
      'கணிதம்/maths.pdf',
    ])('%j is no key, and is refused by put', async (key) => {
      await expect(store.put(key, { bytes: BYTES })).rejects.toThrow()
      expect(await list()).toEqual([])
    })

    test('a store that works says so', async () => {
      await expect(store.check()).resolves.toBeUndefined()
    })

    test('discarding what is unfinished leaves stored files alone', async () => {
      await store.put(KEY, { bytes: BYTES })
      await store.discardUnfinished(new Date(8.64e15))
      expect(await read(KEY)).toEqual(BYTES)
    })

    test('what is set aside is not there any more, and comes back as it was', async () => {
      await store.put(KEY, { bytes: BYTES })
      expect(await store.setAside(KEY, '2026-11-28')).toBe(true)
      expect([await read(KEY), await list()]).toEqual([null, []])
      const aside = await Array.fromAsync(store.listAside())
      expect(aside).toEqual([{ day: '2026-11-28', name: KEY }])
      expect(await store.setAside(KEY, '2026-11-28')).toBe(false)
      for (const one of aside) expect(await store.putBack(one)).toBe(true)
      expect([await read(KEY), (await Array.fromAsync(store.listAside())).length]).toEqual([BYTES, 0])
    })

    test('nothing that is there is replaced by setting aside or putting back', async () => {
      await store.put(KEY, { bytes: BYTES })
      await store.setAside(KEY, '2026-11-28')
      await store.put(KEY, { bytes: Buffer.from('later') })
      expect(await store.setAside(KEY, '2026-11-28')).toBe(false)
      expect(await store.putBack({ day: '2026-11-28', name: KEY })).toBe(false)
      expect(await read(KEY)).toEqual(Buffer.from('later'))
      expect(await store.setAside(KEY, '2026-11-29')).toBe(true)
      expect(await store.putBack({ day: '2026-11-28', name: KEY })).toBe(true)
      expect(await read(KEY)).toEqual(BYTES)
    })

    test('what is set aside goes for good when it is discarded, and nothing else', async () => {
      for (const key of [KEY, OTHER]) {
        await store.put(key, { bytes: BYTES })
        await store.setAside(key, '2026-11-28')
      }
      await store.discardAside({ day: '2026-11-28', name: KEY })
      expect(await Array.fromAsync(store.listAside())).toEqual([{ day: '2026-11-28', name: OTHER }])
      expect(await store.putBack({ day: '2026-11-28', name: KEY })).toBe(false)
    })
  })
}
