import type { Page } from 'playwright-core'
import { ADMIN } from './site.ts'

/** Types an administrator's email and password where they are asked for, and sends them. */
export async function fillSignIn(form: Pick<Page, 'getByLabel' | 'getByRole'>, account = ADMIN) {
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password').fill(account.password)
  await form.getByRole('button', { name: 'LOGIN' }).click()
}

/** Signs in through the page and waits for the admin area. */
export async function signInOnPage(page: Page, origin: string) {
  await page.goto(`${origin}/login`)
  await fillSignIn(page)
  await untilAdminIsRead(page)
}

/**
 * Opens a page of the admin area for the signed-in administrator. The form of signing in has tests of its own; everybody else
 * comes in by the call behind it, which spares two pages.
 */
export async function openSignedIn(page: Page, origin: string, path = '/admin', account = ADMIN) {
  const answer = await page.request.post(`${origin}/api/auth/login`, {
    data: account,
    headers: { Origin: origin },
  })
  const { accessToken } = await answer.json()
  // The admin area of a site that nobody has begun with opens with a checklist; those who look at it sign in by the form.
  await page.request.put(`${origin}/api/admin/onboarding/postponement`, {
    headers: { Authorization: `Bearer ${accessToken}`, Origin: origin },
  })
  // Set before the page's own scripts run, and once: a later load finds what the page made of it.
  const seed = await page.addInitScript((token) => localStorage.setItem('accessToken', token), accessToken)
  await page.goto(origin + path)
  await seed.dispose()
}

/** Signs out on the page; what is asked next may be another session's, whose cookie a late answer would take. */
export async function logOut(page: Page) {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await answer
}

/** Opens the admin area for the signed-in administrator and waits for it. */
export async function openAdmin(page: Page, origin: string) {
  await openSignedIn(page, origin)
  await untilAdminIsRead(page)
}

async function untilAdminIsRead(page: Page) {
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  await untilAllIsRead(page)
}

/** What comes later to a page of the admin area pushes what is below it away from under a press. */
export async function untilAllIsRead(page: Page) {
  await page.locator('.admin .skeleton').first().waitFor({ state: 'detached' })
}
