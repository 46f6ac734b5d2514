import { beforeAll, expect, test } from 'vitest'
import { daysBefore, lastDays } from '#domain/activity/activity.ts'
import { browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { clock, today } from '../support/noon-clock.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'

visitAdmin({ parts: () => ({ clock }) })
/** Twenty days of views and visits: 10 a day, 20 a day in the last week, 1,234 views ten days ago. */
beforeAll(async () => {
  const admin = await site.signIn()
  const answers = { referenceLink: 'https://answers.example/a' }
  const vectors = await publish(site, admin, { title: 'Vectors', year: '2024', ...answers })
  const planes = await publish(site, admin, { title: 'Planes', year: '2024' })
  const views = lastDays(today, 20).flatMap((day, at) => {
    const times = day === daysBefore(today, 10) ? 1_234 : at >= 13 ? 20 : 10
    return [
      { day, paperId: '', views: times },
      { day, paperId: vectors.id, views: times - 2 },
      { day, paperId: planes.id, views: 2 },
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
})

async function openActivity() {
  // Opening the site to sign in is a visit too, and would be in the sums.
  await page.route('**/api/visits', (route) => route.fulfill({ json: { visits: 100 } }))
  await openSignedIn(page, site.origin, '/admin/activity')
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await page.locator('.activity .skeleton').first().waitFor({ state: 'detached' })
}

const chart = (name: string) => page.locator('figure', { hasText: name })
const slider = (name: string) => page.getByRole('slider', { name })

async function tableOf(name: string) {
  const figure = chart(name)
  await figure.getByText('Show as a table').click()
  return await figure
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
}

test('sums are in plain words; keys, a mouse and a finger read a day’s figure; the period holds for every part, also after a failure', async () => {
  await openActivity()
  const views = await page.getByRole('region', { name: 'Views', exact: true }).textContent()
  expect(views?.replace(/\s+/g, ' ')).toBe(
    '20 views today so far140 in the last 7 days, 1,154 fewer than the 1,294 of the 7 days before.',
  )
  await page.getByText('Only sums by day are kept; no visitor is followed.').waitFor()
  const days = slider('Views: choose a day')
  expect(await days.getAttribute('aria-valuetext')).toContain('20 views, today so far')
  await days.focus()
  for (let back = 0; back < 10; back++) await page.keyboard.press('ArrowLeft')
  await expect.poll(() => days.getAttribute('aria-valuetext')).toContain(': 1,234 views')
  const reading = chart('Views by day').locator('.reading')
  await expect.poll(() => reading.textContent()).toContain('1,234 views')
  const plot = chart('Views by day').locator('.plot')
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) throw new Error('The chart is not there')
  await page.mouse.move(box.x + box.width - 2, box.y + 50)
  await expect.poll(() => reading.textContent()).toContain('20 views, today so far')
  const at = { clientX: box.x + (box.width * 19.5) / 30, clientY: box.y + 50, pointerType: 'touch' }
  await plot.dispatchEvent('pointerdown', at)
  await expect.poll(() => reading.textContent()).toContain('1,234 views')

  let fails = true
  await page.route('**/api/admin/activity?days=90', (route) =>
    fails ? route.fulfill({ status: 400, json: { detail: 'The sums are being moved.' } }) : route.fallback(),
  )
  await page.getByRole('region', { name: 'Missing still' }).waitFor()
  expect(await page.getByText('long ago').count()).toBe(0)
  await page.getByRole('link', { name: '90 days' }).click()
  await page.getByText('The sums are being moved.').waitFor()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await days.waitFor()
  await page.waitForURL('**/admin/activity?days=90')
  await page.getByText('“long ago”').waitFor()
  await page.reload()
  await page.getByText('“long ago”').waitFor()
  expect(await page.getByRole('link', { name: '90 days' }).getAttribute('aria-current')).toBe('true')
  await days.waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'A year' }).click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await slider('Views: choose a week').waitFor()
})

test('most read papers open their own days, searches without hits lead on, and the grid of papers shows its gaps', async () => {
  await openActivity()
  const list = page.locator('.most-read > li')
  expect(await list.first().textContent()).toContain('Vectors')
  expect(await list.nth(1).textContent()).toMatch(/Planes[\s\S]*40 views/)
  await page.getByRole('link', { name: 'By day: Planes' }).click()
  await slider('Views of this paper: choose a day').waitFor()
  const rows = await tableOf('Views of this paper by day')
  expect(rows.slice(0, 2).map(([, figure]) => figure)).toEqual(['2', '2'])
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByRole('link', { name: 'Close: Planes' }).click()
  await slider('Views of this paper: choose a day').waitFor({ state: 'detached' })

  const cell = page.getByRole('link', { name: 'Class 12 CBSE, Mathematics, 2024: 2 papers, 1 with answers' })
  expect(await cell.getAttribute('href')).toBe('/admin?type=cbse&grade=12&subject=Mathematics&year=2024')
  await page.getByRole('link', { name: 'Class 12 CBSE, Physics, 2024: no paper' }).waitFor()
  await page.getByRole('link', { name: 'Exams' }).click()
  await page.getByRole('link', { name: `TNPSC, All subjects, ${today.slice(0, 4)}: no paper` }).waitFor()

  const missing = page.getByRole('region', { name: 'Missing still' })
  expect(await missing.textContent()).toContain('4 times, last on')
  const toUpload = missing.getByRole('link', { name: 'Many files, for “tensor calculus”' })
  expect(await toUpload.getAttribute('href')).toBe('/admin/upload')
  const found = page.getByRole('region', { name: 'There by now, or in another list' })
  expect(await found.textContent()).toContain('finds 1 paper now')
  await found.getByRole('link', { name: 'Try it: “vectors”' }).click()
  await page.waitForURL('**/practice?q=vectors')
  await page.getByRole('heading', { name: 'Vectors' }).first().waitFor()
  expect(page.errors).toEqual([])
})

test('a click is counted once though made twice within three seconds, and the admin area tells clicks by plan and by day', async () => {
  await site.app.db
    .insertInto('tapsByDay')
    .values([
      { day: daysBefore(today, 1), target: 'jee-half', taps: 12 },
      { day: daysBefore(today, 40), target: 'chat', taps: 99 },
    ])
    .execute()
  const visitor = await openPage(browser)
  await visitor.route('**/api/visits', (route) => route.fulfill({ json: { visits: 100 } }))
  const beacons: string[] = []
  visitor.on(
    'request',
    (asked) => asked.url().includes('/api/taps/') && beacons.push(new URL(asked.url()).pathname),
  )
  await visitor.goto(`${site.origin}/pricing`)
  // What is clicked opens as before; here the messaging app is not there.
  await visitor.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  const told = visitor.waitForResponse('**/api/taps/neet-mon')
  const [chat] = await Promise.all([
    visitor.waitForEvent('popup'),
    visitor.locator('[data-cta="neet-mon"]').dblclick(),
  ])
  expect(chat.url()).toContain('https://wa.me/')
  expect((await told).status()).toBe(204)
  await visitor.context().close()
  expect(beacons).toEqual(['/api/taps/neet-mon'])

  await openActivity()
  const table = page.getByRole('table', { name: 'Clicks by plan and way' })
  await table.waitFor()
  const rows = await table
    .getByRole('row')
    .evaluateAll((each) => each.map((row) => [...row.children].map((cell) => cell.textContent)))
  expect(rows.slice(1)).toEqual([
    ['JEE · HALF YEARLY', '12'],
    ['NEET · MONTHLY', '1'],
  ])
  expect((await tableOf('Clicks by day')).slice(0, 2).map(([, taps]) => taps)).toEqual(['1', '12'])
})
