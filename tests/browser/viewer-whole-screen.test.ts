import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { drawPages, noteDrawn } from '../support/drawn-pages.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  paper = await publish(site, await site.signIn(), { title: 'Eight pages' })
  await noteDrawn(site, paper.id, { drawn: 8 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function onPhone() {
  const page = await openPage(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    deviceScaleFactor: 2,
  })
  const asked = await drawPages(page)
  await page.goto(site.origin + paperPath(paper))
  await page.locator('#page-3').evaluate((leaf) => leaf.scrollIntoView())
  await page.getByRole('textbox', { name: 'Page 3 of 8' }).waitFor()
  // What zooms comes with the first touch, here beside the pages.
  await page.locator('#page-2 > .leaf-number').tap()
  await page.locator('.viewer-frame[data-ready]').waitFor()
  return { page, asked }
}

const isFull = (page: Page) => page.locator('[data-full]').count()
const widthOf = (page: Page) =>
  page
    .locator('.leaf')
    .first()
    .evaluate((leaf) => leaf.clientWidth)

/** Sent together: a page that is busy with the first one would get the second too late. */
const doubleTap = (page: Page) =>
  Promise.all([page.touchscreen.tap(200, 400), page.touchscreen.tap(200, 400)])

test('a double tap fills the screen and zooms in on what was tapped, and the larger picture comes', async () => {
  const { page, asked } = await onPhone()
  expect(asked.filter((name) => name.endsWith('1440'))).toEqual([])
  // Where the page's number is drawn.
  const before = await pointAt(page, 200, 400)
  await doubleTap(page)
  await expect.poll(() => widthOf(page)).toBe(900)
  expect(await pointAt(page, 200, 400)).toEqual(before)
  await expect.poll(() => asked).toContain('3-1440')
  await doubleTap(page)
  await expect.poll(() => widthOf(page)).toBe(360)
  await page.context().close()
})

test('two fingers zoom in, and what lay under them stays there', async () => {
  const { page } = await onPhone()
  await page.touchscreen.tap(200, 300)
  await expect.poll(() => isFull(page)).toBe(1)
  const before = await pointAt(page, 180, 400)
  const cdp = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: 180, y: 400 - apart, id: 1 },
    { x: 180, y: 400 + apart, id: 2 },
  ]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(50) })
  for (const apart of [60, 80, 100])
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => widthOf(page)).toBe(720)
  expect(await pointAt(page, 180, 400)).toEqual(before)
  await page.context().close()
})

test('keys zoom and turn pages; Escape and the back button leave, at the page that was read last', async () => {
  const { page } = await onPhone()
  const address = page.url()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('viewer-frame')
  expect(
    await page.locator('header.site-header').evaluate((header) => header.closest('[inert]') !== null),
  ).toBe(true)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(page)).toBe(540)
  await page.keyboard.press('0')
  await expect.poll(() => widthOf(page)).toBe(360)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('textbox', { name: 'Page 5 of 8' }).waitFor()
  await scrollsLate(page)
  await page.goBack()
  await expect.poll(() => isFull(page)).toBe(0)
  expect(await page.evaluate(() => document.fullscreenElement)).toBe(null)
  await page.getByRole('textbox', { name: 'Page 5 of 8' }).waitFor()
  expect(page.url()).toBe(address)
  // As on an iPhone, which lets no page but a film have the whole screen.
  await page.evaluate(() => Object.assign(Element.prototype, { requestFullscreen: undefined }))
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => isFull(page)).toBe(1)
  expect(await page.locator('.viewer-frame').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await page.keyboard.press('Escape')
  await expect.poll(() => isFull(page)).toBe(0)
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('turning the phone keeps the line that is read', async () => {
  const { page } = await onPhone()
  await page.locator('#page-6').evaluate((leaf) => leaf.scrollIntoView())
  await page.getByRole('textbox', { name: 'Page 6 of 8' }).waitFor()
  for (const size of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await page.waitForFunction(
      (width) => document.querySelector('.leaf')?.clientWidth === Math.min(width, 714),
      size.width,
    )
    await page.getByRole('textbox', { name: 'Page 6 of 8' }).waitFor()
  }
  await page.context().close()
})

/** The page at a point of the screen, and how far across and down it the point lies, in hundredths. */
async function pointAt(page: Page, x: number, y: number) {
  return await page.evaluate(
    ([left, top]) => {
      const leaf = document.elementFromPoint(left, top)?.closest('.leaf')
      const box = leaf?.querySelector('a')?.getBoundingClientRect() ?? new DOMRect()
      return [
        leaf?.id,
        Math.round(((left - box.left) / box.width) * 100),
        Math.round(((top - box.top) / box.height) * 100),
      ]
    },
    [x, y] as const,
  )
}

/** As a slow phone does: long after the screen was given back, the page is scrolled to where it once stood. */
async function scrollsLate(page: Page) {
  await page.evaluate(() => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    new MutationObserver(async (_, observer) => {
      observer.disconnect()
      for (let frames = 0; frames < 10; frames++) await frame()
      window.scrollTo(0, 0)
    }).observe(document.querySelector('.viewer-frame') as Element, { attributeFilter: ['data-full'] })
  })
}
