import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  const add = (fields: Record<string, string>) => publish(site, admin, fields)
  for (let number = 1; number <= 14; number += 1)
    await add({ title: `Physics paper ${number}`, subject: 'Physics', year: String(2009 + number) })
  for (const degree of ['11th-cbse', '10th-cbse', '9th-cbse', '7th-cbse', '6th-cbse', '8th-state'])
    await add({ title: `Maths of ${degree}`, degree, subject: 'Mathematics' })
  await add({ title: 'அரையாண்டுத் தேர்வு', degree: '10th-state', subject: 'Tamil' })
  await add({ title: 'Joint entrance', degree: 'jee', subject: 'all' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

const box = () => page.getByPlaceholder('Search papers...')

test('Practice: further classes come as the page is scrolled, and going back finds the list as it was left', async () => {
  await page.goto(`${site.origin}/practice`)
  const shelf = page.getByRole('region', { name: 'Physics' })
  const cards = shelf.getByRole('article')
  expect(await cards.count()).toBe(12)
  const lefts = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  )
  expect(new Set(lefts).size, 'columns').toBe(3)
  const jee = page.getByRole('heading', { name: 'PREVIOUS YEARS JEE' })
  expect(await jee.count()).toBe(0)
  await page.keyboard.press('End')
  await jee.waitFor()
  const section = page.locator('section', { has: jee })
  expect(await section.locator('article, h3[data-subject]').count(), 'no subject heading').toBe(1)
  await jee.scrollIntoViewIfNeeded()
  // Without scrolling to it.
  await shelf
    .getByRole('link', { name: 'All 14 papers of this shelf' })
    .evaluate((link: HTMLAnchorElement) => link.click())
  await page.waitForURL('**/resources/cbse/12/?subject=Physics')
  await page.getByRole('heading', { name: 'CBSE 12 Physics Practice Papers', level: 1 }).waitFor()
  await page.goBack()
  await jee.waitFor()
  const isInWindow = () =>
    jee.evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
  await expect.poll(isInWindow).toBe(true)
})

test('filters act before the page is awake and at once, keep the focus and stay in the address, and going back takes them off', async () => {
  const { promise: chosen, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client*', async (route) => {
    await chosen
    await route.continue()
  })
  await page.goto(`${site.origin}/practice`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Year' }).selectOption({ value: '2015' })
  wake()
  await page.waitForURL('**/practice?year=2015')
  await page.getByText('1 paper free to open').waitFor()
  await page.goto(`${site.origin}/practice`)
  const heading = page.getByRole('heading', { name: '12 CBSE' })
  const subject = page.getByRole('combobox', { name: 'Subject' })
  await subject.focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/practice?subject=Mathematics')
  await heading.waitFor({ state: 'detached' })
  expect(await subject.evaluate((filter) => filter === document.activeElement)).toBe(true)
  await page.goBack()
  await heading.waitFor()
  await expect.poll(() => subject.inputValue()).toBe('')

  const state = page.getByRole('link', { name: 'State', exact: true })
  await state.click()
  await page.waitForURL((url) => url.searchParams.get('type') === 'state')
  await heading.waitFor({ state: 'detached' })
  await box().fill('தேர்வு')
  await page.waitForURL(
    ({ searchParams: asked }) => asked.get('type') === 'state' && asked.get('q') === 'தேர்வு',
  )
  await page.getByText('1 paper found').waitFor()
  await page.reload()
  expect([await state.getAttribute('aria-current'), await box().inputValue()]).toEqual(['true', 'தேர்வு'])

  // Words that say a class are its bubble: a press takes these words out.
  await page.goto(`${site.origin}/practice?q=10th+state+maths`)
  const shaded = () => page.locator('.answer-bubble[aria-current]').allTextContents()
  await expect.poll(shaded).toEqual(['Class 10', 'State'])
  await page.locator('.class-bubbles').getByRole('link', { name: 'Class 10', exact: true }).click()
  await page.waitForURL('**/practice?q=state+maths')
  await expect.poll(shaded).toEqual(['State'])
  expect(page.errors).toEqual([])
})

test('Resources shows twelve papers a page; searching goes back to page 1, and going back takes the search off', async () => {
  await page.goto(`${site.origin}/resources/cbse/12/`)
  const papers = page.getByRole('article')
  expect(await papers.count()).toBe(12)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/resources/cbse/12/?page=2')
  await page.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current=page]')).waitFor()
  expect(await papers.count()).toBe(2)
  await box().fill('physics')
  await page.waitForURL('**/resources/cbse/12/?q=physics')
  await box().press('Enter')
  await box().fill('paper 14')
  await page.waitForURL((url) => url.searchParams.get('q') === 'paper 14')
  await papers.nth(1).waitFor({ state: 'detached' })
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  await page.goBack()
  await page.waitForURL('**/resources/cbse/12/?page=2')
  await papers.nth(1).waitFor()
  await expect.poll(() => box().inputValue()).toBe('')
  expect(page.errors).toEqual([])

  // A view is counted here when the server has counted it, and one that it could not is told to nobody.
  const counting = Promise.withResolvers<void>()
  const isLost = { now: true }
  await page.route('**/views', async (route) => {
    if (isLost.now) return await route.fulfill({ status: 500 })
    await counting.promise
    await route.continue()
  })
  for (const { isLost: lost } of [{ isLost: true }, { isLost: false }]) {
    isLost.now = lost
    await Promise.all([
      page.context().waitForEvent('page'),
      page[lost ? 'waitForResponse' : 'waitForRequest']('**/views'),
      papers
        .nth(1)
        .getByRole('link', { name: /^View Paper/ })
        .click(),
    ])
    expect(await papers.nth(1).textContent()).toContain('0 views')
    expect(await page.locator('.toast, [role=alert]').count()).toBe(0)
    // Twice within three seconds is a double tap.
    if (lost) await page.reload()
  }
  counting.resolve()
  await papers
    .nth(1)
    .getByText(/ 1 view$/)
    .waitFor()
})

test('a lost connection costs neither the page nor what is on it', async () => {
  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.context().setOffline(true)
  await page.keyboard.press('End')
  const more = page.getByRole('link', { name: 'No connection: tap to load more' })
  await more.waitFor()
  expect(await page.getByRole('heading', { name: '12 CBSE' }).count()).toBe(1)
  await page.context().setOffline(false)
  await more.click()
  await page.getByRole('heading', { name: 'PREVIOUS YEARS JEE' }).waitFor()

  await page.context().setOffline(true)
  await box().fill('physics')
  await page.getByText('The papers could not be read just now.').waitFor()
  expect(await box().inputValue()).toBe('physics')
  await page.context().setOffline(false)
  await box().fill('physics paper')
  await page.getByText('14 papers found').waitFor()
})
