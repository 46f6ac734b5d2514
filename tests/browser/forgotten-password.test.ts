import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../support/alert-receivers.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { ADMIN, openSite } from '../support/site.ts'
import { until } from '../support/stored.ts'

const NEXT = 'chalk dust on the third bench'

test('a forgotten password is set again by a link in a mail, which does not stay in the address', async () => {
  await using smtp = await startSmtp()
  const site = await openSite({ env: { SMTP_URL: smtp.url } })
  onTestFinished(() => site.end())
  const page = await openPage(await openBrowser())
  onTestFinished(() => page.context().close())
  await page.goto(`${site.origin}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('alert').getByText('Type the email that you sign in with.').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.keyboard.press('Enter')
  await page.getByText('a mail with a link is on its way').waitFor()
  await until('the mail has come', async () => smtp.mails.length > 0)
  const link = /http\S+#\S+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? ''
  expect(link.startsWith(`${site.origin}/login/new-password#`)).toBe(true)

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('alert').getByText('The password must have 15 to 128 characters').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill(NEXT)
  await page.keyboard.press('Enter')
  await page.getByText('The new password counts now').waitFor()
  expect(page.url()).toBe(`${site.origin}/login/new-password`)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(NEXT)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Ask for another link' }).waitFor()
  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await fillSignIn(page, { ...ADMIN, password: NEXT })
  await page.waitForURL('**/admin')
  // The browser writes down what was refused: the short password, and the link that was used up.
  expect(page.errors.map((error) => /status of (\d+)/.exec(error)?.[1])).toEqual(['422', '409'])
})
