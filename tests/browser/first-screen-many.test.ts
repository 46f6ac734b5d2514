import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureExams } from '#domain/exam-sets/file-exams.server.ts'
import { fillCatalogue } from '../../bench/support/made-catalogue.ts'
import { gotoWithFonts, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'

/** Enough for a count of four digits, which is what a phone's line has no room for, and for every subject. */
const PAPERS = 1234
/** A stamp is turned a little: in pixels, how far its corner stands above what is drawn beside the year. */
const TURNED = 6

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await fillCatalogue(site.database, site.app, PAPERS)
  await ensureExams(site.app, Number.POSITIVE_INFINITY)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function boxOf(part: Locator) {
  return (await part.first().boundingBox()) ?? expect.fail(`${part} is not there`)
}

test('of many papers the count stands beside the name of Practice on a phone, and beside its filters on a screen', async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await gotoWithFonts(page, `${site.origin}/practice`)
  const cards = page.getByRole('main').getByRole('article')
  expect((await boxOf(cards)).y).toBeLessThanOrEqual(330)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/practice', '/search?q=question']) {
    await gotoWithFonts(page, site.origin + path)
    // As many as 100,000 papers have; measured at once, since hydration makes anew what is not as it was sent.
    const [end, next] = await page.locator('.filters').evaluate((filters) => {
      const counted = filters.querySelector(':scope > .toggle small') as HTMLElement
      counted.textContent = '(39,799)'
      const fields = [...filters.querySelectorAll(':scope > .choice')]
      const field = fields.find((choice) => choice.checkVisibility()) as Element
      return [counted.getBoundingClientRect().right, field.getBoundingClientRect().left] as const
    })
    expect(end, path).toBeLessThan(next)
  }
  await page.context().close()
})

test('what a sheet without a picture says stands whole, and no stamp lies on it', async () => {
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  for (const path of ['/', '/practice', '/search?q=question']) {
    await gotoWithFonts(page, site.origin + path)
    const words = await page.locator('.ruled-name').evaluateAll((names) =>
      names.map((name) => {
        const lines = Math.round(
          name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight),
        )
        return { text: name.textContent ?? '', lines }
      }),
    )
    expect(words.length, path).toBeGreaterThan(0)
    expect(
      words.filter(({ text, lines }) => lines > text.split(' ').length),
      path,
    ).toEqual([])
    const covered = await page.locator('.thumbnail + .stamp').evaluateAll(
      (stamps, turned) =>
        stamps.filter((stamp) => {
          const year = stamp.previousElementSibling?.querySelector('.ruled-year')?.getBoundingClientRect()
          return year !== undefined && year.bottom - stamp.getBoundingClientRect().top > turned
        }).length,
      TURNED,
    )
    expect(covered, path).toBe(0)
  }
  await page.context().close()
})
