import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  site = await openSite()
  page = await openPage(browser)
})
afterEach(async () => {
  await page.context().close()
  await site.end()
})

const NAME = madePapers(1)[0]?.name ?? ''

test('where there is no room for them, files that were put on the form are listed all the same, and it is said', async () => {
  await openDesk(page, site.origin)
  await fillStorage()
  const files = madePapers(2).map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: bytes }))
  await page.getByLabel('PDF file').setInputFiles(files)
  await page.waitForURL('**/admin/upload')
  await page.getByText('There is no room on this device to keep 2 of the files.').waitFor()
  await waitForRows(page, 'ready', 2)
  await page.getByRole('button', { name: 'Publish 2 complete papers' }).click()
  await page.getByRole('heading', { name: '2 published', exact: true }).waitFor()
  expect((await (await site.fetch('/api/papers')).json()).total).toBe(2)
})

test('a file that the browser cannot read from its storage says so at its row', async () => {
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'files') throw new DOMException('The storage is broken.', 'UnknownError')
      return get.call(this, key)
    }
  })
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await rowOf(page, NAME).getByText('The file could not be read').waitFor()
  await rowOf(page, NAME).getByRole('button', { name: 'Try again' }).waitFor()
})

test('signing out while a file is sent ends it without a fault', async () => {
  await openManyFiles(page, site.origin)
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route('**/api/admin/uploads/*', () => {})
  await pick(page, madePapers(1))
  await isSent
  const isEnded = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Logout' }).click()
  await isEnded
  await page.waitForURL('**/login')
  await page.getByLabel('Password').waitFor()
  // What the desk asked for in the background at that moment may be refused.
  expect(page.errors.filter((error) => !error.includes('401'))).toEqual([])
})

test('pictures of pages do not outlive the session', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  const address = await page.locator('.inbox-page-one img').getAttribute('src')
  const isThere = () =>
    page.evaluate(async (src) => {
      const picture = Object.assign(new Image(), { src })
      return await picture.decode().then(
        () => true,
        () => false,
      )
    }, address ?? '')
  expect(await isThere()).toBe(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(isThere).toBe(false)
})

test('the whole PDF opens within the press, as Safari wants it, in a window without a way back', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  await rowOf(page, NAME).getByRole('button', { name: 'Look at page 1' }).click()
  const button = page.getByRole('button', { name: 'Open the whole PDF' })
  // This browser shows no PDF: it saves what the window was led to, and says so of that window or of its opener.
  const saved = new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.once('popup', (opened) => opened.once('download', resolve))
  })
  const [opened, isAtOnce] = await Promise.all([
    page.waitForEvent('popup'),
    button.evaluate((element: HTMLElement) => {
      const { open } = window
      let times = 0
      window.open = (...how) => {
        times += 1
        return open(...how)
      }
      element.click()
      return times === 1
    }),
  ])
  expect(isAtOnce).toBe(true)
  expect((await saved).url()).toMatch(/^blob:/)
  expect(await opened.evaluate(() => window.opener)).toBe(null)
})

/** From now on the browser refuses to store anything, as on a full disk. Before its first write: it remembers room. */
async function fillStorage() {
  const client = await page.context().newCDPSession(page)
  await client.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
}
