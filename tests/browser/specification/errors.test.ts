import { expect, test } from 'vitest'
import { fillSignIn, openDesk } from '../../support/sign-in-page.ts'
import { publish } from '../../support/site.ts'
import { NEWEST, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { fillUploadForm } from '../../support/upload-form.ts'

/** Section 8 of the specification: the error catalogue. Each test is named by the line or sentence that it ticks off. */
visitSpecifiedSite({ reducedMotion: 'reduce' })

const upload = () => page.getByRole('button', { name: 'Upload', exact: true })
const toast = (text: string) => page.locator('.toast').filter({ hasText: text })
const list = () => page.getByRole('region', { name: 'Uploaded PDFs' })

test.each([
  ['Upload success', 'File uploaded successfully', 'Operation Success !', null],
  ['Upload failure', 'Error uploading file', 'Operation Failed !', '**/publication'],
])('%s: %s', async (_, message, title, broken) => {
  await openDesk(page, site.origin)
  if (broken) await page.route(broken, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }))
  await fillUploadForm(page, message)
  await upload().click()
  await toast(message).filter({ hasText: title }).waitFor()
})

test.each([
  ['Price update success', 'Pricing updated successfully', 'Operation Success !', false],
  ['Price update failure', 'Error updating pricing', 'Operation Failed !', true],
])('%s: %s', async (_, message, title, broken) => {
  await openDesk(page, site.origin)
  if (broken) await page.route('**/api/admin/prices', (route) => route.fulfill({ status: 422, body: '{}' }))
  await page.getByRole('region', { name: 'Pricing Section' }).getByRole('button', { name: 'Change' }).click()
  await page
    .getByRole('group', { name: 'JEE' })
    .getByLabel('ANNUAL')
    .fill(broken ? '1' : '2')
  await page.getByRole('button', { name: 'Update' }).click()
  await toast(message).filter({ hasText: title }).waitFor()
})

test.each([
  ['Delete success', 'PDF deleted successfully', 'Operation Success !', false],
  ['Delete failure', 'Error deleting PDF', 'Operation Failed !', true],
])('%s: %s', async (name, message, title, broken) => {
  const paper = await publish(site, await site.signIn(), { title: name })
  await openDesk(page, site.origin)
  if (broken) await page.route(`**/api/admin/papers/${paper.id}`, (route) => route.fulfill({ status: 400 }))
  await list()
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await toast(message).filter({ hasText: title }).waitFor()
})

test("Login failure: The identity service's message, in an error toast", async () => {
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill('nobody@centre.example')
  await page.getByLabel('Password').fill('nothing that is right')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await toast('Email or password is not right.').filter({ hasText: 'Operation Failed !' }).waitFor()
})

test('Fetch failures are only logged; the page then shows empty data: with a sentence, and without a toast.', async () => {
  await openDesk(page, site.origin)
  await page.route(/\/api\/(pricing|admin\/(papers|journal))/, (route) => route.fulfill({ status: 400 }))
  await page.reload()
  await list().getByRole('button', { name: 'Try again' }).waitFor()
  expect(await list().getByRole('listitem').filter({ hasText: NEWEST }).count()).toBe(0)
  expect(await page.getByLabel('Title', { exact: true }).isEnabled()).toBe(true)
  expect(await page.locator('.toast').count()).toBe(0)
})

test('A failed view-count update is logged only.', async () => {
  await page.goto(`${site.origin}/resources/jee/previous-years/`)
  await page.route('**/views', (route) => route.fulfill({ status: 500 }))
  const card = page.getByRole('article')
  const views = await card.getByText(/ \d+ views?$/).textContent()
  await Promise.all([
    page.context().waitForEvent('page'),
    page.waitForResponse('**/views'),
    card.getByRole('link', { name: /^View Paper/ }).click(),
  ])
  expect(await card.getByText(/ \d+ views?$/).textContent()).toBe(views)
  expect(await page.locator('.toast, [role=alert]').count()).toBe(0)
})

test('The user is signed out on user-token-expired for the current user: the password is asked for over the page.', async () => {
  await openDesk(page, site.origin)
  await list()
    .getByRole('button', { name: /^Delete/ })
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'Pricing Section' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('group', { name: 'JEE' }).getByLabel('MONTHLY').fill('777')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await fillSignIn(dialog)
  await toast('Pricing updated successfully').waitFor()
})
