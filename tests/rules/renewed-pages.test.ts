import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '#domain/app.ts'
import { serveCached } from '#server/page-cache/serve-cached.ts'

/** What a page's loaders would read. */
let source: string
let versions: { data: number; content: number }
let [read, drawn] = [0, 0]
let path = '/practice'

const app = {
  versions: () => versions,
  clock: { monotonic: () => performance.now(), now: () => new Date() },
  log: { info() {}, error: (fields: unknown) => expect.unreachable(JSON.stringify(fields)) },
  logRequest() {},
} as unknown as App
const settings = { siteUrl: null, trustedProxy: [], pageCacheBytes: 1_000_000, sharedCacheSeconds: 0 }
const notes: string[] = []
const serve = serveCached(
  app,
  settings as unknown as Parameters<typeof serveCached>[1],
  (_request, { cacheFill }) => {
    cacheFill?.begin()
    read += 1
    cacheFill?.searched('optics', 3)
    if (path !== '/api/papers' && cacheFill?.isDrawn(source)) return new Response(null)
    drawn += 1
    return new Response(`${source}, drawn ${drawn}`)
  },
  (_asker, q) => notes.push(q),
)
const server = createServer((incoming, outgoing) =>
  serve(incoming, outgoing, () => outgoing.end('not cached')),
)
const ask = async () => {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://localhost:${port}${path}`)
  return await answer.text()
}

beforeAll(async () => {
  server.listen(0)
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  source = 'three papers'
  versions = { data: versions?.data ?? 0, content: (versions?.content ?? 0) + 1 }
  ;[read, drawn] = [0, 0]
})
const change = () => {
  versions = { data: versions.data + 1, content: versions.content + 1 }
}

test('a page is drawn again only if what it is drawn from has changed, and what is counted with it is counted', async () => {
  notes.length = 0
  expect(await ask()).toBe('three papers, drawn 1')
  change()
  expect([await ask(), read, drawn]).toEqual(['three papers, drawn 1', 2, 1])
  source = 'four papers'
  expect([await ask(), read]).toEqual(['three papers, drawn 1', 2])
  change()
  expect([await ask(), read, drawn]).toEqual(['four papers, drawn 2', 3, 2])
  expect(notes).toHaveLength(4)
})

test('it is drawn again a minute after it was drawn, however often it was read: it may say how long ago something was', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    change()
    await ask()
    for (const seconds of [30, 29]) {
      vi.advanceTimersByTime(seconds * 1000)
      change()
      await ask()
    }
    expect([read, drawn]).toEqual([3, 1])
    vi.advanceTimersByTime(1_000)
    change()
    expect([await ask(), read, drawn]).toEqual(['three papers, drawn 2', 4, 2])
  } finally {
    vi.useRealTimers()
  }
})

test('what is no page is always made anew', async () => {
  path = '/api/papers'
  expect(await ask()).toBe('three papers, drawn 1')
  change()
  expect(await ask()).toBe('three papers, drawn 2')
})
