import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { openBrowser, openMovingPage, wakePage } from '../support/chromium.ts'
import { deskOf } from '../support/desk.ts'
import { openDesk, openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { watchTurns } from '../support/watch-turns.ts'

const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: 'Found from anywhere' })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openMovingPage(browser, { viewport: PHONE })
})
afterEach(() => page.context().close())

test('a search is open in the header of a wide screen, and behind an icon on a phone', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.origin}/about`)
  const box = page.getByRole('banner').getByLabel('Search all papers')
  expect(await box.isVisible()).toBe(true)
  await page.setViewportSize(PHONE)
  expect(await box.isVisible()).toBe(false)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'q')
  await page.keyboard.type('found from')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=found+from')
  await box.waitFor({ state: 'hidden' })
})

test('the header’s search gives way to that of a list, which goes on with it', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.origin}/about`)
  await wakePage(page)
  await page.getByRole('banner').getByLabel('Search all papers').fill('maths')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=maths')
  // The address comes before the page.
  await expect.poll(() => page.getByRole('search').count()).toBe(1)
  const own = page.getByRole('main').getByRole('search').locator('[name=q]')
  await expect.poll(() => own.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await own.inputValue()).toBe('maths')
})

test('a page whose code does not come is loaded as a document, in its language', async () => {
  await page.route('**/assets/{contact,pricing}-*.js', (route) => route.abort())
  for (const [prefix, path] of [
    ['', '/contact'],
    ['/ta', '/ta/pricing'],
  ] as const) {
    await page.goto(`${site.origin}${prefix}/about`)
    await wakePage(page)
    await page.evaluate((to) => document.querySelector<HTMLElement>(`#menu a[href="${to}"]`)?.click(), path)
    await page.waitForURL(`**${path}`)
    await page.locator('main h1').waitFor()
  }
})

test('menu and search open before any of our JavaScript is there, and without it', async () => {
  const quiet = await openMovingPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  await quiet.goto(`${site.origin}/about`)
  await quiet.getByRole('button', { name: 'Menu' }).click()
  await quiet.getByRole('link', { name: 'Pricing' }).click()
  await quiet.waitForURL('**/pricing')
  await quiet.getByRole('button', { name: 'Search' }).click()
  await quiet.getByRole('searchbox', { name: 'Search all papers' }).fill('anywhere')
  await quiet.keyboard.press('Enter')
  await quiet.waitForURL('**/search?q=anywhere')
  await quiet.context().close()
})

test('a menu that was opened before our JavaScript came stays open when it comes', async () => {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(`${site.origin}/about`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  const isOpen = () => page.locator('#menu').evaluate((nav) => nav.matches(':popover-open'))
  expect(await isOpen()).toBe(true)
  const alive = page.waitForRequest('**/api/visits')
  released.resolve()
  await alive
  expect(await isOpen()).toBe(true)
})

test('Escape closes the menu and gives the focus back; a tap beside it closes it too', async () => {
  await page.goto(`${site.origin}/about`)
  // Until React hears it opening, the browser itself says whether the menu is open, by no attribute.
  await wakePage(page)
  const link = page.getByRole('link', { name: 'Pricing' })
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Home')
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.and(page.locator('[aria-expanded=true]')).waitFor()
  await page.mouse.click(180, 700)
  await link.waitFor({ state: 'hidden' })
  await menu.and(page.locator('[aria-expanded=false]')).waitFor()
})

test('the tagline rests under a pointer, by its button, and where stillness is asked for', async () => {
  const shown = '.tagline .phrase[data-shown]'
  await page.clock.install()
  await page.goto(`${site.origin}/about`)
  await page.waitForLoadState('networkidle')
  await page.locator(shown).hover()
  expect(await watchTurns(page, [shown], 7)).toEqual([])
  await page.getByRole('button', { name: 'Pause moving parts' }).click()
  await page.mouse.move(0, 0)
  expect(await watchTurns(page, [shown], 7)).toEqual([])
  const shine = () => page.locator('.wordmark').evaluate((one) => one.getAnimations()[0]?.playState)
  await expect.poll(shine).toBe('paused')
  await page.getByRole('button', { name: 'Play moving parts' }).click()
  await page.mouse.move(0, 0)
  await expect.poll(shine).toBe('running')
  expect((await watchTurns(page, [shown], 10)).length).toBeGreaterThan(1)

  const still = await openMovingPage(browser, { reducedMotion: 'reduce' })
  await still.clock.install()
  await still.goto(`${site.origin}/about`)
  await still.waitForLoadState('networkidle')
  expect(await watchTurns(still, [shown], 7)).toEqual([])
  expect(await still.getByRole('button', { name: 'Pause moving parts' }).isVisible()).toBe(false)
  expect(await still.evaluate(() => document.getAnimations().length)).toBe(0)
  await still.context().close()
})

test('a load of the app counts one visit, however many pages are read in it', async () => {
  const visits = async () => (await (await site.fetch('/api/visits')).json()).visits as number
  const before = await visits()
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/visits'))
  await page.goto(`${site.origin}/about`)
  await counted
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['Contact Us', '/contact'],
    ['Why Us', '/why-us'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click()
    const link = page.getByRole('link', { name })
    await link.click()
    await page.waitForURL(`**${path}`)
    await link.waitFor({ state: 'hidden' })
  }
  expect(await visits()).toBe(before + 1)
  const again = page.waitForResponse((answer) => answer.url().endsWith('/api/visits'))
  await page.reload()
  await again
  expect(await visits()).toBe(before + 2)
  // One that cannot be counted is only logged.
  await page.route('**/api/visits', (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().includes('visit was not counted'))
  await page.reload()
  expect((await logged).type()).toBe('warning')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
})

test('on a phone the tabs of the desk go on behind arrows, which move them, and none is seen in part', async () => {
  await openSignedIn(page, site.origin)
  const tabs = page.getByRole('navigation', { name: 'Desk' })
  const whole = tabs.locator('a:not([data-cut])')
  const arrows = tabs.locator('.sideways > button')
  await expect.poll(() => whole.allInnerTexts()).toEqual(['Papers', 'Many files', 'Answers'])
  await arrows.last().click()
  await expect.poll(() => whole.allInnerTexts()).not.toContain('Papers')
  await arrows.first().click()
  await expect.poll(() => whole.allInnerTexts()).toEqual(['Papers', 'Many files', 'Answers'])
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(() => whole.count()).toBe(8)
  await expect.poll(() => arrows.count()).toBe(0)
})

test('the desk opens folded: its prices are a line that Change opens, its upload one field until it is begun', async () => {
  const admin = await site.signIn()
  const setPrices = (prices: (number | null)[]) =>
    deskOf(site, admin).call('PUT', '/prices', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(PLAN_IDS.map((id, at) => [id, prices[at] ?? null]))),
    })
  await setPrices(Array(9).fill(1499))
  await openDesk(page, site.origin)
  const pricing = page.getByRole('region', { name: 'Pricing Section' })
  await pricing.getByText(/^9 prices, changed \d{1,2} [A-Z][a-z]{2}$/).waitFor()
  expect(await pricing.getByRole('textbox').count()).toBe(0)
  await pricing.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => pricing.getByRole('textbox').count()).toBe(9)
  await pricing.getByRole('button', { name: 'Fold' }).click()
  await pricing.getByRole('textbox').first().waitFor({ state: 'detached' })
  const form = page.getByRole('region', { name: 'Upload PDF' })
  const fields = form.locator('input, select').filter({ visible: true })
  await expect.poll(() => fields.count()).toBe(1)
  await form.getByLabel('PDF file').focus()
  await expect.poll(() => fields.count()).toBe(13)
  // While one is missing there is something to do.
  await setPrices(Array(8).fill(1499))
  await page.reload()
  await pricing.getByText(/^8 of 9 prices, changed/).waitFor()
  expect(await pricing.getByRole('textbox').count()).toBe(0)
})
