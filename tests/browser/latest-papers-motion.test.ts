import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shortTitle } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openBrowser } from '../support/chromium.ts'
import { hoverStrip, openLatest, placeOf, publishSix, stands, wakeLatest } from '../support/home-page.ts'
import { openSite, type Site } from '../support/site.ts'

const ROUND_MS = 20_000

let site: Site
let browser: Browser
let papers: Paper[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  papers = await publishSix(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

test('one round takes 20 seconds, also after the window has changed its width', async () => {
  const page = await openLatest(browser, site, { viewport: { width: 1440, height: 900 } })
  await page.clock.install({ time: 0 })
  await page.reload()
  await wakeLatest(page)
  await page.clock.pauseAt(60_000)
  for (const width of [1440, 700]) {
    await page.setViewportSize({ width, height: 900 })
    const round = await measured(page)
    await runUntil(page, () => isMoving(page))
    const before = await placeOf(page)
    await page.clock.runFor(ROUND_MS / 2)
    expect(Math.round(awayFrom(before, await placeOf(page), round))).toBeCloseTo(round / 2, -1)
    await page.clock.runFor(ROUND_MS / 2)
    const away = awayFrom(before, await placeOf(page), round)
    expect(Math.min(away, round - away)).toBeLessThan(8)
  }
})

test('it stands still on hover, on focus inside and by its button, and goes on after', async () => {
  const page = await openLatest(browser, site)
  await moves(page)
  await hoverStrip(page)
  await page.mouse.move(5, 5)
  await moves(page)
  const focused = page.getByRole('link', { name: /^View Paper: Joint/ })
  await focused.focus()
  await stands(page)
  await focused.blur()
  await moves(page)
  const carousel = page.getByRole('region', { name: 'Latest Papers' })
  await carousel.getByRole('button', { name: 'Pause moving parts' }).click()
  await page.mouse.move(5, 5)
  await stands(page)
  await carousel.getByRole('button', { name: 'Play moving parts' }).click()
  await moves(page)
})

test('previous, next and a drag bring other papers, and the Tab key brings its card into view', async () => {
  const page = await openLatest(browser, site)
  const carousel = page.getByRole('region', { name: 'Latest Papers' })
  await carousel.getByRole('button', { name: 'Pause moving parts' }).click()
  await stands(page)
  const [next, previous] = ['Next paper', 'Previous paper'].map((name) =>
    carousel.getByRole('button', { name }),
  )
  // On a busy machine other papers have come by before the strip stood.
  const before = await placeOf(page)
  await next?.click()
  const at = await leftAfter(page, before)
  await next?.click()
  await atLeft(page, (at % 5) + 1)
  await previous?.click()
  await atLeft(page, at)
  const box = await page.getByRole('group', { name: `${at} of 5`, exact: true }).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 150]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 280, y, { steps: 8 })
  await page.mouse.up()
  await page.waitForFunction((number) => {
    const [slide, row] = [`[aria-label="${number} of 5"]`, '.latest-row'].map((of) =>
      document.querySelector(of),
    )
    return (slide?.getBoundingClientRect().left ?? 0) < (row?.getBoundingClientRect().left ?? 0) - 150
  }, at)
  await carousel.getByRole('button', { name: 'Next paper' }).focus()
  for (const paper of papers.slice(0, 5)) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(shortTitle(paper.title))
    await inView(page, papers.indexOf(paper) + 1)
    for (let more = paper.referenceLink ? 2 : 1; more > 0; more--) await page.keyboard.press('Tab')
  }
})

/** The length of a round in pixels, once the window's new width has been told to all that watch it. */
async function measured(page: Page) {
  return await page.locator('.latest-strip').evaluate(async (strip) => {
    await new Promise((told) => new ResizeObserver(told).observe(strip))
    return [...strip.children].reduce((sum, slide) => sum + slide.getBoundingClientRect().width, 0)
  })
}

/** How far the strip has gone to the left since `before`, within one round. */
function awayFrom(before: number, now: number, round: number) {
  return (((before - now) % round) + round) % round
}

async function isMoving(page: Page) {
  const before = await placeOf(page)
  await page.clock.runFor(200)
  return (await placeOf(page)) !== before
}

async function runUntil(page: Page, check: () => Promise<boolean>) {
  for (let tries = 0; tries < 50; tries++) if (await check()) return
  throw new Error(`It never came: ${page.url()}`)
}

async function moves(page: Page) {
  const before = await placeOf(page)
  await page.waitForFunction((was) => {
    const strip = document.querySelector('.latest-strip') as Element
    return Math.abs(new DOMMatrix(getComputedStyle(strip).transform).m41 - was) > 15
  }, before)
}

/** The number of the paper that stands at the left once the strip has gone on from `before`. */
async function leftAfter(page: Page, before: number) {
  await page.waitForFunction((was) => {
    const strip = document.querySelector('.latest-strip') as Element
    return Math.abs(new DOMMatrix(getComputedStyle(strip).transform).m41 - was) >= 100
  }, before)
  // One that only passes by is not it.
  await stands(page)
  const at = await page.locator('.latest-strip').evaluate((strip) => {
    const row = document.querySelector('.latest-row')?.getBoundingClientRect().left ?? 0
    const lefts = [...strip.children].map((slide) => slide.getBoundingClientRect().left)
    return lefts.findIndex((left) => Math.abs(left - row - 12) < 6) + 1
  })
  expect(at).toBeGreaterThan(0)
  return at
}

async function atLeft(page: Page, at: number) {
  await page.waitForFunction((wanted) => {
    const row = document.querySelector('.latest-row')?.getBoundingClientRect().left ?? 0
    const slide = document.querySelector(`[aria-label="${wanted} of 5"]`)?.getBoundingClientRect().left ?? 0
    return Math.abs(slide - row - 12) < 6
  }, at)
}

async function inView(page: Page, at: number) {
  await page.waitForFunction((wanted) => {
    const row = document.querySelector('.latest-row')?.getBoundingClientRect()
    const slide = document.querySelector(`[aria-label="${wanted} of 5"]`)?.getBoundingClientRect()
    return row && slide && slide.left >= row.left && slide.left + 450 <= row.right
  }, at)
}
