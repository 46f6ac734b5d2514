import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (let month = 0; month < 14; month += 1) {
    const monthName = ['January', 'March', 'June', 'September', 'December'][month % 5] ?? 'May'
    await publish(site, admin, {
      title: `Physics paper ${month + 1}`,
      subject: 'Physics',
      month: monthName,
      year: String(2010 + month),
    })
  }
  for (const degree of [
    '11th-cbse',
    '10th-cbse',
    '10th-state',
    '9th-cbse',
    '8th-state',
    '7th-cbse',
    '6th-cbse',
  ]) {
    await publish(site, admin, { title: `Maths of ${degree}`, degree, subject: 'Mathematics' })
  }
  await publish(site, admin, {
    title: 'அரையாண்டுத் தேர்வு',
    degree: '10th-state',
    subject: 'Tamil',
    referenceLink: 'https://answers.example/a',
  })
  await publish(site, admin, { title: 'Joint entrance', degree: 'jee', subject: 'all' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

test('Practice groups by class, then by subject, twelve cards of a shelf at most with a link to all', async () => {
  await page.goto(`${site.origin}/practice`)
  await page.getByRole('heading', { name: 'Free Practice', level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('12 CBSE')
  const physics = page.getByRole('region', { name: 'Physics' })
  expect(await physics.getByRole('article').count()).toBe(12)
  expect(await physics.getByRole('article').first().textContent()).toContain('September 2023')
  await physics.getByRole('link', { name: 'All 14 papers of this shelf' }).click()
  await page.waitForURL('**/resources/cbse/12/?subject=Physics')
  await page.getByRole('heading', { name: 'CBSE 12 Physics Practice Papers', level: 1 }).waitFor()
})

test('further classes come as the page is scrolled, and exams have no subject heading', async () => {
  await page.goto(`${site.origin}/practice`)
  const jee = page.getByRole('heading', { name: 'PREVIOUS YEARS JEE' })
  expect(await jee.count()).toBe(0)
  await page.keyboard.press('End')
  await jee.waitFor()
  const section = page.locator('section', { has: jee })
  expect(await section.getByRole('article').count()).toBe(1)
  expect(await section.locator('h3[data-subject]').count()).toBe(0)
})

test('going back finds the list as it was left, at the same place', async () => {
  await page.goto(`${site.origin}/practice`)
  await page.keyboard.press('End')
  const jee = page.getByRole('heading', { name: 'PREVIOUS YEARS JEE' })
  await jee.waitFor()
  await jee.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(1_000)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href^="/resources/"]')?.click())
  await page.getByRole('heading', { name: 'CBSE 12 Physics Practice Papers' }).waitFor()
  await page.goBack()
  await jee.waitFor()
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 5, place)
})

test('a filter keeps the focus when it is changed by keyboard', async () => {
  await page.goto(`${site.origin}/practice`)
  const subject = page.getByRole('combobox', { name: 'Subject' })
  await subject.focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL((url) => url.searchParams.get('subject') === 'Mathematics')
  await page.getByRole('heading', { name: '12 CBSE' }).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => (document.activeElement as HTMLSelectElement).name)).toBe('subject')
  await page.goBack()
  await page.getByRole('heading', { name: '12 CBSE' }).waitFor()
  expect(await subject.inputValue()).toBe('')
})

test('Resources shows twelve a page with numbered buttons, and searching goes back to page 1', async () => {
  await page.goto(`${site.origin}/resources/cbse/12/`)
  expect(await page.getByRole('article').count()).toBe(12)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/resources/cbse/12/?page=2')
  await page.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current=page]')).waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  await page.getByPlaceholder('Search papers...').fill('physics')
  await page.waitForURL((url) => url.search === '?q=physics')
  await page.getByPlaceholder('Search papers...').fill('paper 14')
  await page.waitForURL((url) => url.searchParams.get('q') === 'paper 14')
  await page.getByRole('article').nth(1).waitFor({ state: 'detached' })
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
})

test('filters are kept in the address and act at once', async () => {
  await page.goto(`${site.origin}/practice`)
  const state = page.getByRole('link', { name: 'State', exact: true })
  await state.click()
  await page.waitForURL((url) => url.searchParams.get('type') === 'state')
  await page.getByRole('heading', { name: '12 CBSE' }).waitFor({ state: 'detached' })
  await page.getByPlaceholder('Search papers...').fill('தேர்வு')
  await page.waitForURL(
    (url) => url.searchParams.get('type') === 'state' && url.searchParams.get('q') === 'தேர்வு',
  )
  await page.getByText('1 paper found').waitFor()
  await page.reload()
  expect(await state.getAttribute('aria-current')).toBe('true')
  expect(await page.getByPlaceholder('Search papers...').inputValue()).toBe('தேர்வு')
  const answer = page.getByRole('link', { name: /^Free Answer/ })
  expect(await answer.getAttribute('href')).toBe('https://answers.example/a')
  await page.goBack()
})

test('words of a search shade the bubbles that they mean, and a press takes these words out', async () => {
  const bubble = (name: string) => page.locator('.class-bubbles').getByRole('link', { name, exact: true })
  const shaded = () => page.locator('.answer-bubble[aria-current]').allTextContents()
  const at = (q: string | null, type: string | null) =>
    page.waitForURL(
      ({ searchParams: asked }) =>
        asked.get('q') === q && asked.get('type') === type && asked.get('grade') === null,
    )
  await page.goto(`${site.origin}/practice?q=10th+state+maths`)
  expect(await shaded()).toEqual(['Class 10', 'State'])
  await bubble('Class 10').click()
  await at('state maths', null)
  await expect.poll(shaded).toEqual(['State'])
  await bubble('CBSE').click()
  await at('maths', 'cbse')
  await expect.poll(shaded).toEqual(['CBSE'])
  // An exam has no classes: what says one is ignored.
  await page.goto(`${site.origin}/practice?q=10th+state`)
  await bubble('JEE').click()
  await at('10th', 'jee')
  await page.getByText('1 paper found for “10th”').waitFor()
  expect(await shaded()).toEqual(['JEE'])
})

test('a filter chosen before the page is awake is not lost', async () => {
  const { promise: chosen, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client*', async (route) => {
    await chosen
    await route.continue()
  })
  await page.goto(`${site.origin}/practice`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Year' }).selectOption({ value: '2015' })
  wake()
  await page.waitForURL((url) => url.search === '?year=2015')
  await page.getByText('1 paper free to open').waitFor()
})

test('nothing found is said, with a way on', async () => {
  await page.goto(`${site.origin}/practice?q=xylophone`)
  await page.getByText('No paper matches “xylophone”.').waitFor()
  await page.getByRole('link', { name: 'Show all papers' }).click()
  await page.getByRole('heading', { name: '12 CBSE' }).waitFor()
})

test('an unknown class is a 404 that offers what there is', async () => {
  const answer = await page.goto(`${site.origin}/resources/cbse/13/`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await page.getByText('“13” is not part of CBSE.').waitFor()
  await page.getByRole('link', { name: 'Class 12' }).click()
  await page.waitForURL('**/resources/cbse/12/')
})

test('searching, filtering, paging and opening work without JavaScript', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(`${site.origin}/practice`)
  await plain.getByRole('link', { name: 'More classes and subjects' }).click()
  await plain.waitForURL('**/practice?page=2')
  await plain.goto(`${site.origin}/resources/cbse/12/`)
  await plain.getByPlaceholder('Search papers...').fill('physics')
  await plain.getByRole('button', { name: 'Search', exact: true }).click()
  await plain.waitForURL('**/resources/cbse/12/?q=physics')
  await plain.getByRole('link', { name: 'Page 2' }).click()
  await plain.waitForURL('**/resources/cbse/12/?q=physics&page=2')
  expect(await plain.getByRole('article').count()).toBe(2)
  await plain.getByLabel('Year').selectOption('2010')
  await plain.getByRole('button', { name: 'Apply' }).click()
  await plain.waitForURL((url) => url.searchParams.get('year') === '2010')
  const href = await plain.getByRole('link', { name: /^View Paper/ }).getAttribute('href')
  const file = await plain.request.get(new URL(href ?? '', site.origin).href)
  expect(file.headers()['content-type']).toBe('application/pdf')
  await plain.context().close()
})

test('nothing is wider than the screen at 320 pixels, and nothing is logged as an error', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/practice', '/resources/cbse/12/', '/login', '/nowhere']) {
    await page.goto(`${site.origin}${path}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([path, overflow]).toEqual([path, 0])
  }
  expect(page.errors.filter((error) => !error.includes('404'))).toEqual([])
})

test('a lost connection costs neither the page nor what is on it', async () => {
  await page.goto(`${site.origin}/practice`)
  await wakePage(page)
  await page.context().setOffline(true)
  await page.keyboard.press('End')
  const more = page.getByRole('link', { name: 'No connection: tap to load more' })
  await more.waitFor()
  expect(await page.getByRole('heading', { name: '12 CBSE' }).count()).toBe(1)
  await page.context().setOffline(false)
  await more.click()
  await page.getByRole('heading', { name: 'PREVIOUS YEARS JEE' }).waitFor()

  await page.context().setOffline(true)
  await page.getByPlaceholder('Search papers...').fill('physics')
  await page.getByText('The papers could not be read just now.').waitFor()
  expect(await page.getByPlaceholder('Search papers...').inputValue()).toBe('physics')
  await page.context().setOffline(false)
  await page.getByPlaceholder('Search papers...').fill('physics paper')
  await page.getByText('14 papers found').waitFor()
})

test('going back takes a search off again, in the box too', async () => {
  await page.goto(`${site.origin}/practice`)
  const box = page.getByPlaceholder('Search papers...')
  await box.fill('maths')
  await page.waitForURL('**/practice?q=maths')
  await box.press('Enter')
  await box.fill('physics')
  await page.waitForURL('**/practice?q=physics')
  await page.goBack()
  await page.waitForURL('**/practice')
  await page.getByText('23 papers free to open').waitFor()
  expect(await box.inputValue()).toBe('')
})
