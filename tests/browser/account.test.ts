import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, phoneCode, setUpSecondFactor } from '../support/account-page.ts'
import { browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { fillSignIn, logOut, openAdmin, openSignedIn } from '../support/sign-in-page.ts'
import { ADMIN } from '../support/site.ts'

const NEW_PASSWORD = 'chalk dust on the third bench'

/** An administrator of each test's own, since it changes its account. */
let account: typeof ADMIN
let made = 0
visitAdmin()
beforeEach(async () => {
  made += 1
  account = { ...ADMIN, email: `administrator-${made}@centre.example` }
  await site.app.identity.administrators.create(account)
})

const toast = (text: string) => page.locator('.toast', { hasText: text })
const said = (text: string | RegExp) => page.getByText(text).waitFor()
const atPapers = (on: Page = page) => on.getByRole('heading', { name: 'Upload PDF' }).waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last()

async function press(name: string | RegExp) {
  await button(name).focus()
  await page.keyboard.press('Enter')
}

/** Waits until the focus is there. */
async function focusOn(role: 'button' | 'heading', name: string) {
  const element = await page.getByRole(role, { name, exact: true }).last().elementHandle()
  await page.waitForFunction((wanted) => document.activeElement === wanted, element)
}

test('refused sign-ins are told, a wrong password is named at its field with nothing typed lost, and the changed one signs in', async () => {
  await site.signIn(account)
  for (const password of ['not the password', 'nor this one']) {
    const body = JSON.stringify({ ...account, password })
    const headers = { 'Content-Type': 'application/json', Origin: site.origin }
    expect((await site.fetch('/api/auth/login', { method: 'POST', headers, body })).status).toBe(401)
  }
  await openAccount(page, site.origin, account)
  const told = page.getByText(/^2 sign-ins with your email were refused since your sign-in before this one/)
  expect(await told.textContent()).toContain('your password held')
  await said('2 refused at the password')
  await said('127.0.0.x')
  expect(await axeFaultsIn(page)).toEqual([])
  // A right password is told louder.
  await site.app.db.updateTable('refusedSignIns').set({ codes: 1 }).execute()
  await page.route('**/api/admin/account', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Not now.' } }),
  )
  await page.reload()
  await said('Not now.')
  await page.unroute('**/api/admin/account')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByText('Once the password was right and the code was not.').waitFor()

  const [present, next] = [page.getByLabel('Present password'), page.getByLabel('New password')]
  expect(await present.getAttribute('autocomplete')).toBe('current-password')
  expect(await next.getAttribute('autocomplete')).toBe('new-password')
  await present.fill('not the password at all')
  await next.fill(NEW_PASSWORD)
  await press('Change password')
  await said('That is not your present password.')
  await focusOn('button', 'Change password')
  await present.fill(account.password)
  await next.fill('short')
  await press('Change password')
  await said('The password must have 15 to 128 characters; it has 5.')
  expect(await next.getAttribute('aria-invalid')).toBe('true')
  expect(await present.inputValue()).toBe(account.password)
  await page.getByRole('button', { name: 'Show what is typed' }).last().click()
  expect(await next.getAttribute('type')).toBe('text')
  await next.fill(NEW_PASSWORD)
  await press('Change password')
  await toast('Password changed.').waitFor()
  await expect.poll(() => next.inputValue()).toBe('')
  await logOut(page)
  await fillSignIn(page, { ...account, password: NEW_PASSWORD })
  await atPapers()
})

test('one device is signed out, then all others, and with this device too, this one', async () => {
  await site.signIn(account)
  const other = await openPage(browser)
  await openSignedIn(other, site.origin, '/admin', account)
  await atPapers(other)
  await openAccount(page, site.origin, account)
  await said('[3 devices]')
  await press(/^Sign out .*, last used/)
  await said('[2 devices]')
  await focusOn('heading', 'Devices signed in')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await axeFaultsIn(page, '[role=alertdialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await said('[1 device]')
  await other.reload()
  await other.waitForURL('**/login')
  await other.context().close()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByLabel('This device too').check()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
})

test('by keyboard a further administrator gets a password shown once, must choose another, is disabled and restored', async () => {
  await openAccount(page, site.origin, account)
  expect(await page.getByRole('button', { name: `Disable ${account.email}` }).count()).toBe(0)
  await press('Add an administrator')
  await press('Cancel')
  await focusOn('button', 'Add an administrator')
  await press('Add an administrator')
  await page.getByLabel('Email').fill(account.email)
  await press('Add administrator')
  await said(`There is already an administrator ${account.email}.`)
  await page.getByLabel('Email').fill('ravi@centre.example')
  await press('Add administrator')
  const dialog = page.getByRole('dialog', { name: 'Pass this password on' })
  const password = (await dialog.locator('code').textContent()) ?? ''
  await press('I have it')
  await focusOn('button', 'Add an administrator')

  const other = await openPage(browser)
  await other.goto(`${site.origin}/login`)
  await fillSignIn(other, { email: 'ravi@centre.example', password })
  await other.getByText('Choose one of your own').waitFor()
  await other.waitForURL('**/admin/account')
  await other.getByLabel('Present password').fill(password)
  await other.getByLabel('New password').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Change password' }).click()
  await atPapers(other)

  await press('Disable ravi@centre.example')
  await press('Disable')
  await said('Disabled: cannot sign in')
  await focusOn('heading', 'Administrators')
  // What the admin area asks for in the background may have told it already, which breaks this off.
  await other.reload().catch(() => {})
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login')
  await other.context().close()
  await press('Restore ravi@centre.example')
  await button('Disable ravi@centre.example').waitFor()
  await focusOn('heading', 'Administrators')
})

test('by keyboard a second factor from the square to the recovery code and off again', async () => {
  await openAccount(page, site.origin, account)
  await press('Set it up')
  await page.locator('.qr-square').waitFor()
  await press('Cancel')
  await focusOn('button', 'Set it up')
  await press('Set it up')
  const key = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  const proof = page.getByLabel('The code that the app shows now')
  await proof.fill('000000')
  await press('Switch it on')
  await said('The code is not right.')
  await focusOn('button', 'Switch it on')
  expect(await axeFaultsIn(page)).toEqual([])
  await proof.fill(phoneCode(key))
  await press('Switch it on')
  await focusOn('heading', 'Your ten recovery codes')
  const codes = await page.locator('.codes code').allTextContents()
  expect(codes).toHaveLength(10)
  await press('I have kept them')
  await focusOn('heading', 'Second factor')
  await said('10 recovery codes are left')

  await logOut(page)
  await fillSignIn(page, account)
  const code = page.getByLabel('Code from your app')
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await code.fill('000000')
  await button('LOGIN').click()
  await toast('The code is not right.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await code.fill(phoneCode(key, 1))
  await button('LOGIN').click()
  await atPapers()

  await logOut(page)
  await fillSignIn(page, account)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await button('LOGIN').click()
  await atPapers()

  expect(await page.getByRole('link', { name: 'Handbook' }).getAttribute('href')).toBe('/handbook')
  await page.getByRole('link', { name: 'Account' }).click()
  await said('9 recovery codes are left')
  await page.getByRole('button', { name: 'Switch it off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch the second factor off?' })
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Switch it off' }).click()
  await dialog.getByText('The code is not right.').waitFor()
  expect(await dialog.getByLabel('Your password').inputValue()).toBe(account.password)
  await dialog.getByLabel('Recovery code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Switch it off' }).click()
  await button('Set it up').waitFor()
})

test('after ten minutes what is sensitive asks for the password once, and an ended session for both steps, and each goes on', async () => {
  await openAccount(page, site.origin, account)
  // As if ten minutes had passed since the password was typed.
  await site.app.db.updateTable('sessions').set({ confirmedAt: null }).execute()
  await button('Set it up').click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Your password').fill('not the password at all')
  await confirm.getByRole('button', { name: 'Go on' }).click()
  await confirm.getByText('That is not your present password.').waitFor()
  await confirm.getByLabel('Your password').fill(account.password)
  await confirm.getByRole('button', { name: 'Go on' }).click()
  await page.locator('.qr-square').waitFor()
  await button('Cancel').click()
  const { key } = await setUpSecondFactor(page)
  // Until it says so, the page still asks the site: a session that ends meanwhile is told at once.
  await said('10 recovery codes are left')
  await page.context().clearCookies()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Present password').fill(account.password)
  await button('Change password').click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await fillSignIn(dialog, account)
  await dialog.getByLabel('Code from your app').fill(phoneCode(key, 1))
  await dialog.getByRole('button', { name: 'LOGIN' }).click()
  await toast('Password changed.').waitFor()
})

test('without a good backup for two days the admin area warns and says why, and is quiet as soon as there is one', async () => {
  const folder = '/mnt/a-long-name-of-a-folder-on-a-disk-that-is-not-there/thervu-backups'
  const lastGood = { at: '2026-11-20T21:00:00.000Z', to: folder, papers: 1_240, files: 2_480, bytes: 1.2e9 }
  const failure = { at: lastGood.at, reason: `There is no folder ${folder}: is its disk there, and mounted?` }
  const told = { nightly: true, overdue: true, isOfFilesOnly: false, lastGood, failure }
  await page.route('**/api/admin/backups', (route) => route.fulfill({ json: told }))
  await openAdmin(page, site.origin)
  const warning = page.getByRole('alert').filter({ hasText: 'No good backup for two days or more.' })
  await warning.getByRole('link', { name: 'Why' }).click()
  const section = page.getByRole('region', { name: 'Every night' })
  await section.getByText('is its disk there, and mounted?').waitFor()
  await section.getByText('1,240 papers and 2,480 files').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  told.overdue = false
  await page.reload()
  await section.getByText('Last good backup').waitFor()
  // What was read there is known here at once.
  await page.getByRole('link', { name: 'Papers', exact: true }).click()
  await atPapers()
  expect(await warning.count()).toBe(0)
})
