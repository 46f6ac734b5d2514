import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { madePapers, pick, waitForRows } from '../support/many-files.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { ADMIN, openSite, type Site } from '../support/site.ts'

const SENTENCE = 'This account has been disabled.'
const COLLEAGUE = { email: 'ravi@centre.example', password: 'a quiet boat on the lake' }

let site: Site
let browser: Browser
let page: Page
let tabs: BrowserContext
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  site = await openSite()
  await site.app.identity.administrators.create(COLLEAGUE)
  page = await openPage(browser)
  tabs = page.context()
})
afterEach(async () => {
  await tabs.close()
  await site.end()
})

const disable = () => site.app.identity.administrators.disable(ADMIN.email)

/** The tab stands at /login, which says why in the form and in a toast; nothing is kept in the browser. */
async function expectTold(tab: Page) {
  // The toast stands for four seconds: it is waited for from the beginning, whatever the rest takes.
  await Promise.all([
    // A page that was on its way is broken off by this one, which `waitForURL` takes for a failure.
    expect.poll(() => new URL(tab.url()).pathname).toBe('/login'),
    tab.locator('form').getByText(SENTENCE).waitFor(),
    tab.locator('.toast', { hasText: SENTENCE }).waitFor(),
  ])
  expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
}

test('who is disabled at work is told at once, in every tab, and may come in with another account', async () => {
  await openDesk(page, site.origin)
  const other = await tabs.newPage()
  await other.goto(`${site.origin}/admin`)
  await other.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  await disable()
  // What the desk asks for in the background may have told it already: then the link is gone, or the page is going.
  await page
    .evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/journal"]')?.click())
    .catch(() => {})
  await Promise.all([expectTold(page), expectTold(other)])
  await page.locator('.toast').waitFor({ state: 'detached' })
  expect(await axeFaults(page)).toEqual([])
  await page.goto(`${site.origin}/admin`)
  await expectTold(page)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('form').getByText('Email or password is not right.').waitFor()
  expect(await page.locator('form').getByText(SENTENCE).count()).toBe(0)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('form').getByText(SENTENCE).waitFor()
  await page.getByLabel('Email').fill(COLLEAGUE.email)
  await page.getByLabel('Password').fill(COLLEAGUE.password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  await page.goto(`${site.origin}/login`)
  await page.getByRole('heading', { name: 'Administrator sign-in' }).waitFor()
  expect(await page.getByText(SENTENCE).count()).toBe(0)
})

test('a refresh of the token tells it', async () => {
  await tabs.route('**/api/auth/token', async (route) => {
    await disable()
    await route.continue()
  })
  // It may leave the desk before the desk has been seen.
  void openDesk(page, site.origin).catch(() => {})
  await expectTold(page)
})

test('sending a file tells it, and nothing asks whether to leave a file that can no longer be sent', async () => {
  await openDesk(page, site.origin)
  await page.goto(`${site.origin}/admin/upload`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.route('**/api/admin/duplicates', async (route) => {
    await disable()
    await route.continue()
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from(plainPdf()) })
  await expectTold(page)
  expect(asked).toEqual([])
})

test('rows of Many files that could not be stored are not left behind', async () => {
  await openDesk(page, site.origin)
  await page.goto(`${site.origin}/admin/upload`)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      document.documentElement.dataset.tried = ''
      throw new DOMException('There is no room', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Title').fill('Typed by hand')
  await page.waitForFunction(() => 'tried' in document.documentElement.dataset)
  await disable()
  // What the row saves meanwhile may have told it already.
  await page
    .evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/journal"]')?.click())
    .catch(() => {})
  await expectTold(page)
})

test('without scripts /login tells it as well, to nobody but the owner of the session', async () => {
  const { headers } = await site.signIn()
  const read = async (cookie: string) =>
    await (await site.fetch('/login', { headers: { Cookie: cookie } })).text()
  expect(await read(headers.Cookie ?? '')).not.toContain(SENTENCE)
  await disable()
  expect(await read(headers.Cookie ?? '')).toContain(SENTENCE)
  for (const cookie of ['', 'session=nonsense']) expect(await read(cookie)).not.toContain(SENTENCE)
})
