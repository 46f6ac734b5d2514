import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import type { Activity, Covered, PaperActivity, Search } from '#domain/activity/activity.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { isPostgres } from '../support/engine.ts'
import * as noon from '../support/noon-clock.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

const UNLIMITED = { perAddress: 1e6, perSecond: 1e6 }
let site: Site
let admin: SignedIn
let paper: Paper
let now = new Date('2026-11-20T12:00:00Z')
const clock = { now: () => now, monotonic: () => performance.now() }
beforeAll(async () => {
  site = await openSite({ http: { counterRates: UNLIMITED }, parts: () => ({ clock }) })
  admin = await site.signIn()
  paper = await publish(site, admin)
})
afterAll(() => site.end())

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await site.fetch(`/api/admin/activity${path}`, { headers: admin.headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

const view = (id = paper.id) => site.fetch(`/api/papers/${id}/views`, { method: 'POST' })
const visit = () => site.fetch('/api/visits', { method: 'POST' })
const dayOf = <Day extends { day: string }>(days: Day[], day: string) => days.find((each) => each.day === day)

test('before anything is counted every day says so: no first day, and nothing invented', async () => {
  const activity = await read<Activity>('')
  expect([activity.since, activity.today, activity.mostRead]).toEqual([null, '2026-11-20', []])
  expect(activity.byDay).toHaveLength(30)
  expect(activity.byDay.every(({ views, visits }) => views === 0 && visits === 0)).toBe(true)
})

test('a day ends at midnight in India, half past six in the evening of UTC', async () => {
  now = new Date('2026-11-20T18:29:59.999Z')
  await view()
  await visit()
  now = new Date('2026-11-20T18:30:00Z')
  await view()
  await view()
  const activity = await read<Activity>('')
  expect([activity.since, activity.today]).toEqual(['2026-11-20', '2026-11-21'])
  expect(activity.byDay.slice(-2)).toEqual([
    { day: '2026-11-20', views: 1, visits: 1, taps: 0 },
    { day: '2026-11-21', views: 2, visits: 0, taps: 0 },
  ])
  const own = await read<PaperActivity>(`/papers/${paper.id}`)
  expect(own).toMatchObject({ title: paper.title, since: '2026-11-20', today: '2026-11-21' })
  expect(own.byDay.slice(-2).map((each) => each.views)).toEqual([1, 2])
})

test('the days’ sums are what was counted since they are kept, also when many count at once', async () => {
  const old = await publish(site, admin, { title: 'Counted before days were kept' })
  await site.app.db.updateTable('papers').set({ views: 41 }).where('id', '=', old.id).execute()
  const before = await read<Activity>('')
  const calls = Array.from({ length: 150 }, () => [view(old.id), view(), visit()]).flat()
  const statuses = new Set((await Promise.all(calls)).map((answer) => answer.status))
  expect([...statuses]).toEqual([200])
  const sumOf = (days: { views: number }[]) => days.reduce((sum, each) => sum + each.views, 0)
  const own = await read<PaperActivity>(`/papers/${old.id}`)
  const { views } = await (await site.fetch(`/api/papers/${old.id}`)).json()
  expect([sumOf(own.byDay), views]).toEqual([150, 191])
  const after = await read<Activity>('')
  expect(sumOf(after.byDay) - sumOf(before.byDay)).toBe(300)
  const visits = (await (await site.fetch('/api/visits')).json()).visits
  expect(after.byDay.reduce((sum, each) => sum + each.visits, 0)).toBe(visits)
})

test('what is not counted, and a view of no paper, is in no day', async () => {
  const before = await read<Activity>('')
  expect((await view('unknown00000')).status).toBe(404)
  for (const headers of [{ 'Sec-Purpose': 'prefetch' }, { Cookie: admin.cookie }] as Record<
    string,
    string
  >[]) {
    await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST', headers })
    await site.fetch('/api/visits', { method: 'POST', headers })
  }
  expect(await read<Activity>('')).toEqual(before)
})

test('the most read of a period come first, with binned ones and those gone for good named as such', async () => {
  const binned = await publish(site, admin, { title: 'In the bin' })
  const { position: _, ...row } = await site.app.db
    .selectFrom('papers')
    .select([
      'serial',
      'position',
      'id',
      'title',
      'fileKey',
      'thumbnailKey',
      'answersKey',
      'referenceLink',
      'type',
      'grade',
      'subject',
      'month',
      'year',
      'pages',
      'views',
      'isSample',
      'uploadId',
      'createdAt',
      'updatedAt',
      'version',
      'thumbnailGiven',
      'variant',
      'medium',
      'kind',
      'board',
      'syllabus',
    ])
    .where('id', '=', binned.id)
    .executeTakeFirstOrThrow()
  await site.app.db
    .insertInto('binnedPapers')
    .values({ ...row, binnedAt: now.toISOString(), binnedBy: 'priya@centre.example' })
    .execute()
  await site.app.db.deleteFrom('papers').where('id', '=', binned.id).execute()
  await site.app.db
    .insertInto('viewsByDay')
    .values([
      { day: '2026-11-10', paperId: binned.id, views: 5_000 },
      { day: '2026-11-11', paperId: 'gone-for-good', views: 4_000 },
      { day: '2026-08-01', paperId: 'gone-for-good', views: 90_000 },
    ])
    .execute()
  const month = (await read<Activity>('?days=30')).mostRead
  expect(month.slice(0, 3)).toMatchObject([
    { id: binned.id, views: 5_000, state: 'binned', title: 'In the bin' },
    { id: 'gone-for-good', views: 4_000, state: 'gone', title: null },
    { id: paper.id, state: 'published', title: paper.title, month: 'December', grade: '12' },
  ])
  const year = (await read<Activity>('?days=365')).mostRead
  expect(year[0]).toMatchObject({ id: 'gone-for-good', views: 94_000 })
  expect((await read<PaperActivity>(`/papers/${binned.id}`)).title).toBe('In the bin')
})

test.each([30, 90, 365])('%i days are as many days, each once, ending today', async (days) => {
  const { byDay, today } = await read<Activity>(`?days=${days}`)
  expect(new Set(byDay.map((each) => each.day)).size).toBe(days)
  expect(byDay.at(-1)?.day).toBe(today)
  expect(byDay.map((each) => each.day).sort()).toEqual(byDay.map((each) => each.day))
})

test('the coverage says how many papers a class has of a subject in a year, and how many with answers', async () => {
  const of = { degree: '10th-cbse', subject: 'Science', year: '2023' }
  await publish(site, admin, of)
  await publish(site, admin, { ...of, referenceLink: 'https://answers.example/science' })
  await publish(site, admin, { ...of, year: '2022' })
  await publish(site, admin, { degree: 'neet', subject: 'Biology', year: '2021' })
  const { covered } = await read<{ covered: Covered[] }>('/coverage?type=cbse')
  const science = covered.filter(({ subject }) => subject === 'Science').sort((a, b) => b.year - a.year)
  expect(science).toEqual([
    { type: 'cbse', grade: '10', subject: 'Science', year: 2023, papers: 2, withAnswers: 1 },
    { type: 'cbse', grade: '10', subject: 'Science', year: 2022, papers: 1, withAnswers: 0 },
  ])
  expect(covered.every(({ type }) => type === 'cbse')).toBe(true)
  expect((await read<{ covered: Covered[] }>('/coverage?type=state')).covered).toEqual([])
  expect((await read<{ covered: Covered[] }>('/coverage?type=exams')).covered).toMatchObject([
    { type: 'neet', grade: 'previous-years', subject: 'Biology', year: 2021, papers: 1 },
  ])
})

test.each([
  ['?days=31', 'days'],
  ['?days=0', 'days'],
  ['?from=2026-01-01', 'from'],
  ['/searches?days=x', 'days'],
  ['/coverage', 'type'],
  ['/coverage?type=icse', 'type'],
])('GET /activity%s is refused by the field', async (path, field) => {
  const answer = await site.fetch(`/api/admin/activity${path}`, { headers: admin.headers })
  expect([answer.status, (await answer.json()).field]).toEqual([422, field])
})

test('a paper that never was is a 404', async () => {
  const answer = await site.fetch('/api/admin/activity/papers/never-was', { headers: admin.headers })
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'paper-not-found'])
})

test('sums are kept for 400 days, and the sweep removes what is older', async () => {
  const { db } = site.app
  const days = ['2025-10-17', '2025-10-18']
  for (const day of days) {
    await db.insertInto('viewsByDay').values({ day, paperId: paper.id, views: 1 }).execute()
    await db.insertInto('visitsByDay').values({ day, visits: 1 }).execute()
    await db.insertInto('searchesWithoutHits').values({ day, term: 'old', times: 1 }).execute()
  }
  await sweepActivity({ ...site.app, clock })
  for (const table of ['viewsByDay', 'visitsByDay', 'searchesWithoutHits'] as const) {
    const left = await db.selectFrom(table).select('day').where('day', 'in', days).execute()
    expect(left).toEqual([{ day: '2025-10-18' }])
  }
  expect(dayOf((await read<Activity>('?days=365')).byDay, '2025-11-22')).toBeDefined()
})

describe('searches without hits', () => {
  let site: Site
  let admin: SignedIn
  let requesters = 0
  beforeAll(async () => {
    site = await openSite({ env: { TRUSTED_PROXY: '127.0.0.1' }, parts: () => ({ clock: noon.clock }) })
    admin = await site.signIn()
    await publish(site, admin, { title: 'Half-yearly: matrices' })
  })
  afterAll(() => site.end())
  beforeEach(async () => {
    await site.app.db.deleteFrom('searchesWithoutHits').execute()
  })

  /** Somebody new, as the site tells people apart for a few seconds. */
  const somebody = () => `198.51.${Math.floor(requesters / 250)}.${++requesters % 250}`

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

  test('what is searched for while somebody types counts once, as it is in the end', async () => {
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

  test('the most asked come first, each with its last day and what it finds by now', async () => {
    for (const _ of [1, 2, 3]) await look('matrices', { list: '/resources/neet/previous-years/' })
    for (const _ of [1, 2]) await look('tensor calculus')
    await look('zoology')
    expect(await listed()).toEqual([
      { term: 'matrices', times: 3, lastDay: noon.today, findsNow: 1, more: false },
      { term: 'tensor calculus', times: 2, lastDay: noon.today, findsNow: 0, more: false },
      { term: 'zoology', times: 1, lastDay: noon.today, findsNow: 0, more: false },
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
})
