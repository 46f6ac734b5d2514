import type { Browser, Page } from 'playwright-core'
import type { Paper } from '#domain/paper/paper.ts'
import { hydratePage, openMovingPage } from './chromium.ts'
import { publish, type Site, type UploadFields } from './site.ts'

type Options = Parameters<typeof openMovingPage>[1]

export const LONG_TITLE =
  'Sample question paper with the marking scheme for Mathematics (041), third language added'

/** Six papers, one more than the newest shelf holds; returned newest first. */
export async function publishSix(site: Site): Promise<Paper[]> {
  const admin = await site.signIn()
  const oldestFirst: UploadFields[] = [
    { title: 'The sixth newest', year: '2001' },
    { title: 'Electrostatics to optics', subject: 'Physics', year: '2021', month: 'February' },
    { title: 'அரையாண்டுத் தேர்வு: கணிதம்', degree: '10th-state', year: '2022' },
    { title: 'Joint entrance', degree: 'jee', subject: 'all', year: '2023' },
    { title: LONG_TITLE, year: '2024', referenceLink: 'https://answers.example/a' },
    { title: 'The newest', subject: 'Chemistry', year: '2025', month: 'March' },
  ]
  const papers: Paper[] = []
  for (const fields of oldestFirst) papers.unshift(await publish(site, admin, fields))
  return papers
}

/** Home with its clock in our hands. */
export async function openStoppedHome(browser: Browser, site: Site, options: Options = {}) {
  const page = await openMovingPage(browser, options)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await Promise.all([cameToLife(page), page.goto(site.origin)])
  return page
}

/** The page has counted its visit, and is hydrated. */
export async function cameToLife(page: Page) {
  await page.waitForResponse('**/api/visits')
  await hydratePage(page)
}

/** Home; the slideshow that opens over it is a matter of its own tests, and stays closed here. */
export async function openHome(browser: Browser, site: Site, options: Options = {}) {
  const page = await openMovingPage(browser, options)
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => undefined
  })
  await page.goto(`${site.origin}/`, { waitUntil: 'load' })
  return page
}

/** Home with its newest papers in sight, awake unless there is no JavaScript. */
export async function openLatest(browser: Browser, site: Site, options: Options = {}) {
  const page = await openHome(browser, site, options)
  if (options.javaScriptEnabled !== false) await hydrateLatest(page)
  return page
}

/** Waits until the carousel is awake, and brings it into sight. */
export async function hydrateLatest(page: Page) {
  await hydratePage(page)
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

/** Lays the pointer on the strip, which then is. */
export async function hoverStrip(page: Page) {
  const row = await page.locator('.latest-row').boundingBox()
  await page.mouse.move((row?.x ?? 0) + 200, (row?.y ?? 0) + 150)
  await stands(page)
}
