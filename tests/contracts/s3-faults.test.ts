import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import type { FileStores } from '#server/adapters/files/file-stores.ts'
import type { S3Patience } from '#server/adapters/files/s3/s3-connection.ts'
import { openS3Stores } from '#server/adapters/files/s3/s3-stores.ts'
import { type Asked, type FaultyS3, openFaultyS3 } from '../support/faulty-s3.ts'
import { IMPATIENT, PATIENT, placeAt, type S3Server, startS3 } from '../support/s3-servers.ts'
import { until } from '../support/stored.ts'

const KEY = '12th-cbse/maths_20260301T093000000Z-abcd2345.pdf'
const OTHER = 'thumbnail/maths_20260301T093000000Z-wxyz2345.webp'
const BYTES = Buffer.from(Array.from({ length: 500_000 }, (_, at) => at % 251))
/** Three parts. */
const LARGE = Buffer.from(Array.from({ length: 17 * 1024 * 1024 }, (_, at) => at % 241))
const END_OF_TIME = new Date(8.64e15)

let server: S3Server
let line: FaultyS3
/** Through the line. */
let stores: FileStores
/** The same, with less patience. */
let hasty: FileStores
/** As it is kept. */
let kept: FileStores
let folder: string
let places = 0
beforeAll(async () => {
  server = await startS3()
  folder = mkdtempSync(join(tmpdir(), 'thervu-s3-faults-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  line = await openFaultyS3(server)
  const prefix = `place-${places++}`
  const open = (at: S3Server, patience: S3Patience) =>
    openS3Stores(placeAt(at, prefix), { copies: join(folder, 'copies'), patience })
  ;[kept, stores, hasty] = [open(server, PATIENT), open(line, PATIENT), open(line, IMPATIENT)]
  return async () => {
    for (const each of [kept, stores, hasty]) each.close()
    await line.close()
  }
})

const isPut = ({ method }: Asked) => method === 'PUT'
const isGet = ({ method }: Asked) => method === 'GET'
/** What goes wrong with the first requests of a kind. */
function firstOf(kind: (asked: Asked) => boolean, times: number, fault: ReturnType<FaultyS3['fault']>) {
  let left = times
  line.fault = (asked) => (kind(asked) && left-- > 0 ? fault : null)
}
const read = async (key = KEY, from = kept) => {
  const stream = await from.files.open(key)
  return stream && (await buffer(stream))
}
const sourceOf = (bytes: Uint8Array) => {
  const path = join(folder, `source-${Math.random()}`)
  writeFileSync(path, bytes)
  return { path }
}
const keysOf = async () => (await Array.fromAsync(kept.files.list())).map(({ key }) => key)

describe('what fails in passing is tried again', () => {
  test.each([
    [{ status: 500 }],
    [{ status: 503, code: 'SlowDown' }],
    [{ status: 429, code: 'TooManyRequests' }],
    [{ status: 408, code: 'RequestTimeout' }],
    [{ status: 409, code: 'ConditionalRequestConflict' }],
    ['reset' as const],
    ['lost answer' as const],
  ])('%j, when a file is stored', async (fault) => {
    firstOf(isPut, 1, fault)
    await stores.files.put(KEY, { bytes: BYTES })
    expect(line.asked.filter(isPut).length).toBe(2)
    expect(await read()).toEqual(BYTES)
  })

  test.each([
    [{ status: 500 }],
    [{ status: 503, code: 'SlowDown' }],
    ['reset' as const],
    [{ cutAfter: 0 }],
    [{ cutAfter: 100_000 }],
  ])('%j, when a file is read', async (fault) => {
    await kept.files.put(KEY, { bytes: BYTES })
    firstOf(isGet, 2, fault)
    const bytes = await read(KEY, stores)
    expect(bytes?.equals(BYTES)).toBe(true)
    expect(line.asked.filter(isGet).length).toBe(3)
  })

  test('silence', async () => {
    const silence = 300
    const place = placeAt(line, 'silent')
    const silent = openS3Stores(place, { copies: folder, patience: { ...PATIENT, silence } })
    firstOf(isPut, 1, 'silence')
    await silent.files.put(KEY, { bytes: BYTES })
    firstOf(isGet, 2, 'silence')
    expect((await read(KEY, silent))?.equals(BYTES)).toBe(true)
    silent.close()
  })

  test('a range that breaks off goes on with the byte where it ended', async () => {
    await kept.files.put(KEY, { bytes: BYTES })
    firstOf(isGet, 1, { cutAfter: 50_000 })
    const stream = await stores.files.open(KEY, { start: 1_000, end: 299_999 })
    expect((stream && (await buffer(stream)))?.equals(BYTES.subarray(1_000, 300_000))).toBe(true)
    expect(line.asked.filter(isGet).map(({ headers }) => headers.range)).toEqual([
      'bytes=1000-299999',
      expect.stringMatching(/^bytes=\d{4,5}-299999$/),
    ])
  })

  test('a list, a look and a removal', async () => {
    await kept.files.put(KEY, { bytes: BYTES })
    firstOf(() => true, 2, { status: 503, code: 'SlowDown' })
    expect((await Array.fromAsync(stores.files.list())).length).toBe(1)
    firstOf(({ method }) => method === 'DELETE', 2, 'reset')
    expect(await stores.files.remove(KEY)).toBe(true)
    expect(await keysOf()).toEqual([])
  })

  test('a part of a large file, and no other part of it', async () => {
    firstOf(({ query }) => query.get('partNumber') === '2', 2, 'reset')
    await stores.files.put(KEY, sourceOf(LARGE))
    const parts = line.asked.map(({ query }) => query.get('partNumber')).filter(Boolean)
    expect(parts.toSorted()).toEqual(['1', '2', '2', '2', '3'])
    expect((await read())?.equals(LARGE)).toBe(true)
  })
})

describe('a store that stays broken is given up with a sentence, and nothing is stored', () => {
  test.each([[{ status: 503, code: 'SlowDown' }], ['reset' as const], ['silence' as const]])(
    '%j',
    async (fault) => {
      await kept.files.put(OTHER, { bytes: BYTES })
      line.fault = () => fault
      for (const call of [
        () => hasty.files.put(KEY, { bytes: BYTES }),
        () => hasty.files.open(OTHER),
        () => hasty.files.remove(OTHER),
        () => Array.fromAsync(hasty.files.list()),
        () => hasty.pageStore.read('ab12', '1-720.webp'),
        () => hasty.inbox.put('an-upload', sourceOf(BYTES), BYTES),
      ]) {
        const error = await call().then(
          () => null,
          (reason: Error) => reason,
        )
        expect(error?.message).toMatch(/^The file store did not do what it was asked for: ./)
        expect(isFileStoreFault(error)).toBe(true)
      }
      expect(await keysOf()).toEqual([OTHER])
      expect(await Array.fromAsync(kept.inbox.list())).toEqual([])
    },
  )

  test('also when it breaks off in the middle, again and again', async () => {
    await kept.files.put(KEY, { bytes: BYTES })
    line.fault = (asked) => (isGet(asked) ? { cutAfter: 0 } : null)
    const error = await read(KEY, hasty).then(
      () => null,
      (reason) => reason,
    )
    expect(isFileStoreFault(error)).toBe(true)
  })

  test('a refusal is not tried again', async () => {
    line.fault = (asked) => (isPut(asked) ? { status: 403, code: 'AccessDenied' } : null)
    await expect(stores.files.put(KEY, { bytes: BYTES })).rejects.toThrow(/403 AccessDenied/)
    expect(line.asked.filter(isPut).length).toBe(1)
  })

  test('a large file whose last part is refused leaves no parts behind', async () => {
    line.fault = ({ query }) =>
      query.get('partNumber') === '3' ? { status: 403, code: 'AccessDenied' } : null
    const source = sourceOf(LARGE)
    await expect(stores.files.put(KEY, source)).rejects.toThrow(/403/)
    expect(await read()).toBeNull()
    const aborted = line.asked.filter(({ method, query }) => method === 'DELETE' && query.has('uploadId'))
    expect(aborted.length).toBe(1)
  })

  test('parts that nobody could discard are discarded by the sweep, and younger ones stay', async () => {
    line.fault = ({ method, query }) =>
      query.get('partNumber') === '3' || (method === 'DELETE' && query.has('uploadId'))
        ? { status: 403, code: 'AccessDenied' }
        : null
    await expect(stores.files.put(KEY, sourceOf(LARGE))).rejects.toThrow(/403/)
    line.fault = () => null
    const abortions = () =>
      line.asked.filter(({ method, query }) => method === 'DELETE' && query.has('uploadId'))
    const before = abortions().length
    await stores.files.discardUnfinished(new Date(Date.now() - 60_000))
    expect(abortions().length).toBe(before)
    await stores.files.discardUnfinished(END_OF_TIME)
    expect(abortions().length).toBe(before + 1)
    await stores.files.discardUnfinished(END_OF_TIME)
    expect(abortions().length).toBe(before + 1)
  })
})

describe('nothing is overwritten', () => {
  beforeEach(() => {
    line.knowsConditions = true
  })

  test('where the store knows conditions, also when another server stores the key in the last moment', async () => {
    let isFirst = true
    line.fault = (asked) => {
      if (isFirst && asked.method === 'HEAD') {
        isFirst = false
        return { status: 404 }
      }
      return null
    }
    await kept.files.put(KEY, { bytes: BYTES })
    await expect(stores.files.put(KEY, { bytes: Buffer.from('other') })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await read()).toEqual(BYTES)
  })

  test.each([
    ['a small file', BYTES],
    ['a large file', LARGE],
  ])('%s whose answer was lost is known as its own when the repetition is refused', async (_, bytes) => {
    const isLast = ({ method, query }: Asked) =>
      bytes === LARGE ? method === 'POST' && query.has('uploadId') : method === 'PUT'
    firstOf(isLast, 1, 'lost answer')
    await stores.files.put(KEY, sourceOf(bytes))
    expect((await read())?.equals(bytes)).toBe(true)
  })

  test('a store that does not know conditions is asked without', async () => {
    line.fault = (asked) => (asked.headers['if-none-match'] ? { status: 501, code: 'NotImplemented' } : null)
    await stores.files.put(KEY, sourceOf(BYTES))
    await stores.files.put(OTHER, { bytes: BYTES })
    expect([await read(KEY), await read(OTHER)]).toEqual([BYTES, BYTES])
    expect(line.asked.filter(isPut).length).toBe(3)
  })
})

describe('a visitor who leaves', () => {
  test('ends the request to the store, and one who waits holds back what it sends', async () => {
    await kept.files.put(KEY, sourceOf(LARGE))
    const stream = await stores.files.open(KEY)
    const reader = stream?.getReader()
    await reader?.read()
    expect(line.open.size).toBe(1)
    await reader?.cancel()
    await until('the store is left', () => line.open.size === 0)
  })

  test('one who has stopped reading gets the rest later, though the store was left meanwhile', async () => {
    await kept.files.put(KEY, sourceOf(LARGE))
    const place = placeAt(line, `place-${places - 1}`)
    const quick = openS3Stores(place, { copies: folder, patience: { ...PATIENT, silence: 300 } })
    const stream = await quick.files.open(KEY)
    const reader = (stream as ReadableStream<Uint8Array>).getReader()
    const parts = [(await reader.read()).value as Uint8Array]
    await until('the store is left', () => line.open.size === 0)
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
    expect(Buffer.concat(parts).equals(LARGE)).toBe(true)
    expect(line.asked.filter(isGet).length).toBeGreaterThan(1)
    quick.close()
  })
})

test('a line that breaks before anybody reads is noticed when somebody does', async () => {
  await kept.files.put(KEY, { bytes: BYTES })
  firstOf(isGet, 1, { cutAfter: 1_000 })
  const stream = await stores.files.open(KEY)
  await until('it is broken', () => line.open.size === 0)
  expect((stream && (await buffer(stream)))?.equals(BYTES)).toBe(true)
})

test('what was stored is as old by the clock of the server as by that of the store', async () => {
  await kept.files.put(KEY, { bytes: BYTES })
  line.aheadMs = 2 * 60 * 60 * 1000
  await stores.files.check()
  const [listed] = await Array.fromAsync(stores.files.list())
  const behind = Date.now() - line.aheadMs - (listed?.storedAt.getTime() ?? 0)
  expect(Math.abs(behind)).toBeLessThan(10 * 60 * 1000)
})

test('a picture of a page is asked for once, however many ask at once, and again when it has changed', async () => {
  await kept.pageStore.put('ab12', '1-720.webp', Buffer.from('first'))
  const read = () => stores.pageStore.read('ab12', '1-720.webp')
  for (const bytes of await Promise.all([read(), read(), read()])) expect(String(bytes)).toBe('first')
  await read()
  expect(line.asked.filter(isGet).length).toBe(1)
  await stores.pageStore.put('ab12', '1-720.webp', Buffer.from('second'))
  expect(String(await read())).toBe('second')
  await stores.pageStore.removeFolder('ab12')
  expect(await read()).toBeNull()
})

describe('the inbox', () => {
  test('a file whose picture cannot be stored is not there, and its PDF goes with the sweep', async () => {
    line.fault = ({ method, path }) =>
      method === 'PUT' && path.endsWith('.webp') ? { status: 403, code: 'AccessDenied' } : null
    await expect(stores.inbox.put('an-upload', sourceOf(BYTES), BYTES)).rejects.toThrow(/403/)
    expect(await Array.fromAsync(kept.inbox.list())).toEqual([])
    expect(line.asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('.pdf'))).toBe(true)
  })

  test('the picture of a file whose answer was lost is known', async () => {
    firstOf(({ method, path }) => method === 'PUT' && path.endsWith('.webp'), 1, 'lost answer')
    await stores.inbox.put('an-upload', sourceOf(BYTES), BYTES)
    expect(await kept.inbox.picture('an-upload')).toEqual(BYTES)
  })

  test('the sweep removes PDFs that no picture names, and no younger ones', async () => {
    await stores.inbox.put('an-upload', sourceOf(BYTES), BYTES)
    line.fault = ({ method, path }) =>
      method === 'DELETE' || path.endsWith('.webp') ? { status: 403, code: 'AccessDenied' } : null
    await expect(stores.inbox.put('an-upload', sourceOf(BYTES), BYTES)).rejects.toThrow(/403/)
    await expect(stores.inbox.put('second-upload', sourceOf(BYTES), BYTES)).rejects.toThrow(/403/)
    line.fault = () => null
    const removed = () => line.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    const tried = removed().length
    await stores.inbox.discardUnfinished(new Date(Date.now() - 60_000))
    expect(removed().length).toBe(tried)
    await stores.inbox.discardUnfinished(END_OF_TIME)
    expect(
      removed()
        .slice(tried)
        .map((path) => path.split('/').at(-2))
        .toSorted(),
    ).toEqual(['an-upload', 'second-upload'])
    expect(await kept.inbox.lend('an-upload', async () => 'lent')).toBe('lent')
  })
})

test('lists that come in parts are read to their end', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `page-${at}`)
  for (const name of names) await kept.pageStore.put(name, '1-720.webp', Buffer.from('x'))
  await kept.files.put(KEY, { bytes: BYTES })
  await kept.files.put(OTHER, { bytes: BYTES })
  line.listed = 2
  expect(await Array.fromAsync(stores.pageStore.folders())).toEqual(names)
  line.listed = 1
  expect((await Array.fromAsync(stores.files.list())).map(({ key }) => key)).toEqual([KEY, OTHER])
})

test('a bucket that is gone fails the check', async () => {
  await expect(stores.files.check()).resolves.toBeUndefined()
  line.fault = () => ({ status: 404 })
  await expect(stores.files.check()).rejects.toThrow()
  line.fault = () => 'silence'
  await expect(hasty.files.check()).rejects.toThrow()
})
