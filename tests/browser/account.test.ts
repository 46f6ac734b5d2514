import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAccount, phoneCode } from '../support/account-page.ts'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDesk } from '../support/sign-in-page.ts'
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

test('a password is refused at its field, nothing typed is lost, and the changed one signs in', async () => {
  await openAccount(page, site.origin)
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
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
})

test('what was refused since the sign-in before is told first, and a right password louder', async () => {
  const guess = (password: string) =>
    site.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin },
      body: JSON.stringify({ email: ADMIN.email, password }),
    })
  await site.signIn()
  for (const password of ['not the password', 'nor this one'])
    expect((await guess(password)).status).toBe(401)
  await openAccount(page, site.origin)
  const told = page.getByText(/^2 sign-ins with your email were refused since your sign-in before this one/)
  await told.waitFor()
  expect(await told.textContent()).toContain('your password held')
  await page.getByText('2 refused at the password').waitFor()
  await page.getByText('127.0.0.x').waitFor()
  await site.app.db.updateTable('refusedSignIns').set({ codes: 1 }).execute()
  await page.reload()
  await page.getByRole('alert').getByText('Once the password was right and the code was not.').waitFor()
})

test('signing out everywhere ends the other browser, and with this device too, this one', async () => {
  const other = await openPage(browser)
  await openDesk(other, site.origin)
  await openAccount(page, site.origin)
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
  await openAccount(page, site.origin)
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
  // What the desk asks for in the background may have told it already, which breaks this off.
  await other.reload().catch(() => {})
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login')
  await other.context().close()
  await page.getByRole('button', { name: 'Restore ravi@centre.example' }).click()
  await page.getByRole('button', { name: 'Disable ravi@centre.example' }).waitFor()
})

test('a lost connection shows a sentence and a way to try again', async () => {
  await openDesk(page, site.origin)
  await page.route('**/api/admin/account', (route) => route.abort())
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByText('The site could not be reached.').waitFor()
  await page.unroute('**/api/admin/account')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor()
})

test('axe finds nothing on the account and in its dialogs, light on a phone and dark on a screen', async () => {
  const faults: string[] = []
  const look = () => inEachLook(page, async () => faults.push(...(await axeFaults(page))))
  await openAccount(page, site.origin)
  await look()
  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.locator('.qr-square').waitFor()
  await look()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').waitFor()
  await look()
  expect(faults).toEqual([])
})

test('at 320 px nothing of the account stands beyond the edge', async () => {
  await page.context().close()
  page = await openPage(browser, { viewport: { width: 320, height: 640 } })
  await openAccount(page, site.origin)
  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await page.getByRole('button', { name: 'Set it up' }).click()
  const key = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  expect(await overhang()).toEqual([])
  await page.getByLabel('The code that the app shows now').fill(phoneCode(key))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.locator('.codes').waitFor()
  expect(await overhang()).toEqual([])
})

/** What of the account's own reaches over the right edge. */
function overhang() {
  return page.evaluate(() =>
    [...document.querySelectorAll('.account *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 80)),
  )
}

test('who is disabled while at the desk is signed out at the next call', async () => {
  const owner = await site.signIn()
  const second = `second-${Date.now()}@centre.example`
  await site.app.identity.administrators.create({ email: second, password: NEW_PASSWORD })
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill(second)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  expect(owner.token).not.toBe('')
  await site.app.identity.administrators.disable(second)
  // A call of the desk's own may have met the refusal already, and the link be gone, or its page within this very call.
  await page
    .evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/journal"]')?.click())
    .catch(() => undefined)
  // Not waitForURL: it throws when the link's own navigation is given up for this one.
  await page.getByRole('button', { name: 'LOGIN' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(() => -1)).toBe(0)
})
