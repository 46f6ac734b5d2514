import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import type { Activity, Covered, PaperActivity } from '#domain/activity/activity.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

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

test('the most read of a period stand first, with binned ones and those gone for good named as such', async () => {
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
      'board',
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
