import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import type { Versions } from '#database/locks.ts'
import { openVersions } from '#database/sqlite/versions.ts'
import { readCacheAddress } from '#server/addresses.ts'
import { type CachedAnswer, toCachedAnswer } from '#server/page-cache/cached-answer.ts'
import { allowedEncodings, bodyFor } from '#server/page-cache/send-answer.ts'
import { createPageCache, type Make, type PageCache } from '#server/page-cache/serve-cached.ts'
import type { Place } from '#server/serving/http-env.ts'

const NOBODY_LEFT = new AbortController().signal

let cache: PageCache
let now: number
let versions: Versions
let made: number

beforeEach(() => {
  now = 1_000_000
  versions = { content: 1, prepared: 1, counts: 1 }
  made = 0
  cache = createPageCache({ maxBytes: 1_000_000, versions: () => versions, now: () => now })
})

/** Makes the text that was asked for, or what `response` says. */
function maker(response: () => Response | Promise<Response> = () => new Response(`made ${++made}`)): Make {
  return async (_signal, _place, begin) => {
    const beginning = begin()
    return await toCachedAnswer(await response(), {
      ...beginning,
      searched: [],
      vary: '',
      sharedCacheSeconds: 0,
    })
  }
}

const textOf = (answer: CachedAnswer | null) => answer?.body.toString() ?? null
const find = (hasCounts = true, key = 'page') => textOf(cache.find(key, hasCounts, maker))
const make = async (from = maker(), key = 'page', network = 'home', gone = NOBODY_LEFT) =>
  textOf(await cache.make(key, from, { network, gone }))

test('an answer is made once and found until something changes', async () => {
  expect(find()).toBe(null)
  expect(await make()).toBe('made 1')
  expect([find(), find()]).toEqual(['made 1', 'made 1'])
  versions = { content: 2, prepared: 1, counts: 2 }
  expect(find()).toBe(null)
  expect(await make()).toBe('made 2')
})

test('a count may lag a second; then one new answer is made in the background, and after two all wait for it', async () => {
  await make()
  versions = { content: 1, prepared: 1, counts: 2 }
  now += 999
  expect(find()).toBe('made 1')
  now += 1
  expect([find(), find()]).toEqual(['made 1', 'made 1'])
  await expect.poll(() => find()).toBe('made 2')
  expect(made).toBe(2)
  versions = { content: 1, prepared: 1, counts: 3 }
  now += 2_000
  expect(find()).toBe(null)
})

test('what was rendered and recognised meanwhile is on the next page but one: nobody waits for it', async () => {
  await make()
  versions = { content: 1, prepared: 2, counts: 1 }
  expect([find(), find(false)]).toEqual(['made 1', 'made 1'])
  await expect.poll(() => find()).toBe('made 2')
  expect(made).toBe(2)
})

test('a page without counts does not age with them, and any page lasts two minutes at most', async () => {
  await make()
  versions = { content: 1, prepared: 1, counts: 2 }
  now += 59_999
  expect(find(false)).toBe('made 1')
  now += 60_001
  expect(find(false)).toBe(null)
})

test('all who ask for the same page at the same time share one', async () => {
  const answers = await Promise.all([make(), make(), make(), make(maker(), 'other')])
  expect(answers).toEqual(['made 1', 'made 1', 'made 1', 'made 2'])
})

test('a page that was being made when something changed is not kept, and not shared with those who ask after', async () => {
  let finish = () => {}
  const slow = maker(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return new Response('old')
  })
  const before = make(slow)
  versions = { content: 2, prepared: 1, counts: 2 }
  const after = make()
  expect(await after).toBe('made 1')
  finish()
  expect(await before).toBe('old')
  expect(find()).not.toBe('old')
})

test('one that fails fails for all who wait, and is made again for the next', async () => {
  const failing = maker(() => Promise.reject(new Error('broken')))
  const waiting = [make(failing), make(failing)]
  for (const each of waiting) await expect(each).rejects.toThrow('broken')
  expect(await make()).toBe('made 1')
})

test.each([
  ['an error', { status: 500 }],
  ['a refusal', { status: 503 }],
  ['what sets a cookie', { headers: { 'Set-Cookie': 'a=b' } }],
  ['what may not be stored', { headers: { 'Cache-Control': 'no-store' } }],
])('%s is never kept', async (_what, init) => {
  await make(maker(() => new Response('', init)))
  expect(find()).toBe(null)
})

test('whoever is alone and breaks off while waiting for a place leaves the queue; others go on waiting', async () => {
  const signals: AbortSignal[] = []
  const queued: Make = (signal) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const [first, second] = [new AbortController(), new AbortController()]
  void cache.make('page', queued, { network: 'home', gone: first.signal })
  void cache.make('page', queued, { network: 'home', gone: second.signal })
  first.abort()
  expect(signals[0]?.aborted).toBe(false)
  second.abort()
  expect(signals[0]?.aborted).toBe(true)
  expect(await make()).toBe('made 1')
})

test('an encoding takes no more memory than it is counted for, and one that fails is tried again', async () => {
  const answer = await toCachedAnswer(new Response('word '.repeat(1_000)), {
    versions,
    madeAt: now,
    searched: [],
    vary: '',
    sharedCacheSeconds: 0,
  })
  for (const encoding of ['br', 'gzip']) {
    const body = await bodyFor(answer, allowedEncodings(encoding)).body
    expect([encoding, body.buffer.byteLength]).toEqual([encoding, body.length])
    const { body: bytes } = answer
    answer.bodies.clear()
    answer.body = 7 as never
    await expect(async () => await bodyFor(answer, allowedEncodings(encoding)).body).rejects.toThrow()
    answer.body = bytes
    expect((await bodyFor(answer, allowedEncodings(encoding)).body).length).toBeGreaterThan(0)
  }
})

test('what another process changes is seen by the next request, also while a page is being made', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-versions-'))
  const path = join(folder.path, 'thervu.db')
  const other = new DatabaseSync(path)
  other.exec(
    'pragma journal_mode = wal; create table content_version (version integer, prepared integer, counts integer)',
  )
  other.exec('insert into content_version values (1, 1, 1)')
  const { read, close } = openVersions(path)
  await new Promise((resolve) => setImmediate(resolve))
  // As the queue does when a rendering leaves it.
  expect(read(true).content).toBe(1)
  other.exec('update content_version set version = 2')
  await new Promise((resolve) => process.nextTick(resolve))
  expect(read().content).toBe(2)
  close()
  other.close()
})

test('what waits in the queue waits behind each network that asks for it, and what was begun behind none', async () => {
  let place: Place | undefined
  let begin = () => {}
  const queued: Make = async (_signal, given, leaveQueue) => {
    place = given
    await new Promise<void>((resolve) => {
      begin = resolve
    })
    return await maker()(_signal, given, leaveQueue)
  }
  const asked = [
    make(queued, 'page', 'greedy'),
    make(queued, 'page', 'greedy'),
    make(queued, 'page', 'other'),
  ]
  expect([...(place?.networks ?? [])]).toEqual(['greedy', 'other'])
  begin()
  expect(await Promise.all(asked)).toEqual(['made 1', 'made 1', 'made 1'])
})

test('it stays within its bytes, least recently used out first, and keeps no giant', async () => {
  for (let at = 0; at < 50; at += 1) {
    await make(
      maker(() => new Response('x'.repeat(50_000))),
      `page ${at}`,
    )
    find(true, 'page 0')
  }
  const kept = Array.from({ length: 50 }, (_, at) => find(true, `page ${at}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.length).toBeLessThan(20)
  expect(find(true, 'page 0')).not.toBe(null)
  expect(find(true, 'page 1')).toBe(null)
  await make(
    maker(() => new Response('x'.repeat(500_000))),
    'giant',
  )
  expect(find(true, 'giant')).toBe(null)
})

test.each([
  ['/practice', '/practice'],
  ['/ta/practice?utm=1', '/ta/practice'],
  ['/api/suggestions?q=a&lang=ta', '/api/suggestions?q=a&lang=ta'],
  ['/practice?utm_source=whatsapp&subject=Physics&fbclid=1', '/practice?subject=Physics'],
  ['/practice?page=2&subject=Physics', '/practice?subject=Physics&page=2'],
  ['/papers/abcd2345efgh/a-title?x=1&part=2', '/papers/abcd2345efgh/a-title?part=2'],
  ['/resources/cbse/12/?utm=1', '/resources/cbse/12/'],
  ['/practice.data?_routes=root&x=1', '/practice.data?_routes=root'],
  ['/practice.data?_routes=%3Cscript%3E', '/practice.data'],
  ['/api/papers?page=2', '/api/papers?page=2'],
  ['/api/papers?sort=views', null],
  ['/api/pricing?x=1', null],
  ['/api/papers/abcd2345efgh', null],
  ['/admin', null],
  ['/login', null],
  ['/api/admin/papers', null],
  ['/list/picked?ids=a', null],
  ['/no-such-page', null],
  ['/papers.zip?ids=a', null],
])('the address %s is kept as %s', (url, path) => {
  expect(readCacheAddress(url)?.path ?? null).toBe(path)
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['zstd', 'identity'],
  [';;;,,, q=', 'identity'],
  ['x'.repeat(300), 'identity'],
])('Accept-Encoding %s gets %s', (accepted, encoding) => {
  expect(allowedEncodings(accepted)[0]).toBe(encoding)
})
