import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { shortTitle } from '#domain/language/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { hydratePage, openBrowser, openMovingPage } from '../support/chromium.ts'
import {
  cameToLife,
  hoverStrip,
  openHome,
  openLatest,
  openStoppedHome,
  placeOf,
  publishSix,
  stands,
} from '../support/home-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { failingReads } from '../support/unreadable.ts'
import { watchTurns } from '../support/watch-turns.ts'

const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
let papers: Paper[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  papers = await publishSix(site)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

function tab(page: Page, menu: 'cbse' | 'state') {
  return page.locator(`[data-menu=${menu}] summary`)
}

/** The menus that are open: none, cbse or state. */
async function openMenus(page: Page) {
  return await page.locator('details[open]').evaluateAll((menus) => menus.map((menu) => menu.dataset.menu))
}

async function focused(page: Page) {
  return await page.evaluate(() => document.activeElement?.textContent)
}

test('the hero turns its phrases; menus follow a mouse, which may cross the other tab, and a finger', async () => {
  const page = await openStoppedHome(browser, site, { hasTouch: true })
  const hero = await watchTurns(page, ['main h1 .phrase[data-shown]'], 13)
  expect(hero.map(({ ms }) => ms)).toEqual([3_000, 3_000, 3_000])
  expect(hero.map(({ shown }) => shown).sort()).toEqual([
    ...['Academic Achievement', 'Exam Success', 'Test Excellence'],
  ])

  expect(await openMenus(page)).toEqual([])
  await tab(page, 'cbse').hover()
  await page.clock.runFor(1)
  expect(await openMenus(page)).toEqual(['cbse'])
  await tab(page, 'state').hover()
  await page.clock.runFor(100)
  await page.locator('[data-menu=cbse]').getByRole('link', { name: 'Class 8' }).hover()
  await page.clock.runFor(500)
  expect(await openMenus(page)).toEqual(['cbse'])
  // From the side on which the tab is.
  const from = () => page.locator('[data-from]').filter({ visible: true }).getAttribute('data-from')
  for (const [menu, side] of [
    ['state', 'right'],
    ['cbse', 'left'],
  ] as const) {
    await tab(page, menu).hover()
    await page.clock.runFor(120)
    expect([await openMenus(page), await from()]).toEqual([[menu], side])
  }
  await page.mouse.move(640, 890)
  await page.clock.runFor(1_000)
  expect(await openMenus(page)).toEqual([])
  await tab(page, 'cbse').click()
  expect(await openMenus(page)).toEqual(['cbse'])

  await page.setViewportSize(PHONE)
  await page.clock.resume()
  await page.mouse.move(5, 5)
  await page.getByRole('heading', { level: 1 }).tap()
  for (const [menu, open] of [
    ['cbse', ['cbse']],
    ['state', ['state']],
    ['state', []],
    ['state', ['state']],
  ] as const) {
    await tab(page, menu).tap()
    expect(await openMenus(page)).toEqual(open)
  }
  await page.getByRole('heading', { level: 1 }).tap()
  expect(await openMenus(page)).toEqual([])
})

test('a menu that was opened before the page came to life stays open; a keyboard opens and walks through menus, and Escape leads back', async () => {
  const page = await openMovingPage(browser)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(site.origin, { waitUntil: 'commit' })
  await tab(page, 'state').click()
  // A mouse that left the menu after React came would close it.
  await page.mouse.move(640, 700)
  expect(await openMenus(page)).toEqual(['state'])
  const alive = cameToLife(page)
  held.resolve()
  await alive
  expect(await openMenus(page)).toEqual(['state'])
  await page.keyboard.press('Escape')
  expect(await openMenus(page)).toEqual([])

  await tab(page, 'cbse').focus()
  await page.keyboard.press('Enter')
  expect(await openMenus(page)).toEqual(['cbse'])
  // A mouse that rests does not take the menu away.
  await page.mouse.move(350, 200)
  await page.mouse.move(640, 800)
  expect(await openMenus(page)).toEqual(['cbse'])
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Class 12')
  await page.keyboard.press('Escape')
  expect(await openMenus(page)).toEqual([])
  expect(await focused(page)).toBe('CBSE')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await openMenus(page)).toEqual(['state'])
  for (const name of ['Class 12', 'Class 11', 'Class 10', 'Class 9', 'Class 8', 'View more']) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(name)
  }
  await page.keyboard.press('Tab')
  expect(await openMenus(page)).toEqual([])
  expect(await focused(page)).toBe('Facebook')
  expect(page.errors).toEqual([])
})

test('the latest papers go round in 20 s and stand still under a mouse, a focus and their button; arrows, a drag and Tab bring others', async () => {
  const page = await openLatest(browser, site, { viewport: { width: 1440, height: 900 } })
  await moves(page)
  await page.mouse.move(5, 5)
  const { seconds, narrowest } = await roundOf(page)
  expect(seconds).toBeGreaterThan(15)
  expect(seconds).toBeLessThan(30)
  expect(narrowest).toBeGreaterThanOrEqual(450)
  await hoverStrip(page)
  await page.mouse.move(5, 5)
  await moves(page)
  const link = page.getByRole('link', { name: /^View Paper: Joint/ })
  await link.focus()
  await stands(page)
  await link.blur()
  await moves(page)
  const carousel = page.getByRole('region', { name: 'Latest Papers' })
  await carousel.getByRole('button', { name: 'Pause moving parts' }).click()
  await page.mouse.move(5, 5)
  await stands(page)
  for (const name of ['Next paper', 'Next paper', 'Previous paper']) {
    const before = await placeOf(page)
    await carousel.getByRole('button', { name }).click()
    await page.waitForFunction(leftOf, before)
    await stands(page)
  }
  const before = await placeOf(page)
  const box = await page.locator('.latest-row').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 600, (box?.y ?? 0) + 150]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 280, y, { steps: 8 })
  await page.mouse.up()
  await page.waitForFunction(leftOf, before)
  await carousel.getByRole('button', { name: 'Next paper' }).focus()
  for (const [at, paper] of papers.slice(0, 5).entries()) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(shortTitle(paper.title))
    await page.waitForFunction((number) => {
      const [slide, row] = [`[aria-label="${number} of 5"]`, '.latest-row'].map((of) =>
        document.querySelector(of)?.getBoundingClientRect(),
      )
      return slide && row && slide.left >= row.left && slide.right <= row.right + 12
    }, at + 1)
    for (let more = paper.referenceLink ? 2 : 1; more > 0; more--) await page.keyboard.press('Tab')
  }
  await carousel.getByRole('button', { name: 'Play moving parts' }).click()
  await page.mouse.move(5, 5)
  await moves(page)
})

test('under reduced motion, and without JavaScript, the latest papers are a row that the reader scrolls, and testimonials are seen', async () => {
  for (const options of [{ reducedMotion: 'reduce' }, { javaScriptEnabled: false }] as const) {
    const page = await openLatest(browser, site, options)
    const [row, region] = [page.locator('.latest-row'), page.getByRole('region', { name: 'Latest Papers' })]
    const isScrolled = () => row.evaluate((each) => each.scrollLeft > 400)
    await page.getByRole('group', { name: '5 of 5', exact: true }).getByRole('link').first().focus()
    await expect.poll(isScrolled).toBe(true)
    const stops = region.getByRole('button', { name: /moving parts/ }).filter({ visible: true })
    expect(await stops.count()).toBe(0)
    const next = region.getByRole('button', { name: 'Next paper' }).filter({ visible: true })
    if ('javaScriptEnabled' in options) expect(await next.count()).toBe(0)
    else {
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      await row.evaluate((each) => each.scrollTo({ left: 0, behavior: 'instant' }))
      await next.click()
      await expect.poll(isScrolled).toBe(true)
    }
    expect(await slips(page)).toEqual(Array(6).fill('1'))
  }
})

test('papers that are seen without a sign of a visitor begin to move when the first has been read', async () => {
  const page = await openMovingPage(browser, { viewport: { width: 1440, height: 900 }, isNew: true })
  let isReactAsked = false
  page.on('request', (request) => {
    isReactAsked ||= request.url().includes('/core-')
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  const counted = page.waitForResponse('**/api/visits')
  await page.goto(site.origin)
  await counted
  await page.clock.runFor(5_000)
  expect(isReactAsked).toBe(false)
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return isReactAsked
    })
    .toBe(true)
})

test('panels fill the window and come up when the focus goes back to them; testimonials come in once a tenth is seen, and are on paper', async () => {
  const page = await openHome(browser, site, { viewport: { width: 1440, height: 900 } })
  await page.locator('.slip[data-reveal=waiting]').first().waitFor({ state: 'attached' })
  const why = page.getByRole('region', { name: 'Why Choose Us' })
  const header = (await page.getByRole('banner').boundingBox())?.height ?? 0
  const heights = await why
    .locator('article')
    .evaluateAll((all) => all.map((panel) => panel.getBoundingClientRect().height))
  expect([heights.length, Math.min(...heights)]).toEqual([4, expect.closeTo(900 - header, -1)])
  const byScroll = await why.evaluate((whole) =>
    whole
      .getAnimations({ subtree: true })
      .some((animation) => animation.timeline?.constructor.name === 'ViewTimeline'),
  )
  expect(byScroll).toBe(true)
  await expect.poll(() => slips(page)).not.toContain('1')
  const first = page.locator('.slip').first()
  const seen = (share: number) =>
    first.evaluate((slip, part) => {
      const { top, height } = slip.getBoundingClientRect()
      window.scrollBy({ top: top + part * height - innerHeight, behavior: 'instant' })
    }, share)
  await seen(0.05)
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  expect(await first.getAttribute('data-reveal')).toBe('waiting')
  await seen(0.15)
  await page.locator('.slip[data-reveal=shown]').first().waitFor()
  await expect.poll(async () => (await slips(page))[0]).toBe('1')
  const links = why.getByRole('link')
  await links.last().focus()
  for (let at = 2; at >= 0; at--) {
    await page.keyboard.press('Shift+Tab')
    const isOnTop = () =>
      links.nth(at).evaluate((link) => {
        const { x, y, width, height } = link.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return document.activeElement === link && link.contains(top)
      })
    await expect.poll(isOnTop, { message: String(at) }).toBe(true)
  }
  // On paper the others are faded in from where they were.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => slips(page)).toEqual(Array(6).fill('1'))
})

test('while there are no papers, or too few to turn, or they cannot be read, Home says so and offers no dead button', async () => {
  let isBroken = false
  const parts = ({ readDb }: App) => ({ readDb: failingReads(readDb, () => isBroken) })
  const empty = await openSite({ parts, env: { PAGE_CACHE_MIB: '0' } })
  try {
    const page = await openHome(browser, empty)
    const latest = page.getByRole('main').locator('section').filter({ hasText: 'Latest Papers' }).first()
    await latest.getByText('No papers here yet. The first ones appear').waitFor()
    isBroken = true
    await page.reload()
    await latest.getByText('The papers could not be read just now').waitFor()
    await page.getByRole('heading', { name: 'What Others Has to Say' }).waitFor()
    isBroken = false
    await latest.getByRole('link', { name: 'Try again' }).click()
    await latest.getByText('No papers here yet. The first ones appear').waitFor()
    const admin = await empty.signIn()
    const buttons = latest.getByRole('button').filter({ visible: true })
    for (const marks of ['[1 paper]', '[2 papers]']) {
      await publish(empty, admin)
      await page.reload()
      await hydratePage(page)
      await latest.getByText(marks).waitFor()
      // What moves above them can be stopped all the same.
      await expect
        .poll(() => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
        .toEqual(['Pause moving parts'])
    }
    await publish(empty, admin)
    await page.reload()
    await latest.getByRole('button', { name: 'Next paper' }).waitFor()
    // Home's code is there from before; what was never loaded leaves the browser's own page of a lost connection.
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
    await go('Pricing')
    await page.getByRole('heading', { name: 'Plans We Offer' }).waitFor()
    await page.context().setOffline(true)
    await go('Home')
    await page.getByText('The papers could not be read just now').waitFor()
    await page.getByRole('heading', { name: 'About us' }).waitFor()
  } finally {
    await empty.end()
  }
})

const slips = (page: Page) =>
  page.locator('.slip').evaluateAll((all) => all.map((slip) => getComputedStyle(slip).opacity))

/** In how many seconds the latest papers go round once, by the way of the second one; and the least width of one. */
async function roundOf(page: Page) {
  return await page.getByRole('region', { name: 'Latest Papers' }).evaluate(async (region) => {
    const boxes = () => [...region.querySelectorAll('article')].map((card) => card.getBoundingClientRect())
    const left = (nth: number) => boxes()[nth]?.left ?? 0
    // It moves by the time of each frame.
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    let now = await frame()
    for (const still = left(1); left(1) === still; ) now = await frame()
    const start = { left: left(1), time: now }
    while (start.left - left(1) < 60 && now - start.time < 20_000) now = await frame()
    const speed = (start.left - left(1)) / (now - start.time)
    const seconds = (Math.abs(left(2) - left(1)) * boxes().length) / speed / 1000
    return { seconds, narrowest: Math.min(...boxes().map(({ width }) => Math.round(width))) }
  })
}

async function moves(page: Page) {
  const before = await placeOf(page)
  await page.waitForFunction((was) => {
    const strip = document.querySelector('.latest-strip') as Element
    return Math.abs(new DOMMatrix(getComputedStyle(strip).transform).m41 - was) > 15
  }, before)
}

/** For `page.waitForFunction`: the strip of papers has left its place by more than a hand's trembling. */
function leftOf(before: number) {
  const strip = document.querySelector('.latest-strip') as Element
  return Math.abs(new DOMMatrix(getComputedStyle(strip).transform).m41 - before) > 150
}
