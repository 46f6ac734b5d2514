import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gotoWithFonts, openBrowser, openPage } from '../support/chromium.ts'
import { openDeskList } from '../support/desk-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await publish(site, await site.signIn())
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** How people search, and the same with what they may add. */
const TYPED = ['12th physics 2022', '12th maths state 2022']

/** By their places: a field that suggests is a combobox from its first focus on. */
const FIELDS: [name: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'the header’s',
    async (page) => {
      await gotoWithFonts(page, `${site.origin}/about`)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      return page.locator('#search input')
    },
  ],
  ...['/practice', '/search', '/resources/cbse/12/'].map((path): (typeof FIELDS)[number] => [
    path,
    async (page) => {
      await gotoWithFonts(page, `${site.origin}${path}`)
      return page.locator('main input[type=search]')
    },
  ]),
  [
    'a missing page’s',
    async (page) => {
      await gotoWithFonts(page, `${site.origin}/nowhere`)
      return page.locator('main input[type=search]')
    },
  ],
  [
    'the desk’s',
    async (page) => {
      // Signed in once: a second time ends with 401 what the page that is open asks for meanwhile.
      if (!page.url().includes('/admin')) await openDeskList(page, site.origin)
      await gotoWithFonts(page, `${site.origin}/admin`)
      return page.getByRole('searchbox')
    },
  ],
]

test.each(FIELDS)(
  '%s search shows from its first letter on what is typed at 360 and 320 px',
  async (_, open) => {
    const page = await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true })
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      // The system's letters are wider than the site's.
      const field = await open(page)
      for (const text of TYPED) {
        await field.fill('')
        // The last letter by its key, with which the field follows the caret.
        await field.fill(text.slice(0, -1))
        await field.press(text.slice(-1))
        expect(await field.inputValue()).toBe(text)
        const moved = await field.evaluate((input: HTMLInputElement) => input.scrollLeft)
        expect([width, text, moved]).toEqual([width, text, 0])
      }
    }
    expect(page.errors.filter((error) => !error.includes('404'))).toEqual([])
    await page.context().close()
  },
)
