import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { madePapers, openManyFiles, pick, waitForRows } from '../support/many-files.ts'
import { fillSignIn, openAdmin, openSignedIn } from '../support/sign-in-page.ts'
import { ADMIN, MEENA } from '../support/site.ts'

const DISABLED = 'This account has been disabled.'

visitAdmin()

const toast = (text: string, tab: Page = page) => tab.locator('.toast', { hasText: text })
const atPapers = (tab: Page = page) => tab.getByRole('heading', { name: 'Upload PDF' }).waitFor()

test('the admin area leads to /login, where a press counts once, a refusal leaves the focus, and the password lets in', async () => {
  await page.goto(`${site.origin}/admin`)
  await page.waitForURL('**/login')
  // Nothing at all and half an address are sent as well: the server refuses them.
  for (const email of ['', 'priya']) {
    await page.getByLabel('Email').fill(email)
    const refused = page.waitForResponse('**/api/auth/login')
    await page.getByRole('button', { name: 'LOGIN', disabled: false }).click()
    expect((await refused).status()).toBe(401)
  }
  let sent = 0
  const pressedTwice = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    sent += 1
    await pressedTwice.promise
    await route.continue()
  })
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'LOGIN', disabled: false }).focus()
  // Toasts of the refusals before may stand still.
  const answered = page.waitForResponse('**/api/auth/login')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.locator('form .spinner').waitFor()
  pressedTwice.resolve()
  await answered
  await toast('Email or password is not right.').filter({ hasText: 'Operation Failed !' }).first().waitFor()
  expect(sent).toBe(1)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await expect.poll(focused).toBe('LOGIN')
  expect(await page.getByLabel('Email').inputValue()).toBe(ADMIN.email)
  await fillSignIn(page)
  await atPapers()
  expect(new URL(page.url()).pathname).toBe('/admin')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.goto(`${site.origin}/admin`)
  await page.waitForURL('**/login')
})

test('Logout keeps nothing and asks for no password, however long /login takes; the next session that ends does', async () => {
  await openAdmin(page, site.origin)
  await page.evaluate(() => localStorage.setItem('something', 'else'))
  const way = Promise.withResolvers<void>()
  await page.route('**/login.data*', async (route) => {
    await way.promise
    await route.continue()
  })
  const isOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await isOut
  const isRefused = page.waitForResponse((answer) => answer.status() === 401)
  // Not by its role: what is still being read may bring the dialog before it is typed in, which hides all else.
  const search = page.getByLabel('Search the uploaded papers')
  await search.fill('vectors')
  await (await isRefused).finished()
  // What a refusal is answered with is there in the next frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  expect(await page.getByRole('dialog').count()).toBe(0)
  way.resolve()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await fillSignIn(page)
  await atPapers()
  await page.context().clearCookies()
  await search.fill('vectors')
  await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor()
})

test('who is disabled at work is told in every tab, and may come in with another account', async () => {
  const account = await newColleague()
  await openSignedIn(page, site.origin, '/admin', account)
  await atPapers()
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin`)
  await atPapers(other)
  await disable(account)
  await leaveFor('/admin/journal')
  await Promise.all([expectTold(page), expectTold(other)])
  await page.locator('.toast').waitFor({ state: 'detached' })
  expect(await axeFaultsIn(page)).toEqual([])
  // A client that is opened again is sent here by the server: its token goes here.
  await page.evaluate(() => localStorage.setItem('accessToken', 'left behind'))
  await page.goto(`${site.origin}/admin`)
  await expectTold(page)
  const form = page.locator('form')
  await fillSignIn(form, { ...account, password: 'not the password at all' })
  await form.getByText('Email or password is not right.').waitFor()
  expect(await form.getByText(DISABLED).count()).toBe(0)
  await fillSignIn(form, account)
  await form.getByText(DISABLED).waitFor()
  await fillSignIn(form)
  await atPapers()
  await page.goto(`${site.origin}/login`)
  await page.getByRole('heading', { name: 'Administrator sign-in' }).waitFor()
  expect(await page.getByText(DISABLED).count()).toBe(0)
})

test('sending a file tells it, and nothing asks whether to leave or is left behind of what can no longer be sent', async () => {
  const account = await newColleague()
  await openManyFiles(page, site.origin, account)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      document.documentElement.dataset.tried = ''
      throw new DOMException('There is no room', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Title').fill('Typed by hand, and not stored')
  await page.waitForFunction(() => 'tried' in document.documentElement.dataset)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.route('**/api/admin/duplicates', async (route) => {
    await disable(account)
    await route.continue()
  })
  await pick(page, madePapers(1, 1))
  await expectTold(page)
  expect(asked).toEqual([])
})

let colleagues = 0
async function newColleague() {
  colleagues += 1
  const account = { ...MEENA, email: `colleague-${colleagues}@centre.example` }
  await site.app.identity.administrators.create(account)
  return account
}

const disable = ({ email }: typeof ADMIN) => site.app.identity.administrators.disable(email)

/** What the admin area asks for in the background may have told it already: then the link is gone, or the page is going. */
async function leaveFor(path: string) {
  await page
    .evaluate((path) => document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click(), path)
    .catch(() => {})
}

/** The tab is at /login, which says why in the form and in a toast; nothing is kept in the browser. */
async function expectTold(tab: Page) {
  // The toast stays for four seconds: it is waited for from the beginning, whatever the rest takes.
  await Promise.all([
    // A page that was on its way is broken off by this one, which `waitForURL` takes for a failure.
    expect.poll(() => new URL(tab.url()).pathname).toBe('/login'),
    tab.locator('form').getByText(DISABLED).waitFor(),
    toast(DISABLED, tab).waitFor(),
  ])
  expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
}
