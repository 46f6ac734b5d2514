import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import type { Activity } from '#domain/activity/activity.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { COUNTER_RATES } from '#server/middleware/counter-limits.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const UNLIMITED = { perAddress: 1e6, perSecond: 1e6 }
let site: Site
let admin: SignedIn
let paper: Paper
beforeAll(async () => {
  site = await openSite({ http: { counterRates: UNLIMITED } })
  admin = await site.signIn()
  paper = await publish(site, admin)
})
afterAll(() => site.end())

async function view(id = paper.id, headers: Record<string, string> = {}, at = site) {
  const answer = await at.fetch(`/api/papers/${id}/views`, { method: 'POST', headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A mark as a page makes it. */
function markOf(visitor: number) {
  return visitor.toString(16).padStart(24, '0')
}

async function viewsOf(id = paper.id) {
  return (await (await site.fetch(`/api/papers/${id}`)).json()).views as number
}

test('200 views at once count 200, each answered with a count of its own', async () => {
  const before = await viewsOf()
  const answers = await Promise.all(Array.from({ length: 200 }, () => view()))
  const counts = answers.map((answer) => answer.body.views).sort((a, b) => a - b)
  expect(counts).toEqual(Array.from({ length: 200 }, (_, at) => before + at + 1))
  expect(await viewsOf()).toBe(before + 200)
})

test('what counters answer is too short to be compressed', async () => {
  const asked = { 'Accept-Encoding': 'gzip, br' }
  expect((await view(paper.id, asked)).headers.get('content-encoding')).toBe(null)
  const visit = await site.fetch('/api/visits', { method: 'POST', headers: asked })
  expect([visit.headers.get('content-encoding'), await visit.json()]).toEqual([
    null,
    { visits: expect.any(Number) },
  ])
})

test('views of two papers and visits at once are each exact', async () => {
  const other = await publish(site, admin, { title: 'Another' })
  const before = await viewsOf()
  const visits = (await (await site.fetch('/api/visits')).json()).visits
  const calls = Array.from({ length: 50 }, () => [
    view(),
    view(other.id),
    site.fetch('/api/visits', { method: 'POST' }),
  ]).flat()
  await Promise.all(calls)
  expect([await viewsOf(), await viewsOf(other.id)]).toEqual([before + 50, 50])
  expect(await (await site.fetch('/api/visits')).json()).toEqual({ visits: visits + 50 })
})

test.each([
  ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
  ['a prerender', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['an old prefetch', { Purpose: 'prefetch' }],
  ['Firefox’s prefetch', { 'X-Moz': 'prefetch' }],
  ['a cross-site call', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a call of a sister site', { 'Sec-Fetch-Site': 'same-site' }],
])('%s is answered and not counted', async (_what, headers) => {
  const before = await viewsOf()
  expect((await view(paper.id, headers as Record<string, string>)).body).toEqual({ views: before })
  expect(await viewsOf()).toBe(before)
})

test('the signed-in administrator is not counted; a made-up cookie does not hide anybody', async () => {
  const before = await viewsOf()
  expect((await view(paper.id, { Cookie: admin.cookie })).body).toEqual({ views: before })
  expect((await view(paper.id, { Cookie: 'session=made.up' })).body).toEqual({ views: before + 1 })
  expect((await view(paper.id, { 'Sec-Fetch-Site': 'same-origin' })).body).toEqual({ views: before + 2 })
  const visits = (await (await site.fetch('/api/visits')).json()).visits
  await site.fetch('/api/visits', { method: 'POST', headers: { Cookie: admin.cookie } })
  expect(await (await site.fetch('/api/visits')).json()).toEqual({ visits })
})

test.each(['unknown00000', 'x', '123'])('a view of “%s”, which is no paper, is a 404', async (id) => {
  const { status, body } = await view(id)
  expect([status, body.code]).toEqual([404, 'paper-not-found'])
})

test('a view from another origin is refused', async () => {
  const before = await viewsOf()
  const { status, body } = await view(paper.id, { Origin: 'https://elsewhere.example' })
  expect([status, body.code]).toEqual([403, 'foreign-origin'])
  expect(await viewsOf()).toBe(before)
})

test('30 visitors behind one router who open a paper at the same moment all count, with a mark or without', async () => {
  const strict = await openSite()
  const { id } = await publish(strict, await strict.signIn())
  for (const marked of [true, false]) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => view(id, marked ? { 'X-Visitor-Mark': markOf(at) } : {}, strict)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  expect((await (await strict.fetch(`/api/papers/${id}`)).json()).views).toBe(60)
  await strict.end()
})

test('a visitor’s double tap is one view, of each paper, until three seconds have passed', async () => {
  const other = await publish(site, admin, { title: 'Tapped as well' })
  const before = await viewsOf()
  const tap = (id: string, mark = markOf(1)) => view(id, { 'X-Visitor-Mark': mark })
  const { id } = paper
  const begun = performance.now()
  const [own, others] = await Promise.all([
    Promise.all([tap(id), tap(id), tap(id, markOf(2)), tap(id)]),
    Promise.all([tap(other.id), tap(other.id)]),
  ])
  expect([...own, ...others].map(({ status }) => status)).toEqual(Array(6).fill(200))
  // One that does not count is answered with what is counted so far.
  expect(Math.max(...own.map(({ body }) => body.views))).toBe(before + 2)
  expect(Math.max(...others.map(({ body }) => body.views))).toBe(1)
  expect([await viewsOf(), await viewsOf(other.id)]).toEqual([before + 2, 1])
  await expect.poll(async () => (await tap(paper.id)).body.views, { timeout: 10_000 }).toBe(before + 3)
  expect(performance.now() - begun).toBeGreaterThan(2_900)
})

test.each([
  '',
  'x',
  'ABCDEFGHIJKLMNOPQRST',
  'a'.repeat(33),
  'a b c d e f g h i j',
  '<script>alert(1)</script>',
])('what is no mark, “%s”, is taken for none: each view counts', async (mark) => {
  const before = await viewsOf()
  for (const count of [1, 2]) {
    expect((await view(paper.id, { 'X-Visitor-Mark': mark })).body).toEqual({ views: before + count })
  }
})

test('the 121st view from an address in a minute waits, whatever marks it sends; another address counts', async () => {
  const strict = await openSite({ env: { TRUSTED_PROXY: '127.0.0.1' } })
  const { id } = await publish(strict, await strict.signIn())
  const from = (address: string, at: number) =>
    view(id, { 'X-Forwarded-For': address, 'X-Visitor-Mark': markOf(at) }, strict)
  for (let count = 1; count <= COUNTER_RATES.perAddress; count++) {
    expect((await from('203.0.113.1', count)).body).toEqual({ views: count })
  }
  const late = await from('203.0.113.1', 200)
  expect([late.status, late.body.code]).toEqual([429, 'too-many-views'])
  const wait = Number(late.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(late.body).toMatchObject({ retryAfter: wait, detail: expect.stringContaining(`${wait} seconds`) })
  expect((await from('203.0.113.2', 1)).body).toEqual({ views: COUNTER_RATES.perAddress + 1 })
  await strict.end()
})

test('a whole school behind one address is counted: 120 visits in a minute, and the 121st waits', async () => {
  const strict = await openSite()
  const visit = () => strict.fetch('/api/visits', { method: 'POST' })
  for (let count = 1; count <= COUNTER_RATES.perAddress; count++) {
    expect(await (await visit()).json()).toEqual({ visits: count })
  }
  const late = await visit()
  expect([late.status, (await late.json()).code]).toEqual([429, 'too-many-visits'])
  await strict.end()
})

test('above what the whole site takes in a second nothing is written', async () => {
  const small = await openSite({ http: { counterRates: { ...UNLIMITED, perSecond: 5 } } })
  const only = await publish(small, await small.signIn())
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 40 }, () => view(only.id, {}, small)))
  const seconds = Math.ceil((performance.now() - begun) / 1000)
  const counted = answers.filter((answer) => answer.status === 200).length
  expect(answers.every((answer) => [200, 429].includes(answer.status))).toBe(true)
  expect(counted).toBeGreaterThanOrEqual(5)
  // A second may have begun before them: a slow machine takes several.
  expect(counted).toBeLessThanOrEqual(5 * (seconds + 1))
  expect((await (await small.fetch(`/api/papers/${only.id}`)).json()).views).toBe(counted)
  await small.end()
})

describe('clicks', () => {
  let site: Site
  let admin: SignedIn
  let now = new Date('2026-11-20T18:29:59Z')
  const clock = { now: () => now, monotonic: () => performance.now() }
  beforeAll(async () => {
    site = await openSite({
      http: { counterRates: { perAddress: 1e6, perSecond: 1e6 } },
      parts: () => ({ clock }),
    })
    admin = await site.signIn()
  })
  afterAll(() => site.end())

  const tap = async (target: string, headers: Record<string, string> = {}, at = site) =>
    (await at.fetch(`/api/taps/${target}`, { method: 'POST', headers })).status

  async function read(): Promise<Activity> {
    return await (await site.fetch('/api/admin/activity', { headers: admin.headers })).json()
  }

  test('clicks are sums by plan and by India’s day, exact when many come at once, and in the activity', async () => {
    expect(await read()).toMatchObject({ taps: [] })
    expect(await Promise.all([tap('jee-mon'), tap('phone')])).toEqual([204, 204])
    now = new Date('2026-11-20T18:30:00Z')
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, at) => tap(at % 3 ? 'jee-mon' : 'neet-ann')),
    )
    expect(new Set(statuses)).toEqual(new Set([204]))
    const { taps, byDay } = await read()
    expect(taps).toEqual([
      { target: 'jee-mon', taps: 81 },
      { target: 'neet-ann', taps: 40 },
      { target: 'phone', taps: 1 },
    ])
    expect(byDay.slice(-2).map((each) => [each.day, each.taps])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', 120],
    ])
  })

  test('a day before clicks were counted is known as such, on an older site that counted views as well', async () => {
    expect((await read()).ctaClicksSince).toBe('2026-11-20')
    const older = await openSite()
    const by = await older.signIn()
    await older.app.db
      .updateTable('milestones')
      .set({ reachedAt: '2026-11-20T18:30:00.000Z' })
      .where('name', '=', 'taps are counted')
      .execute()
    const answer = await older.fetch('/api/admin/activity', { headers: by.headers })
    expect(await answer.json()).toMatchObject({ since: null, ctaClicksSince: '2026-11-21' })
    await older.end()
  })

  test('an administrator’s, a prefetch’s, another site’s and a made-up click are in no sum', async () => {
    const before = await read()
    expect(await tap('chat', { Cookie: admin.cookie })).toBe(204)
    expect(await tap('chat', { 'Sec-Purpose': 'prefetch' })).toBe(204)
    expect(await tap('chat', { 'Sec-Fetch-Site': 'cross-site' })).toBe(204)
    expect(await tap('chat', { Origin: 'https://elsewhere.example' })).toBe(403)
    for (const target of ['jee', 'constructor']) expect(await tap(target)).toBe(404)
    expect((await site.fetch('/api/taps/chat')).status).toBe(404)
    expect(await read()).toEqual(before)
  })

  test('an address clicks no more often in a minute than it may view, and an old day goes with the others', async () => {
    const strict = await openSite()
    for (let count = 0; count < COUNTER_RATES.perAddress; count++)
      expect(await tap('email', {}, strict)).toBe(204)
    expect(await tap('email', {}, strict)).toBe(429)
    await strict.end()
    const days = async () => await site.app.db.selectFrom('tapsByDay').select('day').orderBy('day').execute()
    await sweepActivity(site.app, new Date('2027-12-24T18:30:00Z'))
    expect((await days()).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21'])
  })
})
