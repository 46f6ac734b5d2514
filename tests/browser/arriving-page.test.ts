import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openHeldPage } from '../support/held-page.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (const subject of ['Mathematics', 'Physics'] as const) await publish(site, admin, { subject })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test.each([
  ['/', 'class="icon-button opens-languages"'],
  ['/', 'title="X"'],
  ['/', '>9</a>'],
  ['/', 'class="hall-stub"'],
  ['/practice', 'class="icon-button opens-menu"'],
  ['/practice', 'title="X"'],
  ['/practice', 'class="class-bubbles"'],
  ['/practice', '>9</a>'],
  ['/practice', '>NEET</a>'],
  ['/practice', 'name="subject"'],
  ['/resources/cbse/12/', 'name="subject"'],
  ['/resources/cbse/12/', 'class="credit"'],
])('%s moves nothing when it has stopped for a moment before %s', async (path, until) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]) {
    const held = await openHeldPage(site.origin, until)
    const page = await openPage(browser, { viewport })
    await watchShifts(page)
    await page.goto(held.origin + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await shiftsOf(page)
    held.release()
    await page.waitForLoadState('load')
    expect.soft(await shiftsOf(page), `${viewport.width}`).toEqual([])
    await page.context().close()
    await held.close()
  }
})

test('a page that was cut off shows what has come', async () => {
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  for (const [path, end] of [
    ['/', '>9</a>'],
    ['/practice', 'name="subject"'],
  ] as const) {
    const html = await (await site.fetch(path)).text()
    await page.route(site.origin + path, (route) =>
      route.fulfill({ contentType: 'text/html', body: html.slice(0, html.indexOf(end)) }),
    )
    await page.goto(site.origin + path)
    // It has nothing to be hydrated with: its links lead on all the same.
    await page.getByRole('link', { name: 'Class 10' }).click()
    await page.waitForURL('**/practice?grade=10')
    expect(page.errors).toEqual([])
  }
  await page.context().close()
})
