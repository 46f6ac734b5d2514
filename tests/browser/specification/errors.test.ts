import { expect, test } from 'vitest'
import { openDesk } from '../../support/sign-in-page.ts'
import { NEWEST, page, site, visitSpecifiedSite } from '../../support/specified-site.ts'

/**
 * Section 8 of the specification: the error catalogue. Each test is named by the line or sentence that it ticks off; what
 * uploads, prices and deletions say is in their own tests.
 */
visitSpecifiedSite({ reducedMotion: 'reduce' })

const toast = (text: string) => page.locator('.toast').filter({ hasText: text })
const list = () => page.getByRole('region', { name: 'Uploaded PDFs' })

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
