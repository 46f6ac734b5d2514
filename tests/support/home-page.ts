import type { Browser, Page } from 'playwright-core'
import { openPage } from './chromium.ts'
import type { Site } from './site.ts'

/** Home; the slideshow that opens over it is a matter of its own tests, and stays closed here. */
export async function openHome(browser: Browser, site: Site, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(browser, options)
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => undefined
  })
  await page.goto(`${site.origin}/`, { waitUntil: 'load' })
  return page
}

/** Home with its newest papers in sight, awake unless there is no JavaScript. */
export async function openLatest(browser: Browser, site: Site, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openHome(browser, site, options)
  if (options.javaScriptEnabled !== false) await wakeLatest(page)
  return page
}

/** Waits until the carousel is awake, and brings it into sight. */
export async function wakeLatest(page: Page) {
  await page.locator('.latest-row[data-carried]').waitFor()
  await page.locator('#latest').evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
}

/** How far the strip of papers has moved, in pixels. */
export function placeOf(page: Page): Promise<number> {
  return page
    .locator('.latest-strip')
    .evaluate((strip) => new DOMMatrix(getComputedStyle(strip).transform).m41)
}

/** Waits until the strip has been in one place for 30 pictures of the screen. */
export async function stands(page: Page) {
  await page.waitForFunction(() => {
    const strip = document.querySelector('.latest-strip') as HTMLElement
    const now = getComputedStyle(strip).transform
    const [was, times = '0'] = strip.dataset.seen?.split('|') ?? []
    strip.dataset.seen = `${now}|${was === now ? Number(times) + 1 : 0}`
    return was === now && Number(times) > 30
  })
}

/** Lays the pointer on the strip, which then stands. */
export async function hoverStrip(page: Page) {
  const row = await page.locator('.latest-row').boundingBox()
  await page.mouse.move((row?.x ?? 0) + 200, (row?.y ?? 0) + 150)
  await stands(page)
}
