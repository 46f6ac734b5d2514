import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { openSignedIn, untilAllIsRead } from './sign-in-page.ts'
import type { ADMIN } from './site.ts'

/** Signs in and opens the account. */
export async function openAccount(page: Page, origin: string, account?: typeof ADMIN): Promise<void> {
  await openSignedIn(page, origin, '/admin/account', account)
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor()
  await untilAllIsRead(page)
}

/** The code that the phone shows, some half minutes ahead: each counts once, and phones' clocks may differ by one. */
export function phoneCode(key: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 })
}

/** Switches the second factor on in the page; returns what the phone and the drawer then hold. */
export async function setUpSecondFactor(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set it up' }).click()
  const key = (await page.locator('code.key').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('The code that the app shows now').fill(phoneCode(key))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByRole('heading', { name: 'Your ten recovery codes' }).waitFor()
  const codes = await page.locator('.codes code').allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { key, codes }
}
