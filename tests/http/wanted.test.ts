import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepActivity } from '#domain/activity/activity.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Wanted } from '#domain/wanted/wish.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
let now = new Date('2026-11-20T12:00:00Z')
const clock = { now: () => now, monotonic: () => performance.now() }
beforeAll(async () => {
  site = await openSite({
    http: { counterRates: { perAddress: 1e6, perSecond: 1e6 } },
    parts: () => ({ clock }),
  })
  admin = await site.signIn()
  await publish(site, admin, { title: 'Board paper', degree: '12th-cbse', subject: 'Physics', year: '2024' })
})
afterAll(() => site.end())

let browser = 0
/** Sends the form as another browser each time, unless it is named. */
async function ask(wish: string, { path = '/wanted', headers = {} as Record<string, string> } = {}) {
  const answer = await site.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    body: wish,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': `browser ${++browser}`,
      ...headers,
    },
  })
  return { status: answer.status, to: answer.headers.get('location') }
}
const read = async (path: string) => (await (await site.fetch(path)).text()).replaceAll('\u00a0', ' ')
async function wanted(days = 30): Promise<Record<string, number>> {
  const listed = await listWanted(days)
  return Object.fromEntries(listed.map(({ wish, times }) => [wish, times]))
}
async function listWanted(days = 30): Promise<Wanted[]> {
  const answer = await site.fetch(`/api/admin/activity/wanted?days=${days}`, { headers: admin.headers })
  expect(answer.status).toBe(200)
  return (await answer.json()).wanted
}
const clear = () => site.app.db.deleteFrom('wantedByDay').execute()
const PHYSICS = 'type=cbse&grade=12&subject=Physics&year=2019'

test('an empty list, an empty search and an empty page of a class offer to ask, in three languages', async () => {
  for (const [path, words] of [
    ['/resources/cbse/12/?subject=Physics&year=2019', 'Ask the centre for this paper'],
    ['/search?q=12th+cbse+physics+2019', 'Ask the centre for this paper'],
    ['/practice?type=cbse&grade=12&subject=Physics&year=2019', 'Ask the centre for this paper'],
    ['/ta/resources/cbse/12/?subject=Physics&year=2019', 'இந்த வினாத்தாளை மையத்திடம் கேளுங்கள்'],
    ['/hi/resources/cbse/12/?subject=Physics&year=2019', 'केंद्र से यह प्रश्न पत्र माँगें'],
  ] as const) {
    const html = await read(path)
    expect([path, html.includes(words)]).toEqual([path, true])
    const language = /^\/(?:ta|hi)(?=\/)/.exec(path)?.[0] ?? ''
    const [form = ''] =
      new RegExp(`<form action="${language}/wanted" method="post">.*?</form>`, 's').exec(html) ?? []
    const sent = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)]
    expect(sent.map(([, name, value]) => `${name}=${value}`).join('&')).toBe(PHYSICS)
    expect(html).toMatch(/href="https:\/\/wa\.me\/\d+\?text=[^"]*Physics|wa\.me\/\d+\?text=%E0/)
  }
  expect(await read('/resources/cbse/12/?subject=Physics')).not.toContain('method="post"')
  expect(await read('/resources/cbse/12/?subject=Physics')).toContain(
    'href="/wanted?type=cbse&amp;grade=12&amp;subject=Physics"',
  )
})

test('asking is counted once for a browser and a day, and leads to a page that says so', async () => {
  const headers = { 'User-Agent': 'one phone' }
  const first = await ask(PHYSICS, { headers })
  expect(first).toEqual({ status: 303, to: `/wanted?${PHYSICS}&said=yes` })
  expect(await ask(`year=2019&subject=Physics&grade=12&type=cbse`, { headers })).toEqual(first)
  await ask(PHYSICS)
  expect(await wanted()).toEqual({ [PHYSICS]: 2 })
  const page = await read(String(first.to))
  expect(page).toContain('Counted: CBSE Class 12 Physics 2019.')
  expect(page).toContain('noindex')
  expect(await ask(PHYSICS, { path: '/ta/wanted' })).toMatchObject({ to: `/ta/wanted?${PHYSICS}&said=yes` })
  const stored = await site.app.db.selectFrom('wantedByDay').selectAll().execute()
  expect(stored).toEqual([{ day: '2026-11-20', wish: PHYSICS, times: 3, dismissed: 0 }])
})

test('those who ask for the same at the same moment are each counted', async () => {
  await clear()
  await Promise.all(Array.from({ length: 9 }, () => ask(PHYSICS)))
  expect(await wanted()).toEqual({ [PHYSICS]: 9 })
})

test('what is forged, personal, asked by an administrator, ahead of a visit or by another site is not counted', async () => {
  await clear()
  for (const none of [
    '',
    'type=icse&grade=12',
    'type=cbse&year=2031',
    'q=write+to+me@example.org',
    'q=98765+43210',
  ])
    expect([none, await ask(none)]).toEqual([none, { status: 303, to: '/wanted?said=no' }])
  expect(await read('/wanted?said=no')).toContain('This was not counted.')
  const own = await ask(PHYSICS, { headers: { Cookie: admin.cookie } })
  expect(own.to).toBe(`/wanted?${PHYSICS}&said=no`)
  for (const headers of [{ 'Sec-Purpose': 'prefetch' }, { 'Sec-Fetch-Site': 'cross-site' }] as Record<
    string,
    string
  >[])
    expect((await ask(PHYSICS, { headers })).to).toContain('said=no')
  expect((await ask(PHYSICS, { headers: { Origin: 'https://elsewhere.example' } })).status).toBe(403)
  expect(await wanted()).toEqual({})
})

test('what is there is not asked for: the page leads to it', async () => {
  const there = await ask('type=cbse&grade=12&subject=Physics&year=2024')
  expect(there.to).toBe('/wanted?type=cbse&grade=12&subject=Physics&year=2024')
  const page = await read(String(there.to))
  expect(page).toContain('href="/resources/cbse/12/?subject=Physics&amp;year=2024"')
  expect(page).not.toContain('name="year" value="2024"')
  expect(await wanted()).toEqual({})
})

test('words are shown to the admin area once three have used the same', async () => {
  for (const times of [1, 2, 3]) {
    await ask('q=Olympiad  Paper')
    expect(await wanted()).toEqual(times < 3 ? {} : { 'q=olympiad+paper': 3 })
  }
})

test('a wish that is dismissed leaves the list, comes back by Undo, and when it is asked for on another day', async () => {
  await clear()
  await ask(PHYSICS)
  const dismiss = (isDismissed: boolean) =>
    site.fetch('/api/admin/activity/wanted', {
      method: 'PUT',
      headers: { ...admin.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ wish: PHYSICS, isDismissed }),
    })
  expect((await dismiss(true)).status).toBe(204)
  expect(await wanted()).toEqual({})
  await dismiss(false)
  expect(await wanted()).toEqual({ [PHYSICS]: 1 })
  await dismiss(true)
  now = new Date('2026-11-22T12:00:00Z')
  await ask(PHYSICS)
  expect(await wanted()).toEqual({ [PHYSICS]: 1 })
})

test('publishing a paper that fits closes the wish, and the paper says that it was asked for, for two weeks', async () => {
  await clear()
  await ask(PHYSICS)
  await ask(PHYSICS)
  await ask(`${PHYSICS}&month=March`)
  for (let times = 0; times < 3; times++) await ask('q=kinematics+revision')
  now = new Date('2026-11-23T12:00:00Z')
  const fields = { degree: '12th-cbse', subject: 'Physics', month: 'March', year: '2019' }
  const other = await publish(site, admin, { ...fields, year: '2018', title: 'Another year' })
  const paper = await publish(site, admin, { ...fields, title: 'Board paper 2019' })
  now = new Date('2026-11-24T12:00:00Z')
  const second = await publish(site, admin, { ...fields, title: 'Board paper 2019, set 2' })
  const worded = await publish(site, admin, { ...fields, year: '2017', title: 'Revision of kinematics' })
  const open = (await listWanted()).map(({ wish, findsNow }) => [wish, findsNow])
  expect(Object.fromEntries(open)).toEqual({
    [PHYSICS]: 2,
    [`${PHYSICS}&month=March`]: 2,
    'q=kinematics+revision': 1,
  })
  const says = async (one: Paper) =>
    /Asked for (?:once|\d+ times), here since [^<]+/.exec(await read(paperPath(one)))?.[0] ?? null
  expect(await says(paper)).toMatch(/^Asked for 3 times, here since 23 Nov/)
  expect([await says(other), await says(second)]).toEqual([null, null])
  expect(await says(worded)).toMatch(/^Asked for 3 times, here since 24 Nov/)
  const list = await read('/resources/cbse/12/?subject=Physics&year=2019')
  expect(list.match(/Asked for 3 times/g)).toHaveLength(1)
  now = new Date('2026-12-06T12:00:00Z')
  expect(await says(paper)).toMatch(/^Asked for 3 times/)
  now = new Date('2026-12-09T12:00:00Z')
  await publish(site, admin, { title: 'Something else' })
  const late = await publish(site, admin, { ...fields, title: 'Board paper 2019, set 3' })
  expect([await says(paper), await says(late)]).toEqual([null, null])
})

test('sums lapse with the others', async () => {
  expect(Object.keys(await wanted(365))).toHaveLength(3)
  await sweepActivity(site.app, new Date('2028-02-01T12:00:00Z'))
  expect(await wanted(365)).toEqual({})
})

test('a day takes a bounded number of wishes', async () => {
  const day = '2026-12-09'
  const rows = Array.from({ length: 500 }, (_, at) => ({ day, wish: `q=made ${at}`, times: 1 }))
  await site.app.db.insertInto('wantedByDay').values(rows).execute()
  await ask('type=tnpsc')
  const stored = await site.app.db.selectFrom('wantedByDay').select('wish').where('day', '=', day).execute()
  expect(stored).toHaveLength(500)
})

test('a machine that asks on and on is refused with a sentence', async () => {
  const usual = await openSite()
  const send = () => usual.fetch('/wanted', { method: 'POST', body: new URLSearchParams({ type: 'tnpsc' }) })
  const answers = await Promise.all(Array.from({ length: 25 }, send))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.text()).toContain('Try again in a minute.')
  await usual.end()
})
