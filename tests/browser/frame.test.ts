import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { hydratePage, openBrowser, openMovingPage, resizeTo } from '../support/chromium.ts'
import { paperClient } from '../support/paper-client.ts'
import { openAdmin, openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { watchTurns } from '../support/watch-turns.ts'

const PHONE = { width: 360, height: 740 }
const PHRASES = ['Exam Success', 'Test Excellence', 'Academic Achievement']

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

test('a search is open in the header of a wide screen, where it gives way to that of a list, and behind an icon on a phone', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.origin}/about`)
  await hydratePage(page)
  const box = page.getByRole('banner').getByLabel('Search all papers')
  await box.fill('maths')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=maths')
  // The address comes before the page.
  await expect.poll(() => page.getByRole('search').count()).toBe(1)
  const own = page.getByRole('main').getByRole('search').locator('[name=q]')
  await expect.poll(() => own.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await own.inputValue()).toBe('maths')
  await page.getByRole('banner').getByRole('link', { name: 'Thervu, home' }).click()
  await page.waitForURL(`${site.origin}/`)

  await page.setViewportSize(PHONE)
  await page.goto(`${site.origin}/about`)
  expect(await box.isVisible()).toBe(false)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'q')
  await page.keyboard.type('found from')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=found+from')
  await box.waitFor({ state: 'hidden' })
})

test('a page whose code does not come is loaded as a document, in its language', async () => {
  await page.route('**/assets/{contact,pricing}-*.js', (route) => route.abort())
  for (const [prefix, path] of [
    ['', '/contact'],
    ['/ta', '/ta/pricing'],
  ] as const) {
    await page.goto(`${site.origin}${prefix}/about`)
    await hydratePage(page)
    await page.evaluate((to) => document.querySelector<HTMLElement>(`#menu a[href="${to}"]`)?.click(), path)
    await page.waitForURL(`**${path}`)
    await page.locator('main h1').waitFor()
  }
})

test('menu and search open before our JavaScript comes, and stay open when it does; Escape and a tap next to it close the menu', async () => {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(`${site.origin}/about`, { waitUntil: 'commit' })
  const isOpen = (panel: string) => page.locator(panel).evaluate((one) => one.matches(':popover-open'))
  await page.getByRole('button', { name: 'Search' }).click()
  expect(await isOpen('#search')).toBe(true)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  expect([await isOpen('#search'), await isOpen('#menu')]).toEqual([false, true])
  const alive = page.waitForRequest('**/api/visits')
  released.resolve()
  await alive
  // Until React hears it opening, the browser itself says whether the menu is open, by no attribute.
  await hydratePage(page)
  expect(await isOpen('#menu')).toBe(true)

  const link = page.getByRole('link', { name: 'Pricing' })
  await menu.click()
  await link.waitFor({ state: 'hidden' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Home')
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu')
  await menu.click()
  await link.waitFor()
  await menu.and(page.locator('[aria-expanded=true]')).waitFor()
  await page.mouse.click(180, 700)
  await link.waitFor({ state: 'hidden' })
  await menu.and(page.locator('[aria-expanded=false]')).waitFor()
  // From 768 pixels on all of it is there.
  await resizeTo(page, { width: 768, height: 900 })
  expect([await menu.isVisible(), await link.isVisible()]).toEqual([false, true])
  await resizeTo(page, { width: 767, height: 900 })
  expect([await menu.isVisible(), await link.isVisible()]).toEqual([true, false])
})

test('the tagline turns every 3 s, and rests under a pointer, by its button, and where stillness is asked for; nobody is asked meanwhile', async () => {
  const shown = '.tagline .phrase[data-shown]'
  await page.clock.install()
  await page.goto(`${site.origin}/about`)
  await page.waitForLoadState('networkidle')
  await hydratePage(page)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const turns = await watchTurns(page, [shown], 16)
  expect(turns.map(({ ms }) => ms)).toEqual([3_000, 3_000, 3_000, 3_000])
  const first = PHRASES.indexOf(turns[0]?.shown ?? '')
  expect(turns.map((turn) => turn.shown)).toEqual([0, 1, 2, 3].map((turn) => PHRASES[(first + turn) % 3]))
  const fades = await page
    .locator('.tagline .phrase')
    .evaluateAll((all) =>
      all
        .map((one) => getComputedStyle(one))
        .map((style) => `${style.transitionProperty} ${style.transitionDuration}`),
    )
  expect(fades).toEqual(Array(3).fill(expect.stringMatching(/^opacity.* 0\.5s/)))
  await page.clock.runFor(48_000)
  expect(asked).toEqual([])
  await page.mouse.wheel(0, 1_500)
  await page.waitForFunction(() => scrollY > 500)
  expect((await page.getByRole('banner').boundingBox())?.y, 'the header stays at the top').toBe(0)
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

test('a load of the app counts one visit, however many pages are read in it, and nothing else is noted or sent of the reader', async () => {
  const headers: string[] = []
  page.on('request', (request) => headers.push(...Object.keys(request.headers())))
  const visits = async () => (await (await site.fetch('/api/visits')).json()).visits as number
  const before = await visits()
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/visits'))
  await page.goto(`${site.origin}/about`)
  await counted
  await hydratePage(page)
  // A page that is long in coming has a sign that it is on its way.
  const come = Promise.withResolvers<void>()
  await page.route('**/pricing.data*', async (route) => {
    await come.promise
    await route.continue()
  })
  const spinner = page.locator('.on-its-way .spinner')
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['Contact Us', '/contact'],
    ['Why Us', '/why-us'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click()
    const link = page.getByRole('link', { name })
    await link.click()
    if (path === '/pricing') await spinner.waitFor()
    come.resolve()
    await page.waitForURL(`**${path}`)
    await link.waitFor({ state: 'hidden' })
    await spinner.waitFor({ state: 'detached' })
  }
  expect(await visits()).toBe(before + 1)
  const current = page.locator('#menu [aria-current=page] span')
  const isMarked = () => current.evaluate((span) => getComputedStyle(span).backgroundImage)
  expect([await current.textContent(), await isMarked()]).toEqual([
    'Why Us',
    expect.stringContaining('gradient'),
  ])
  const channels = page.locator('footer .channels a')
  expect([await channels.count(), await channels.filter({ visible: true }).count()]).toEqual([8, 5])
  expect(headers.filter((name) => name.startsWith('x-'))).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  const again = page.waitForResponse((answer) => answer.url().endsWith('/api/visits'))
  await page.reload()
  await again
  expect(await visits()).toBe(before + 2)
  await hydratePage(page)
  expect(page.errors).toEqual([])
  // One that cannot be counted is only logged.
  await page.route('**/api/visits', (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().includes('visit was not counted'))
  await page.reload()
  expect((await logged).type()).toBe('warning')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
})

test('the admin area opens folded, its prices a line, its upload one field; on a phone its tabs go on behind arrows, and none is seen in part', async () => {
  await openSignedIn(page, site.origin)
  const tabs = page.getByRole('navigation', { name: 'Admin' })
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

  const admin = await site.signIn()
  const setPrices = (prices: (number | null)[]) =>
    paperClient(site, admin).call('PUT', '/prices', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(PLAN_IDS.map((id, at) => [id, prices[at] ?? null]))),
    })
  await setPrices(Array(9).fill(1499))
  await openAdmin(page, site.origin)
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
