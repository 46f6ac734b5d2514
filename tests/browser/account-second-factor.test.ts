import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAccount, phoneCode, setUpSecondFactor } from '../support/account-page.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { ADMIN, openSite, type Site } from '../support/site.ts'

const NEW_PASSWORD = 'chalk dust on the third bench'

let site: Site
let browser: Browser
let page: Page
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

test('a second factor from the square to the recovery code and off again', async () => {
  await openAccount(page, site.origin)
  const { key, codes } = await setUpSecondFactor(page)
  expect(codes).toHaveLength(10)
  await page.getByText('10 recovery codes are left').waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await fillSignIn(page)
  const code = page.getByLabel('Code from your app')
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('.toast', { hasText: 'The code is not right.' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await code.fill(phoneCode(key, 1))
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await fillSignIn(page)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByText('9 recovery codes are left').waitFor()
  await page.getByRole('button', { name: 'Switch it off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch the second factor off?' })
  await dialog.getByLabel('Your password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Switch it off' }).click()
  await dialog.getByText('The code is not right.').waitFor()
  expect(await dialog.getByLabel('Your password').inputValue()).toBe(ADMIN.password)
  await dialog.getByLabel('Recovery code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Switch it off' }).click()
  await page.getByRole('button', { name: 'Set it up' }).waitFor()
})

test('a session that ended is taken up over the page by both steps', async () => {
  await openAccount(page, site.origin)
  const { key } = await setUpSecondFactor(page)
  // Until it says so, the page still asks the site: a session that ends meanwhile is told at once.
  await page.getByText('10 recovery codes are left').waitFor()
  await page.context().clearCookies()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Present password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await fillSignIn(dialog)
  await dialog.getByLabel('Code from your app').fill(phoneCode(key, 1))
  await dialog.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('.toast', { hasText: 'Password changed.' }).waitFor()
})

test('after ten minutes what is sensitive asks for the password, once, and goes on', async () => {
  await openAccount(page, site.origin)
  await forgetConfirmation()
  await page.getByRole('button', { name: 'Set it up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Your password').fill('not the password at all')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByText('That is not your present password.').waitFor()
  await dialog.getByLabel('Your password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await page.locator('.qr-square').waitFor()
})

test('where a second factor is required, an administrator is led to it and opens the desk with it', async () => {
  await site.end()
  site = await openSite({ env: { REQUIRE_SECOND_FACTOR: 'on' } })
  await page.goto(`${site.origin}/login`)
  await fillSignIn(page)
  await page.getByText('This site asks every administrator for a second factor.').waitFor()
  await page.getByRole('link', { name: 'Papers', exact: true }).click()
  await page.waitForURL('**/admin/account')
  await setUpSecondFactor(page)
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
})

/** As if ten minutes had passed since the password was typed. */
async function forgetConfirmation() {
  await site.app.db.updateTable('sessions').set({ confirmedAt: null }).execute()
}
