import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from '#domain/files/file-store.ts'
import { readerOf } from '#domain/files/file-store.ts'
import { withHotFiles } from '#server/adapters/files/hot-files.ts'
import { createMemoryStore } from '#server/adapters/files/memory.ts'

const key = (name: string) => `12th-cbse/${name}.pdf`

const rowOf = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

async function openStore(sizes: Record<string, number>) {
  const store = createMemoryStore()
  const opened: string[] = []
  for (const [name, size] of Object.entries(sizes))
    await store.put(key(name), { bytes: new Uint8Array(size) })
  const noting: FileStore = {
    ...store,
    open(name, range, row) {
      opened.push(name)
      return store.open(name, range, row)
    },
  }
  const hot = withHotFiles(noting, { cacheBytes: 100, fileBytes: 60 })
  const open = (name: string) => hot.open(key(name), undefined, rowOf(new Uint8Array(sizes[name] ?? 0)))
  /** Whether the next opening comes from memory; the stream is left open. */
  const ask = async (name: string) => {
    const stream = await open(name)
    return { stream, isHot: readerOf(stream) !== null }
  }
  const isHot = async (name: string) => {
    const { stream, isHot } = await ask(name)
    if (stream) await buffer(stream)
    return isHot
  }
  return { hot, store, opened, open, ask, isHot }
}

test('a file that is asked for again comes from memory, and only a small one', async () => {
  const { opened, isHot } = await openStore({ small: 60, large: 61 })
  expect([await isHot('small'), await isHot('small'), await isHot('small')]).toEqual([false, true, true])
  expect(opened).toEqual([key('small'), key('small')])
  expect([await isHot('large'), await isHot('large'), await isHot('large')]).toEqual([false, false, false])
})

test('a file that many ask for at once is loaded once, and one that is too large is not loaded again', async () => {
  const { open, opened } = await openStore({ small: 60, large: 61 })
  const openings = async (name: string) => {
    opened.length = 0
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(name)))
    await Promise.all(streams.map((stream) => stream?.cancel()))
    return opened.length
  }
  // The first came from the store, the second loaded it, and those next to the loading did not wait for it.
  expect([await openings('small'), await openings('small')]).toEqual([10, 0])
  expect([await openings('large'), await openings('large'), await openings('large')]).toEqual([11, 10, 10])
})

test('the least recently opened goes first when there is no room', async () => {
  const { isHot } = await openStore({ one: 40, two: 40, three: 40 })
  for (const name of ['one', 'one', 'two', 'two', 'one', 'three', 'three']) await isHot(name)
  expect(await isHot('one')).toBe(true)
  expect(await isHot('two')).toBe(false)
})

test('what is being sent is not forgotten, and what has no room next to it is not kept', async () => {
  const { ask, isHot } = await openStore({ one: 60, two: 60 })
  await isHot('one')
  const reading = await ask('one')
  expect(reading.isHot).toBe(true)
  expect([await isHot('two'), await isHot('two')]).toEqual([false, false])
  await reading.stream?.cancel()
  await isHot('two')
  expect(await isHot('two')).toBe(true)
  expect(await isHot('one')).toBe(false)
})

test('bytes that are not those of the row are never kept, and those of a repaired file are', async () => {
  const { hot, store, open, isHot } = await openStore({ one: 10 })
  await store.remove(key('one'))
  for (const wrong of [new Uint8Array(10).fill(1), new Uint8Array(9)]) {
    await store.put(key('one'), { bytes: wrong })
    await open('one').catch(() => {})
    await expect(open('one')).rejects.toMatchObject({ isDamagedFile: true })
    await expect(open('one')).rejects.toMatchObject({ isDamagedFile: true })
    await store.remove(key('one'))
  }
  await store.put(key('one'), { bytes: new Uint8Array(10) })
  await isHot('one')
  expect(await isHot('one')).toBe(true)
  // Whoever checks the file itself reads past the memory.
  await store.remove(key('one'))
  expect(await hot.open(key('one'))).toBeNull()
})

test('a removed file is gone from memory, too', async () => {
  const { hot, isHot } = await openStore({ one: 10 })
  await isHot('one')
  expect(await isHot('one')).toBe(true)
  await hot.remove(key('one'))
  expect(await hot.open(key('one'))).toBeNull()
})
