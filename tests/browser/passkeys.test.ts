import { expect, test } from 'vitest'
import { openAccount } from '../support/account-page.ts'
import { page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { fillSignIn, logOut } from '../support/sign-in-page.ts'

visitAdmin()

const button = (name: string) => page.getByRole('button', { name, exact: true }).last()
const atPapers = () => page.getByRole('heading', { name: 'Upload PDF' }).waitFor()

test('a passkey is added, signs in alone and after the password, is renamed and removed', async () => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // A passkey belongs to a name, never to a bare address.
  const origin = site.origin.replace('127.0.0.1', 'localhost')
  await openAccount(page, origin)
  await page.getByLabel('Name of the passkey').fill('The blue phone')
  await button('Add a passkey').click()
  await page.getByRole('heading', { name: 'Your ten recovery codes' }).waitFor()
  const recoveryCode = (await page.locator('.codes code').first().textContent()) ?? ''
  await button('I have kept them').click()
  await page.getByText('The blue phone').waitFor()
  await page.getByText('10 recovery codes are left').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  // The device keeps one for each account.
  await button('Add a passkey').click()
  await page.locator('.toast', { hasText: 'This device has a passkey of this account already.' }).waitFor()

  await logOut(page)
  await button('Sign in with a passkey').click()
  await atPapers()

  await logOut(page)
  await fillSignIn(page)
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Use your passkey'))
  expect(await axeFaultsIn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await atPapers()

  await logOut(page)
  await fillSignIn(page)
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await button('LOGIN').click()
  await atPapers()

  await page.goto(`${origin}/admin/account`)
  await button('Rename The blue phone').click()
  await page.getByLabel('New name').fill('Phone in the office')
  await button('Rename').click()
  await page.getByText('Phone in the office').waitFor()
  await button('Remove Phone in the office').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.locator('.toast', { hasText: 'Phone in the office no longer signs in.' }).waitFor()
  await page.getByText('Phone in the office', { exact: true }).waitFor({ state: 'detached' })

  // The device has it still; the site does not take it, and says so at no field.
  await logOut(page)
  await button('Sign in with a passkey').click()
  await page.locator('.toast', { hasText: 'The passkey was not accepted.' }).waitFor()
  expect(await page.locator('.field-error').count()).toBe(0)
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await fillSignIn(page)
  await atPapers()
})

test('on a bare address, to which no passkey belongs, none is offered', async () => {
  await openAccount(page, site.origin)
  await page.getByText('This browser cannot make one here.').waitFor()
  await logOut(page)
  await page.waitForFunction(() => !document.querySelector('button[type=submit][disabled]'))
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
})
