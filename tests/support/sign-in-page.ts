import type { Page } from 'playwright-core'
import { ADMIN } from './site.ts'

/** Types the administrator's email and password where they are asked for, and sends them. */
export async function fillSignIn(form: Pick<Page, 'getByLabel' | 'getByRole'>) {
  await form.getByLabel('Email').fill(ADMIN.email)
  await form.getByLabel('Password').fill(ADMIN.password)
  await form.getByRole('button', { name: 'LOGIN' }).click()
}

/** Signs in through the page and waits for the desk. */
export async function signInOnPage(page: Page, origin: string) {
  await page.goto(`${origin}/login`)
  await fillSignIn(page)
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
}
