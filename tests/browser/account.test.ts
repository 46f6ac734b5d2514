import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { fillSignIn, signInOnPage } from '../support/sign-in-page.ts'
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

async function openAccount(on = page) {
  await signInOnPage(on, site.origin)
  await on.getByRole('link', { name: 'Account' }).click()
  await on.getByRole('heading', { name: 'Devices signed in' }).waitFor()
}

/** The code that the phone shows, some half minutes ahead: each counts once, and phones' clocks may differ by one. */
function codeOf(key: string, ahead = 0) {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 })
}

async function setUp(on = page) {
  await on.getByRole('button', { name: 'Set it up' }).click()
  const key = (await on.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  await on.getByLabel('The code that the app shows now').fill(codeOf(key))
  await on.getByRole('button', { name: 'Switch it on' }).click()
  await on.getByRole('heading', { name: 'Your ten recovery codes' }).waitFor()
  const codes = await on.locator('.codes code').allTextContents()
  await on.getByRole('button', { name: 'I have kept them' }).click()
  return { key, codes }
}

test('a second factor from the square to the recovery code and off again', async () => {
  await openAccount()
  const { key, codes } = await setUp()
  expect(codes).toHaveLength(10)
  await page.getByText('10 recovery codes are left').waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await fillSignIn(page)
  const code = page.getByLabel('Code from your app')
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('.toast', { hasText: 'The code is not right.' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await code.fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
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
  await openAccount()
  const { key } = await setUp()
  await page.context().clearCookies()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Present password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await fillSignIn(dialog)
  await dialog.getByLabel('Code from your app').fill(codeOf(key, 1))
  await dialog.getByRole('button', { name: 'LOGIN' }).click()
  await page.locator('.toast', { hasText: 'Password changed.' }).waitFor()
})

test('a password is refused at its field, nothing typed is lost, and the changed one signs in', async () => {
  await openAccount()
  const [present, next] = [page.getByLabel('Present password'), page.getByLabel('New password')]
  expect(await present.getAttribute('autocomplete')).toBe('current-password')
  expect(await next.getAttribute('autocomplete')).toBe('new-password')
  await present.fill(ADMIN.password)
  await next.fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password must have 15 to 128 characters; it has 5.').waitFor()
  expect(await next.getAttribute('aria-invalid')).toBe('true')
  expect(await present.inputValue()).toBe(ADMIN.password)
  await page.getByRole('button', { name: 'Show what is typed' }).last().click()
  expect(await next.getAttribute('type')).toBe('text')
  await next.fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.locator('.toast', { hasText: 'Password changed.' }).waitFor()
  expect(await next.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
})

test('signing out everywhere ends the other browser, and with this device too, this one', async () => {
  const other = await openPage(browser)
  await signInOnPage(other, site.origin)
  await openAccount()
  await page.getByText('[2 devices]').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('[1 device]').waitFor()
  await other.reload()
  await other.waitForURL('**/login')
  await other.context().close()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByLabel('This device too').check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
})

test('a further administrator gets a password shown once, must choose another, is disabled and restored', async () => {
  await openAccount()
  expect(await page.getByRole('button', { name: `Disable ${ADMIN.email}` }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Add administrator' }).click()
  await page.getByText(`There is already an administrator ${ADMIN.email}.`).waitFor()
  await page.getByLabel('Email').fill('ravi@centre.example')
  await page.getByRole('button', { name: 'Add administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pass this password on' })
  const password = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have it' }).click()

  const other = await openPage(browser)
  await other.goto(`${site.origin}/login`)
  await other.getByLabel('Email').fill('ravi@centre.example')
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'LOGIN' }).click()
  await other.getByText('Choose one of your own').waitFor()
  await other.waitForURL('**/admin/account')
  await other.getByLabel('Present password').fill(password)
  await other.getByLabel('New password').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Change password' }).click()
  await other.getByRole('heading', { name: 'Upload PDF' }).waitFor()

  await page.getByRole('button', { name: 'Disable ravi@centre.example' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled: cannot sign in').waitFor()
  await other.reload()
  await other.waitForURL('**/login')
  await other.context().close()
  await page.getByRole('button', { name: 'Restore ravi@centre.example' }).click()
  await page.getByRole('button', { name: 'Disable ravi@centre.example' }).waitFor()
})

test('after ten minutes what is sensitive asks for the password, once, and goes on', async () => {
  await openAccount()
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
  await page.getByRole('link', { name: 'Papers and prices' }).click()
  await page.waitForURL('**/admin/account')
  await setUp()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
})

test('a lost connection shows a sentence and a way to try again', async () => {
  await signInOnPage(page, site.origin)
  await page.route('**/api/admin/account', (route) => route.abort())
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByText('The site could not be reached.').waitFor()
  await page.unroute('**/api/admin/account')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor()
})

test.each([
  [360, 'light'],
  [1440, 'dark'],
  [360, 'dark'],
  [1440, 'light'],
] as const)(
  'at %i px, %s, axe finds nothing on the account and in its dialogs',
  async (width, colorScheme) => {
    await page.context().close()
    page = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
    await openAccount()
    const faults = await axeFaults(page)
    await page.getByRole('button', { name: 'Add an administrator' }).click()
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.locator('.qr-square').waitFor()
    faults.push(...(await axeFaults(page)))
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').waitFor()
    faults.push(...(await axeFaults(page)))
    expect(faults).toEqual([])
  },
)

test('at 320 px nothing of the account stands beyond the edge', async () => {
  await page.context().close()
  page = await openPage(browser, { viewport: { width: 320, height: 640 } })
  await openAccount()
  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await page.getByRole('button', { name: 'Set it up' }).click()
  const key = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  expect(await overhang()).toEqual([])
  await page.getByLabel('The code that the app shows now').fill(codeOf(key))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.locator('.codes').waitFor()
  expect(await overhang()).toEqual([])
})

/** As if ten minutes had passed since the password was typed. */
async function forgetConfirmation() {
  await site.app.db
    .withoutPlugins()
    .updateTable('session' as never)
    .set({ confirmedAt: null } as never)
    .execute()
}

/** What of the account's own reaches over the right edge. */
function overhang() {
  return page.evaluate(() =>
    [...document.querySelectorAll('.account *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 80)),
  )
}
