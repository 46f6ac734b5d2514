import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { COUNTER_RATES } from '#server/middleware/counter-limits.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'

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

test('taps are sums by plan and by India’s day, exact when many come at once, and in the activity', async () => {
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

test('a day before taps were counted is known as such, on an older site that counted views as well', async () => {
  expect((await read()).tapsSince).toBe('2026-11-20')
  const older = await openSite()
  const by = await older.signIn()
  await older.app.db
    .updateTable('milestones')
    .set({ reachedAt: '2026-11-20T18:30:00.000Z' })
    .where('name', '=', 'taps are counted')
    .execute()
  const answer = await older.fetch('/api/admin/activity', { headers: by.headers })
  expect(await answer.json()).toMatchObject({ since: null, tapsSince: '2026-11-21' })
  await older.end()
})

test('an administrator’s, a prefetch’s, another site’s and a made-up tap are in no sum', async () => {
  const before = await read()
  expect(await tap('chat', { Cookie: admin.cookie })).toBe(204)
  expect(await tap('chat', { 'Sec-Purpose': 'prefetch' })).toBe(204)
  expect(await tap('chat', { 'Sec-Fetch-Site': 'cross-site' })).toBe(204)
  expect(await tap('chat', { Origin: 'https://elsewhere.example' })).toBe(403)
  for (const target of ['jee', 'constructor']) expect(await tap(target)).toBe(404)
  expect((await site.fetch('/api/taps/chat')).status).toBe(404)
  expect(await read()).toEqual(before)
})

test('an address taps no more often in a minute than it may view, and an old day goes with the others', async () => {
  const strict = await openSite()
  for (let count = 0; count < COUNTER_RATES.perAddress; count++)
    expect(await tap('email', {}, strict)).toBe(204)
  expect(await tap('email', {}, strict)).toBe(429)
  await strict.end()
  const days = async () => await site.app.db.selectFrom('tapsByDay').select('day').orderBy('day').execute()
  await sweepActivity(site.app, new Date('2027-12-24T18:30:00Z'))
  expect((await days()).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21'])
})
