import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { measureFirstView } from '../support/first-view.ts'
import { openHeldPage } from '../support/held-page.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const KB = 1000

let site: Site
let browser: Browser
let paper: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { subject: 'Physics' })
  paper = paperPath(await publish(site, admin, { title: 'Matrices and determinants' }))
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

const NARROW_AND_LIGHT = { viewport: { width: 360, height: 800 }, colorScheme: 'light' } as const
const WIDE_AND_DARK = { viewport: { width: 1440, height: 800 }, colorScheme: 'dark' } as const

test('nothing moves where a page stops for a moment, and one that was cut off leads on', async () => {
  for (const [path, until] of [
    ['/', 'class="hall-stub"'],
    ['/practice', '>NEET</a>'],
    [paper, 'class="front-facts"'],
  ] as const) {
    const held = await openHeldPage(site.origin, until)
    const stopped = await openPage(browser, NARROW_AND_LIGHT)
    await watchShifts(stopped)
    await stopped.goto(held.origin + path, { waitUntil: 'commit' })
    await stopped.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await shiftsOf(stopped)
    held.release()
    await stopped.waitForLoadState('load')
    expect([path, await shiftsOf(stopped)]).toEqual([path, []])
    await stopped.context().close()
    await held.close()
  }

  const page = await openPage(browser)
  const html = await (await site.fetch('/practice')).text()
  await page.route(`${site.origin}/practice`, (route) =>
    route.fulfill({ contentType: 'text/html', body: html.slice(0, html.indexOf('name="subject"')) }),
  )
  await page.goto(`${site.origin}/practice`)
  // It has nothing to be hydrated with: its links lead on all the same.
  await page.getByRole('link', { name: 'Class 10' }).click()
  await page.waitForURL('**/practice?grade=10')
  expect(page.errors).toEqual([])
})

test('nothing moves when a page becomes React’s, and pages that follow ask for no sheet', async () => {
  const page = await openPage(browser, WIDE_AND_DARK)
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(new URL(request.url()).pathname)
  })
  await watchShifts(page)
  await page.goto(`${site.origin}/about`)
  await hydratePage(page)
  expect(await shiftsOf(page)).toEqual([])
  const links = page.getByRole('navigation', { name: 'Main' })
  for (const [name, heading] of [
    ['Why Us', 'Why Us'],
    ['Pricing', 'Plans We Offer'],
    ['Contact Us', 'Contact Us'],
  ] as const) {
    await links.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }
  expect(sheets).toEqual([expect.stringMatching(/^\/assets\/root-/)])
})

test('a phone loads little before the first tap, one sheet, and nothing from elsewhere', async () => {
  for (const path of ['/practice', '/', paper, '/ta/about']) {
    const { bytes, bytesWithoutThumbnails, elsewhere } = await measureFirstView(browser, site.origin + path)
    expect(bytes.js, path).toBeGreaterThan(0)
    expect(bytes.js, path).toBeLessThanOrEqual(10.2 * KB)
    // That of all pages, which no later page asks for; the slideshow's own, after the page.
    expect(bytes.css, path).toBeLessThanOrEqual((/^.(practice)?$/.test(path) ? 31.6 : 28.6) * KB)
    // A paper with a picture of up to 20 KB.
    expect(bytes.html, path).toBeLessThanOrEqual((path === paper ? 33 : 12) * KB)
    // Latin letters; Tamil ones where there are any.
    expect(bytes.fonts, path).toBeGreaterThan(20 * KB)
    expect(bytes.fonts, path).toBeLessThanOrEqual(60 * KB)
    if (path === '/practice') expect(bytesWithoutThumbnails).toBeLessThanOrEqual(100 * KB)
    expect(elsewhere, path).toEqual([])
  }
})
