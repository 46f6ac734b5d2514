import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { areSheetsUsed, openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  paper = await publish(site, await site.signIn(), { title: 'Matrices and determinants' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const NARROW_AND_LIGHT = { viewport: { width: 360, height: 800 }, colorScheme: 'light' } as const
const WIDE_AND_DARK = { viewport: { width: 1440, height: 800 }, colorScheme: 'dark' } as const

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
  ['paper', NARROW_AND_LIGHT],
] as const) {
  test(`${path} looks with the styles that it comes with as with its sheets`, async () => {
    const page = await openStill(options)
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(site.origin + (path === 'paper' ? `/papers/${paper.id}` : path))
    await wakeWhenNoted(page)
    expect(await page.evaluate(differingLooks)).toEqual([])
    await page.evaluate(() => document.head.querySelectorAll('style').item(1).remove())
    expect(await page.evaluate(differingLooks), 'without what it came with').toEqual([])
    await page.context().close()
  })
}

test('nothing moves while the sheets come one after another, and all are there in the end', async () => {
  for (const path of ['/', '/practice']) {
    const page = await openPage(browser, NARROW_AND_LIGHT)
    await page.route('**/*.woff2', (route) => route.abort())
    const { promise: isRest, resolve: letRest } = Promise.withResolvers<void>()
    // On a thin line the sheet of all pages may be there long before that of this one.
    await page.route(/\/assets\/(?!root-)[^/]*\.css$/, async (route) => {
      await isRest
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
    letRest()
    await page.waitForFunction(areSheetsUsed)
    expect([path, await shiftsOf(page)]).toEqual([path, []])
    await page.context().close()
  }
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
  await page.goto(`${site.origin}/papers/${paper.id}`)
  await wakePage(page)
  await isHeld.promise
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  isLet.resolve()
  await page.waitForFunction(areSheetsUsed)
  expect(await shiftsOf(page)).toEqual([])
  await page.context().close()
})

test('letters that come too late for the first paint do not take the place of others when the sheets are used', async () => {
  const page = await openPage(browser, NARROW_AND_LIGHT)
  const { promise: isLate, resolve: letLetters } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await isLate
    await route.continue()
  })
  await watchShifts(page)
  await page.goto(site.origin, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return painted && performance.now() - painted.startTime > 500
  })
  letLetters()
  await page.evaluate(() => document.fonts.ready)
  await wakePage(page)
  await page.waitForFunction(areSheetsUsed)
  expect(await shiftsOf(page)).toEqual([])
  await page.context().close()
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
