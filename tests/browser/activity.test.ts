import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { daysBefore, lastDays } from '#domain/activity/activity.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const today = indiaDay(new Date())
let site: Site
let browser: Browser
let page: Awaited<ReturnType<typeof openPage>>
const papers: Record<string, string> = {}
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  const answers = { referenceLink: 'https://answers.example/a' }
  for (const [title, fields] of [
    ['Vectors', { year: '2024', ...answers }],
    ['Planes', { year: '2024' }],
    ['Old lines', { year: '2001' }],
    ['அரையாண்டுத் தேர்வு', { degree: '10th-state', subject: 'Tamil', year: '2025' }],
  ] as const)
    papers[title] = (await publish(site, admin, { title, ...fields })).id
  await fillSums()
})
afterEach(() => page?.context().close())
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Twenty days of views and visits: 10 a day, 20 a day in the last week, 1,234 views ten days ago. */
async function fillSums() {
  const views = lastDays(today, 20).flatMap((day, at) => {
    const times = day === daysBefore(today, 10) ? 1_234 : at >= 13 ? 20 : 10
    return [
      { day, paperId: '', views: times },
      { day, paperId: papers.Vectors as string, views: times - 2 },
      { day, paperId: papers.Planes as string, views: 2 },
    ]
  })
  await site.app.db.insertInto('viewsByDay').values(views).execute()
  const visits = lastDays(today, 20).map((day) => ({ day, visits: 5 }))
  await site.app.db
    .insertInto('visitsByDay')
    .values(visits)
    .onConflict((on) => on.column('day').doUpdateSet({ visits: 5 }))
    .execute()
  await site.app.db
    .insertInto('searchesWithoutHits')
    .values([
      { day: today, term: 'tensor calculus', times: 4 },
      { day: today, term: 'vectors', times: 2 },
      { day: daysBefore(today, 60), term: 'long ago', times: 9 },
    ])
    .execute()
}

async function openActivity(search = '', options: Parameters<typeof openPage>[1] = {}) {
  page = await openPage(browser, options)
  // Opening the site to sign in is a visit too, and would be in the sums.
  await page.route('**/api/visits', (route) => route.fulfill({ json: { visits: 100 } }))
  await openSignedIn(page, site.origin, `/admin/activity${search}`)
  await allRead()
  return page
}

async function allRead(on: Page = page) {
  await on.locator('.coverage table').waitFor()
  await on.locator('.most-read, .activity [role=alert]').first().waitFor()
  await on.locator('.activity .skeleton').first().waitFor({ state: 'detached' })
}

const chart = (name: string) => page.locator('figure', { hasText: name })

async function tableOf(name: string) {
  const figure = chart(name)
  await figure.getByText('Show as a table').click()
  return await figure
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
}

test('taps are a table by plan, most first, and a chart by day; a second on the same within three seconds is none', async () => {
  await site.app.db
    .insertInto('tapsByDay')
    .values([
      { day: daysBefore(today, 1), target: 'jee-half', taps: 12 },
      { day: daysBefore(today, 40), target: 'chat', taps: 99 },
    ])
    .execute()
  const visitor = await openPage(browser, {})
  await visitor.route('**/api/visits', (route) => route.fulfill({ json: { visits: 100 } }))
  const beacons: unknown[] = []
  await visitor.exposeFunction('noteBeacon', (address: unknown) => beacons.push(address))
  await visitor.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (...asked) => {
      ;(window as unknown as { noteBeacon(address: unknown): void }).noteBeacon(asked[0])
      return send(...asked)
    }
  })
  await visitor.goto(`${site.origin}/pricing`)
  // What is tapped opens as before; here the messaging app is not there.
  await visitor.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  const choose = visitor.locator('[data-tap="neet-mon"]')
  const told = visitor.waitForResponse('**/api/taps/neet-mon')
  const [chat] = await Promise.all([visitor.waitForEvent('popup'), choose.dblclick()])
  expect(chat.url()).toContain('https://wa.me/')
  expect((await told).status()).toBe(204)
  expect(beacons).toEqual(['/api/taps/neet-mon'])
  await visitor.context().close()

  await openActivity()
  const rows = await page
    .getByRole('table', { name: 'Taps by plan and way' })
    .getByRole('row')
    .evaluateAll((each) => each.map((row) => [...row.children].map((cell) => cell.textContent)))
  expect(rows.slice(1)).toEqual([
    ['JEE · HALF YEARLY', '12'],
    ['NEET · MONTHLY', '1'],
  ])
  expect((await tableOf('Taps by day')).slice(0, 2).map(([, taps]) => taps)).toEqual(['1', '12'])
  expect(await axeFaults(page)).toEqual([])
})

test('the sums stand in plain words, with the seven days before', async () => {
  await openActivity()
  const views = await page.getByRole('region', { name: 'Views', exact: true }).textContent()
  expect(views?.replace(/\s+/g, ' ')).toBe(
    '20 views today so far140 in the last 7 days, 1,154 fewer than the 1,294 of the 7 days before.',
  )
  const visits = await page.getByRole('region', { name: 'Visits', exact: true }).textContent()
  expect(visits).toContain('35 in the last 7 days, as many as in the 7 days before.')
  await page.getByText('Only sums by day are kept; no visitor is followed.').waitFor()
})

test.each([
  ['', 30, 'day'],
  ['?days=90', 90, 'day'],
  ['?days=365', 53, 'week'],
] as const)('%s: the table says what the chart draws', async (search, least, per) => {
  await openActivity(search)
  const name = `Views by ${per}`
  const rows = await tableOf(name)
  expect(rows.length).toBeGreaterThanOrEqual(least)
  const drawn = await chart(name)
    .locator('svg .stroke')
    .evaluateAll((strokes) => strokes.map((stroke) => Number(stroke.getAttribute('height'))))
  const figures = rows.filter(([, figure]) => figure !== 'not counted yet').reverse()
  expect(drawn).toHaveLength(figures.length)
  const top = Number((await chart(name).locator('.scale span').first().textContent())?.replaceAll(',', ''))
  figures.forEach(([, figure], at) => {
    expect(drawn[at]).toBeCloseTo(Math.max(1.5, (Number(figure?.replaceAll(',', '')) / top) * 100))
  })
  expect(rows[0]?.[0]).toContain('so far')
  expect(rows.at(-1)?.[1]).toBe('not counted yet')
  if (per === 'day') expect(rows[10]?.[1]).toBe('1,234')
})

test('arrow keys, a mouse and a finger read a day’s figure', async () => {
  await openActivity('', { hasTouch: true })
  const slider = page.getByRole('slider', { name: 'Views: choose a day' })
  expect(await slider.getAttribute('aria-valuetext')).toContain('20 views, today so far')
  await slider.focus()
  for (let back = 0; back < 10; back++) await page.keyboard.press('ArrowLeft')
  expect(await slider.getAttribute('aria-valuetext')).toContain(': 1,234 views')
  const reading = chart('Views by day').locator('.reading')
  expect(await reading.textContent()).toContain('1,234 views')
  const plot = chart('Views by day').locator('.plot')
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) throw new Error('The chart is not drawn')
  await page.mouse.move(box.x + box.width - 2, box.y + 50)
  expect(await reading.textContent()).toContain('20 views, today so far')
  await page.touchscreen.tap(box.x + (box.width * 19.5) / 30, box.y + 50)
  expect(await reading.textContent()).toContain('1,234 views')
  await page.touchscreen.tap(box.x + 2, box.y + 50)
  expect(await reading.textContent()).toContain('not counted yet')
})

test('the period is in the address and holds for every part', async () => {
  await openActivity()
  expect(await page.getByText('long ago').count()).toBe(0)
  await page.getByRole('link', { name: '90 days' }).click()
  await page.waitForURL('**/admin/activity?days=90')
  await page.getByText('“long ago”').waitFor()
  await page.reload()
  await allRead()
  await page.getByText('“long ago”').waitFor()
  expect(await page.getByRole('link', { name: '90 days' }).getAttribute('aria-current')).toBe('true')
})

test('the most read papers stand in order, and one opens its own days', async () => {
  await openActivity()
  const list = page.locator('.most-read > li')
  expect(await list.first().textContent()).toContain('Vectors')
  expect(await list.nth(1).textContent()).toMatch(/Planes[\s\S]*40 views/)
  await page.getByRole('link', { name: 'By day: Planes' }).click()
  await page.getByRole('slider', { name: 'Views of this paper: choose a day' }).waitFor()
  const rows = await tableOf('Views of this paper by day')
  expect(rows.slice(0, 2).map(([, figure]) => figure)).toEqual(['2', '2'])
  await page.getByRole('link', { name: 'Close: Planes' }).click()
  await page.getByRole('slider', { name: 'Views of this paper: choose a day' }).waitFor({ state: 'detached' })
})

test('searches that found nothing lead to a try and to an upload; those found by now stand apart', async () => {
  await openActivity()
  const missing = page.getByRole('region', { name: 'Missing still' })
  expect(await missing.textContent()).toContain('4 times, last on')
  expect(
    await missing.getByRole('link', { name: 'Many files, for “tensor calculus”' }).getAttribute('href'),
  ).toBe('/admin/upload')
  const found = page.getByRole('region', { name: 'There by now, or in another list' })
  expect(await found.textContent()).toContain('finds 1 paper now')
  await found.getByRole('link', { name: 'Try it: “vectors”' }).click()
  await page.waitForURL('**/practice?q=vectors')
  await page.getByRole('heading', { name: 'Vectors' }).first().waitFor()
})

test('the grid shows its gaps in words and in dashes, and a cell leads to its papers', async () => {
  await openActivity()
  const cell = page.getByRole('link', { name: 'Class 12 CBSE, Mathematics, 2024: 2 papers, 1 with answers' })
  expect(await cell.getAttribute('href')).toBe('/admin?type=cbse&grade=12&subject=Mathematics&year=2024')
  const gap = page.getByRole('link', { name: 'Class 12 CBSE, Physics, 2024: no paper' })
  expect(await gap.textContent()).toContain('–')
  await page.getByRole('link', { name: /^Show the years before/ }).click()
  await page
    .getByRole('link', { name: 'Class 12 CBSE, Mathematics, 2001: 1 paper, none with answers' })
    .waitFor()
  await page.getByRole('link', { name: 'State Board' }).click()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page
    .getByRole('link', { name: 'Class 10 State Board, Tamil, 2025: 1 paper, none with answers' })
    .waitFor()
  await page.getByRole('link', { name: 'Exams' }).click()
  await page
    .getByRole('link', { name: /^TNPSC, All subjects, \d+: no paper$/ })
    .first()
    .waitFor()
})

test('a part that cannot be read says so and is tried again; an ended session asks and goes on', async () => {
  await openActivity()
  let fails = true
  await page.route('**/api/admin/activity?days=90', (route) =>
    fails ? route.fulfill({ status: 400, json: { detail: 'The sums are being moved.' } }) : route.fallback(),
  )
  await page.getByRole('link', { name: '90 days' }).click()
  await page.getByText('The sums are being moved.').waitFor()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('slider', { name: 'Views: choose a day' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'A year' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  await fillSignIn(dialog)
  await page.getByRole('slider', { name: 'Views: choose a week' }).waitFor()
})

test('a site on which nothing happened says so kindly and draws nothing', async () => {
  const quiet = await openSite()
  page = await openPage(browser)
  await page.route('**/api/visits', (route) => route.abort())
  await openSignedIn(page, quiet.origin, '/admin/activity')
  await page.getByText('Nothing is counted yet. The first visit draws the first stroke.').waitFor()
  await page.getByText('No paper was opened in these days.').waitFor()
  await page.getByText('Every search of these days found something').waitFor()
  await page.getByText('No papers here yet: all 140 places are empty.').waitFor()
  expect(await page.locator('figure').count()).toBe(0)
  await quiet.end()
})

test.each([320, 768])('nothing stands beyond the edge at %i pixels', async (width) => {
  await openActivity('?class=all&years=all', { viewport: { width, height: 800 } })
  await page.getByRole('link', { name: 'By day: Planes' }).click()
  await page.getByRole('slider', { name: 'Views of this paper: choose a day' }).waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  expect(page.errors).toEqual([])
})

test('axe finds nothing, light on a phone and dark on a screen', async () => {
  await openActivity('')
  await page.getByRole('link', { name: 'By day: Planes' }).click()
  await page.getByRole('slider', { name: 'Views of this paper: choose a day' }).waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await inEachLook(page, async () => expect(await axeFaults(page)).toEqual([]))
})
