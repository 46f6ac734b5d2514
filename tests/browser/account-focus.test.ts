import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAccount, phoneCode } from '../support/account-page.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

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

test('by keyboard alone the focus stays where one works, after each step of the account', async () => {
  const other = await openPage(browser)
  await openDesk(other, site.origin)
  await other.context().close()
  await openAccount(page, site.origin)
  await press(/^Sign out .*, last used/)
  await focusOn('heading', 'Devices signed in')
  await press('Change password')
  await page.getByText('That is not your present password.').waitFor()
  await focusOn('button', 'Change password')
  await press('Set it up')
  await page.locator('.qr-square').waitFor()
  await press('Cancel')
  await focusOn('button', 'Set it up')
  await press('Set it up')
  const key = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('The code that the app shows now').fill('000000')
  await press('Switch it on')
  await page.getByText('The code is not right.').waitFor()
  await focusOn('button', 'Switch it on')
  await page.getByLabel('The code that the app shows now').fill(phoneCode(key))
  await press('Switch it on')
  await focusOn('heading', 'Your ten recovery codes')
  await press('I have kept them')
  await focusOn('heading', 'Second factor')
})

test('nor does it fall to the page’s beginning when an administrator is made, disabled and restored', async () => {
  await openAccount(page, site.origin)
  await press('Add an administrator')
  await press('Cancel')
  await focusOn('button', 'Add an administrator')
  await press('Add an administrator')
  await page.getByLabel('Email').fill('ravi@centre.example')
  await press('Add administrator')
  await press('I have it')
  await focusOn('button', 'Add an administrator')
  await press('Disable ravi@centre.example')
  await press('Disable')
  await page.getByText('Disabled: cannot sign in').waitFor()
  await focusOn('heading', 'Administrators')
  await press('Restore ravi@centre.example')
  await page.getByRole('button', { name: 'Disable ravi@centre.example' }).waitFor()
  await focusOn('heading', 'Administrators')
})

test('a button that is busy sends once, and keeps the focus', async () => {
  await page.goto(`${site.origin}/login`)
  let sent = 0
  const { promise: pressedTwice, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    sent += 1
    await pressedTwice
    await route.continue()
  })
  await page.getByLabel('Email').fill('nobody@centre.example')
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'LOGIN', disabled: false }).waitFor()
  await press('LOGIN')
  await page.keyboard.press('Enter')
  go()
  await page.getByText('Email or password is not right.').first().waitFor()
  await focusOn('button', 'LOGIN')
  expect(sent).toBe(1)
})

async function press(name: string | RegExp) {
  await page.getByRole('button', { name, exact: true }).last().focus()
  await page.keyboard.press('Enter')
}

/** Waits until the focus is there. */
async function focusOn(role: 'button' | 'heading', name: string) {
  const element = await page.getByRole(role, { name, exact: true }).last().elementHandle()
  await page.waitForFunction((wanted) => document.activeElement === wanted, element)
}
