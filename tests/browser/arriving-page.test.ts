import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/paper-path.ts'
import { areSheetsUsed, openBrowser, openPage, wakePage } from '../support/chromium.ts'
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

test('a page looks with the styles that it comes with as with its sheets', async () => {
  for (const [path, options] of [
    ['/', NARROW_AND_LIGHT],
    ['/about', WIDE_AND_DARK],
    ['/why-us', NARROW_AND_LIGHT],
    ['/pricing', WIDE_AND_DARK],
    ['/contact', NARROW_AND_LIGHT],
    ['/practice', WIDE_AND_DARK],
    ['/resources/cbse/12/', NARROW_AND_LIGHT],
    ['/search?q=matrices', WIDE_AND_DARK],
    ['/nowhere', NARROW_AND_LIGHT],
    [paper, NARROW_AND_LIGHT],
  ] as const) {
    const page = await openStill(options)
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(site.origin + path)
    await wakeWhenNoted(page)
    expect(await page.evaluate(differingLooks), path).toEqual([])
    await page.evaluate(() => document.head.querySelectorAll('style').item(1).remove())
    expect(await page.evaluate(differingLooks), `${path} without what it came with`).toEqual([])
    await page.context().close()
  }
}, 300_000)

test('nothing moves where a page stops for a moment', async () => {
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
})

test('nothing moves while the sheets come one after another', async () => {
  for (const path of ['/', '/practice']) {
    const page = await openPage(browser, NARROW_AND_LIGHT)
    await page.route('**/*.woff2', (route) => route.abort())
    const late = Promise.withResolvers<void>()
    // On a thin line the sheet of all pages may be there long before that of this one.
    await page.route(/\/assets\/(?!root-)[^/]*\.css$/, async (route) => {
      await late.promise
      await route.continue()
    })
    await watchShifts(page)
    // Sheets that hydration asks for before the page is loaded keep it from being so.
    await page.goto(site.origin + path, { waitUntil: 'commit' })
    await wakePage(page)
    const rootIsThere = () =>
      page.evaluate(
        () =>
          document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="/root-"]')?.sheet != null,
      )
    await expect.poll(rootIsThere).toBe(true)
    await shiftsOf(page)
    late.resolve()
    await page.waitForFunction(areSheetsUsed)
    expect([path, await shiftsOf(page)]).toEqual([path, []])
    await page.context().close()
  }
})

test('a page that was cut off shows what has come', async () => {
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

test('sheets that are at hand from another page wait for the one that is still coming', async () => {
  const page = await openPage(browser, NARROW_AND_LIGHT)
  await page.goto(`${site.origin}/resources/cbse/12/`)
  await wakePage(page)
  await page.waitForFunction(areSheetsUsed)
  // A route of Playwright's would switch the cache off, from which they come.
  const wire = await page.context().newCDPSession(page)
  const isHeld = Promise.withResolvers<void>()
  const isLet = Promise.withResolvers<void>()
  wire.on('Fetch.requestPaused', async ({ requestId }) => {
    isHeld.resolve()
    // The worker may ask for it as well.
    await isLet.promise
    await wire.send('Fetch.continueRequest', { requestId })
  })
  await wire.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/paper-*.css' }] })
  await watchShifts(page)
  await page.goto(site.origin + paper)
  await wakePage(page)
  await isHeld.promise
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  isLet.resolve()
  await page.waitForFunction(areSheetsUsed)
  expect(await shiftsOf(page)).toEqual([])
})

test('a phone loads little before the first tap, no sheet, and nothing from elsewhere', async () => {
  for (const path of ['/practice', '/', paper, '/ta/about']) {
    const { bytes, bytesWithoutThumbnails, elsewhere } = await measureFirstView(browser, site.origin + path)
    expect(bytes.js, path).toBeGreaterThan(0)
    expect(bytes.js, path).toBeLessThanOrEqual(10 * KB)
    // The slideshow's own, after the page.
    expect(bytes.css, path).toBeLessThanOrEqual(/^.(practice)?$/.test(path) ? 3 * KB : 0)
    // A list and a paper with a picture of up to 20 KB.
    expect(bytes.html, path).toBeLessThanOrEqual((path === paper ? 45 : 25) * KB)
    // Latin letters; Tamil ones where there are any.
    expect(bytes.fonts, path).toBeGreaterThan(20 * KB)
    expect(bytes.fonts, path).toBeLessThanOrEqual(60 * KB)
    if (path === '/practice') expect(bytesWithoutThumbnails).toBeLessThanOrEqual(100 * KB)
    expect(elsewhere, path).toEqual([])
  }
})

/** React comes when `wakeWhenNoted` has noted the looks of the page. */
async function openStill(options: Parameters<typeof openPage>[1]) {
  const page = await openPage(browser, options)
  await page.route('**/assets/core-*.js', async (route) => {
    await page.waitForFunction(() => 'noted' in window)
    await route.continue()
  })
  return page
}

async function wakeWhenNoted(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(noteLooks)).toBeGreaterThan(50)
  await wakePage(page)
  await page.waitForFunction(areSheetsUsed)
  await page.mouse.move(0, 0)
}

declare global {
  interface Window {
    noted: Map<Element, Map<string, string>>
    looks(): Window['noted']
  }
}

/** Notes how and where each part stands that a page comes with; returns how many do. */
function noteLooks() {
  const changing =
    '.latest-row, .latest-controls, .map-sheet, .keep-papers, dialog, .phrases, .slip, .roll-number, noscript'
  window.looks = () => {
    const parts = [...document.body.querySelectorAll('main *, header *, footer *')]
    const steady = parts.filter((part) => !part.closest(changing))
    return new Map(
      steady.map((part) => {
        const style = getComputedStyle(part)
        // The browser says 0 for an automatic margin now and then; the place says it, too. A variable is no look.
        const names = [...style].filter((name) => !/^(margin|--tw-)/.test(name))
        const { x, y } = part.getBoundingClientRect()
        return [
          part,
          new Map([
            ...names.map((name) => [name, style.getPropertyValue(name)] as const),
            ['place', `${x} ${y}`],
          ]),
        ]
      }),
    )
  }
  window.noted = window.looks()
  return window.noted.size
}

function differingLooks() {
  const differing: string[] = []
  for (const [part, looks] of window.looks()) {
    const noted = window.noted.get(part)
    const changed = [...looks].filter(([name, value]) => noted && noted.get(name) !== value)
    for (const [name, value] of changed.slice(0, 3))
      differing.push(`${part.tagName} ${part.getAttribute('class')} ${name}: ${noted?.get(name)} → ${value}`)
  }
  return differing.slice(0, 20)
}
