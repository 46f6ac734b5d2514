import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Search } from '#domain/activity/activity.ts'
import { isPostgres } from '../support/engine.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let askers = 0
beforeAll(async () => {
  site = await openSite({ env: { TRUSTED_PROXY: '127.0.0.1' } })
  admin = await site.signIn()
  await publish(site, admin, { title: 'Half-yearly: matrices' })
})
afterAll(() => site.end())
beforeEach(async () => {
  await site.app.db.deleteFrom('searchesWithoutHits').execute()
})

/** Somebody new, as the site tells people apart for a few seconds. */
const somebody = () => `198.51.${Math.floor(askers / 250)}.${++askers % 250}`

async function look(q: string, { list = '/practice', from = somebody(), headers = {} } = {}) {
  const address = `${list}${list.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
  const answer = await site.fetch(address, { headers: { 'X-Forwarded-For': from, ...headers } })
  expect(answer.status).toBe(200)
  await answer.text()
}

async function kept(): Promise<Record<string, number>> {
  await site.app.searches.settle()
  const rows = await site.app.db.selectFrom('searchesWithoutHits').select(['term', 'times']).execute()
  return Object.fromEntries(rows.map(({ term, times }) => [term, times]))
}

async function listed(): Promise<Search[]> {
  await site.app.searches.settle()
  const answer = await site.fetch('/api/admin/activity/searches', { headers: admin.headers })
  return (await answer.json()).searches
}

test.each([
  ['/practice'],
  ['/resources/cbse/12/'],
  ['/resources/state/all/?year=2020'],
  ['/practice.data'],
  ['/api/papers'],
])('a search on %s that finds nothing is counted', async (list) => {
  await look('tensor calculus', { list })
  expect(await kept()).toEqual({ 'tensor calculus': 1 })
})

test('a search that finds papers, and a list without one, is not', async () => {
  await look('matrices')
  await look('matrices', { list: '/api/papers' })
  await look(' ')
  await site.fetch('/resources/neet/previous-years/')
  expect(await kept()).toEqual({})
})

test('one that finds nothing because the search itself is lost is not', async () => {
  await sql`drop table paper_search`.execute(site.app.db)
  await look('yearly matrices', { list: '/api/papers' })
  expect(await kept()).toEqual({})
  const isBeingMade = async () => (await (await site.fetch('/api/papers?q=yearly')).json()).isBeingMade
  await until('it is there again', async () => !(await isBeingMade()))
})

test('one search is one, however it is written: NFC, lower case, single spaces', async () => {
  await look('  Tensor   CALCULUS ')
  await look('tensor calculus')
  await look('Ca\u0301lculo')
  await look('c\u00e1lculo')
  await look('கணக்குப் பதிவியல்')
  expect(await kept()).toEqual({ 'tensor calculus': 2, cálculo: 2, 'கணக்குப் பதிவியல்': 1 })
})

test('what is searched for while somebody types counts once, as it stands in the end', async () => {
  const typist = { from: somebody() }
  for (const q of ['te', 'tens', 'tensor', 'tensor calx', 'tensor cal', 'tensor calculus'])
    await look(q, typist)
  await look('tens', { from: somebody() })
  expect(await kept()).toEqual({ 'tensor calculus': 1, tens: 1 })
})

test('a beginning that ends in a search with papers is not kept, and the same list read again counts once', async () => {
  const typist = { from: somebody() }
  await look('half yx', typist)
  await look('half y', typist)
  await look('half yearly', typist)
  const readDb = { from: somebody() }
  for (const list of ['/practice', '/practice', '/practice?year=2020'])
    await look('genetics', { ...readDb, list })
  expect(await kept()).toEqual({ genetics: 1 })
})

test.each([
  '98400 12345',
  '98_400*12 345',
  '98400\u200b12345',
  '+91-98400-12345',
  'call 9840012345',
  '(044) 2345 6789',
  '९८४००१२३४५',
  '９８４００１２３４５',
  'priya@centre.example',
  'priya＠centre',
  'priya at gmail com',
  'centre.com',
  'https://somewhere',
  '1234 5678 9012',
  'x',
  '?!',
  'a very long sentence that somebody pasted into the box by mistake',
])('“%s” is never kept', async (q) => {
  await look(q)
  expect(await kept()).toEqual({})
})

test.each(['65/1/1 tensor', 'tensor 2023-2024', 'zoology 12th 2019', 'nothing 100000'])(
  '“%s” may be kept',
  async (q) => {
    await look(q)
    expect(await kept()).toEqual({ [q]: 1 })
  },
)

test.each([
  ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
  ['a prerender', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['a call from another site', { 'Sec-Fetch-Site': 'cross-site' }],
])('%s is answered and not counted', async (_what, headers) => {
  await look('tensor calculus', { headers: headers as Record<string, string> })
  await look('tensor calculus', { list: '/api/papers', headers: headers as Record<string, string> })
  expect(await kept()).toEqual({})
})

test('the signed-in administrator’s own searches are not counted', async () => {
  await look('tensor calculus', { headers: { Cookie: admin.cookie } })
  expect(await kept()).toEqual({})
})

test('one address has twenty searches counted in a minute, others go on', async () => {
  const machine = { from: somebody(), list: '/api/papers' }
  for (let count = 0; count < 25; count++) await look(`${count}th wonder ${count}`, machine)
  await look('tensor calculus')
  const found = await kept()
  expect([Object.keys(found).length, found['tensor calculus']]).toEqual([21, 1])
})

test('a day keeps 500 terms; those it knows go on counting', async () => {
  await look('tensor calculus')
  const [row] = await listed()
  const day = row?.lastDay as string
  await site.app.db
    .insertInto('searchesWithoutHits')
    .values(Array.from({ length: 499 }, (_, at) => ({ day, term: `made ${at}`, times: 1 })))
    .execute()
  await look('one too many')
  await look('tensor calculus')
  const found = await kept()
  expect([Object.keys(found).length, found['one too many'], found['tensor calculus']]).toEqual([
    500,
    undefined,
    2,
  ])
})

test('the most asked stand first, each with its last day and what it finds by now', async () => {
  for (const _ of [1, 2, 3]) await look('matrices', { list: '/resources/neet/previous-years/' })
  for (const _ of [1, 2]) await look('tensor calculus')
  await look('zoology')
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  expect(await listed()).toEqual([
    { term: 'matrices', times: 3, lastDay: today, findsNow: 1, more: false },
    { term: 'tensor calculus', times: 2, lastDay: today, findsNow: 0, more: false },
    { term: 'zoology', times: 1, lastDay: today, findsNow: 0, more: false },
  ])
  await publish(site, admin, { title: 'Zoology, the animal kingdom' })
  expect((await listed())[2]).toMatchObject({ term: 'zoology', findsNow: 1 })
})

test.skipIf(isPostgres)(
  'what waits for its moment is written when the site closes; no address, cookie or browser ever is',
  async () => {
    const own = await openSite({ env: { TRUSTED_PROXY: '127.0.0.1' } })
    const paper = await publish(own, await own.signIn())
    const headers = {
      'X-Forwarded-For': '203.0.113.77',
      'User-Agent': 'Odd-Agent/7',
      Cookie: 'visitor=known-one',
      Referer: `${own.origin}/practice?from=somewhere-odd`,
    }
    await (await own.fetch('/practice?q=tensor+calculus', { headers })).text()
    await own.fetch(`/api/papers/${paper.id}/views`, { method: 'POST', headers })
    await own.fetch('/api/visits', { method: 'POST', headers })
    await own.end({ keepData: true })
    const stored = await readFile(join(own.dataDir, 'thervu.db'), 'latin1')
    expect(stored).toContain('tensor calculus')
    for (const trace of ['203.0.113.77', 'Odd-Agent', 'known-one', 'somewhere-odd'])
      expect(stored).not.toContain(trace)
    await rm(own.dataDir, { recursive: true })
  },
)
