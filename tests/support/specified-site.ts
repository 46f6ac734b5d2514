import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openBrowser, openMovingPage, openPage } from './chromium.ts'
import { openSite, publish, type Site } from './site.ts'

/** What the tests of a file share: the specified site and a browser; and a page for each test. */
export let site: Site
export let browser: Browser
export let page: Page & { errors: string[] }

/** Opens the specified site before the tests of a file, and a page of a visitor of its own before each of them. */
export function visitSpecifiedSite(options: Parameters<typeof openMovingPage>[1] = {}) {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSpecifiedSite(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.end()
  })
  beforeEach(async () => {
    page = await openMovingPage(browser, options)
  })
  afterEach(() => page.context().close())
}

/**
 * As above, with one page for all tests of the file, on which no script runs: for what the HTML says by itself. A load
 * of the app in a page of its own takes the machine's time five times.
 */
export function visitServedSite({ viewport }: { viewport: { width: number; height: number } }) {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSpecifiedSite(), openBrowser()])
    page = await openPage(browser, { javaScriptEnabled: false })
  })
  beforeEach(() => page.setViewportSize(viewport))
  afterAll(async () => {
    await browser?.close()
    await site?.end()
  })
}

/** The newest paper of the specified site; it has an answer. */
export const NEWEST = 'Model paper: matrices'

/** A site with what the specification speaks of: two pages of one shelf, several classes, an exam, and one price. */
async function openSpecifiedSite(): Promise<Site> {
  const site = await openSite()
  const admin = await site.signIn()
  for (let year = 2001; year <= 2013; year += 1) {
    await publish(site, admin, { title: `Maths of ${year}`, month: 'March', year: String(year) })
  }
  await publish(site, admin, {
    title: NEWEST,
    month: 'June',
    year: '2025',
    referenceLink: 'https://answers.example/model',
  })
  await publish(site, admin, { title: 'Physics test', subject: 'Physics', month: 'May', year: '2025' })
  await publish(site, admin, { title: 'State maths', degree: '10th-state', month: 'April', year: '2025' })
  await publish(site, admin, {
    title: 'Joint entrance',
    degree: 'jee',
    subject: 'all',
    month: 'March',
    year: '2025',
  })
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-half': 2199 }),
  })
  if (!answer.ok) throw new Error(`The price was refused: ${answer.status} ${await answer.text()}`)
  return site
}
