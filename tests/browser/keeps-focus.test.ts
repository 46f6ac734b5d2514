import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDeskList } from '../support/desk-page.ts'
import { openDesk, openSignedIn } from '../support/sign-in-page.ts'
import { ADMIN, openSite, publish, type SignedIn, type Site } from '../support/site.ts'

/** Neither a button that is at work, nor a toast, nor a row that goes takes the focus away from whoever uses keys. */
let site: Site
let browser: Browser
let page: Page & { errors: string[] }
let admin: SignedIn
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())

async function press(name: string | RegExp) {
  await button(name).focus()
  await page.keyboard.press('Enter')
}

test('a refused sign-in leaves the focus on LOGIN, and takes no second press meanwhile', async () => {
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill('not the password at all')
  let calls = 0
  await page.route('**/api/auth/login', async (route) => {
    calls += 1
    await page.keyboard.press('Enter')
    await route.continue()
  })
  await page.getByRole('button', { name: 'LOGIN', disabled: false }).waitFor()
  await press('LOGIN')
  await page.locator('.toast').waitFor()
  expect([await focused(), calls]).toEqual(['LOGIN', 1])
})

test('a toast leaves the focus on Update, when it comes and when it goes', async () => {
  await openDesk(page, site.origin)
  await page.getByRole('group', { name: 'JEE' }).getByLabel('ANNUAL').fill('4999')
  await page.clock.install()
  await press('Update')
  await page.locator('.toast').waitFor()
  expect(await focused()).toContain('Update')
  await page.clock.runFor(4_100)
  await page.locator('.toast').waitFor({ state: 'detached' })
  expect(await focused()).toContain('Update')
})

test('older changes leave the focus on the button that asks for them', async () => {
  const headers = { ...admin.headers, 'Content-Type': 'application/json' }
  for (let rupees = 1; rupees * PLAN_IDS.length <= 110; rupees += 1) {
    const body = JSON.stringify(Object.fromEntries(PLAN_IDS.map((id) => [id, rupees])))
    await site.fetch('/api/admin/prices', { method: 'PUT', headers, body })
  }
  await openSignedIn(page, site.origin, '/admin/journal')
  await button('Older changes').waitFor()
  const answered = page.waitForResponse('**/api/admin/journal?*')
  await press('Older changes')
  await answered
  await page.locator('[aria-busy="false"] .journal-lines').first().waitFor()
  expect(await focused()).toBe('Older changes')
})

test('on the account a refusal leaves the focus, and a device that goes passes it to its heading', async () => {
  await site.signIn()
  await openSignedIn(page, site.origin, '/admin/account')
  await page.getByLabel('Present password').fill('not the password at all')
  await page.getByLabel('New password').fill('twelve quiet lamps in a row')
  await press('Change password')
  await page.getByText('That is not your present password.').waitFor()
  expect(await focused()).toBe('Change password')
  await press(/^Sign out A browser/)
  await expect.poll(focused).toBe('Devices signed in')
})

test('papers that are binned together, and come back, pass the focus to the heading of the list', async () => {
  await publish(site, admin, { title: 'Chosen alone', subject: 'History' })
  const list = await openDeskList(page, site.origin, '?subject=History')
  await list.getByLabel('Pick all on this page').check()
  await page.locator('.chosen-bar').getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Uploaded PDFs')
  await list.locator('.last-line').getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Uploaded PDFs')
})
