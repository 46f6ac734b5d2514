import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openBrowser, openPage } from './chromium.ts'
import { openSite, type SignedIn, type Site, type SiteOptions } from './site.ts'

/** What the tests of a file share: a site and a browser; for each test the administrator signed in, and a page. */
export let site: Site
export let browser: Browser
export let admin: SignedIn
export let page: Page & { errors: string[] }

/**
 * Opens a site of its own before the tests of a file. Before each of them the administrator is signed in for calls, and
 * a page of somebody who is not is opened: it comes to the admin area by `openSignedIn` and its like.
 */
export function visitAdmin(options: SiteOptions = {}) {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite(options), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.end()
  })
  beforeEach(async () => {
    admin = await site.signIn()
    page = await openPage(browser)
  })
  afterEach(async ({ task }) => {
    // What a test that fails now and then has seen is known in no other way.
    if (task.result?.state === 'fail')
      console.error(page.url(), await page.locator('main').allInnerTexts(), page.errors)
    await page.context().close()
  })
}
