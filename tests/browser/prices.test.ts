import type { Locator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { fillSignIn, logOut, openSignedIn } from '../support/sign-in-page.ts'

const PRICES = {
  ...{ '10th12th-mon': null, '10th12th-half': null, '10th12th-ann': null },
  ...{ 'jee-mon': 1499, 'jee-half': 2999, 'jee-ann': 4999 },
  ...{ 'neet-mon': null, 'neet-half': null, 'neet-ann': null },
}

visitAdmin()
beforeEach(() => setPrices(PRICES))

async function setPrices(prices: object) {
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(prices),
  })
  expect(answer.status).toBe(200)
}

const prices = async () => (await (await site.fetch('/api/pricing')).json()).prices
const section = () => page.getByRole('region', { name: 'Pricing Section' })
const said = (text: string) => section().getByText(text).waitFor()
const field = (group: string, tier: string) => page.getByRole('group', { name: group }).getByLabel(tier)
const update = () => page.getByRole('button', { name: 'Update' })
const history = () => page.getByRole('region', { name: 'History of prices' })
const lines = () => history().getByRole('listitem')
const toast = (text: string) => page.locator('.toast', { hasText: text })
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)

async function open() {
  await openSignedIn(page, site.origin)
  await unfold()
}

/** The form, which is one line once a price is set, unless something is typed. */
async function unfold() {
  const change = section().getByRole('button', { name: 'Change' })
  await update().or(change).waitFor()
  if (await change.isVisible()) await change.click()
  await update().waitFor()
}

const saved = () => toast('Pricing updated successfully').waitFor()

test('prices are typed as people write them, counted while they are not saved, named when wrong, and saved together', async () => {
  await open()
  expect(await update().isDisabled()).toBe(true)
  for (const group of ['10 & 12th CBSE/State', 'JEE', 'NEET'])
    for (const tier of ['MONTHLY', 'HALF YEARLY', 'ANNUAL'])
      expect(await field(group, tier).isEditable(), `${group} ${tier}`).toBe(true)
  await said('Nothing to save: these are the prices on the site.')
  await field('JEE', 'ANNUAL').fill('5499')
  await said('1 price changed, not saved yet.')
  await said('Not saved. On the site: ₹4,999.')
  await section().getByRole('button', { name: 'Discard changes' }).click()
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('4,999')
  expect(await update().isDisabled()).toBe(true)

  let sent = 0
  await page.route('**/api/admin/prices', async (route) => {
    sent += 1
    await route.continue()
  })
  await field('10 & 12th', 'ANNUAL').fill('free')
  await field('JEE', 'MONTHLY').fill('₹1,599')
  await field('NEET', 'MONTHLY').fill('12.50')
  await field('NEET', 'ANNUAL').fill('100000')
  await page.keyboard.press('Enter')
  await said('type 0 if it costs nothing')
  await said('type 12 or 13.')
  expect(await section().locator('[aria-invalid]').count()).toBe(2)
  await expect.poll(() => isFocused(field('10 & 12th', 'ANNUAL'))).toBe(true)
  expect(await field('NEET', 'ANNUAL').inputValue()).toBe('1,00,000')
  expect(await axeFaultsIn(page)).toEqual([])
  expect([sent, await prices()]).toEqual([0, PRICES])
  await field('10 & 12th', 'ANNUAL').fill('0')
  await field('NEET', 'MONTHLY').fill('')
  await page.clock.install()
  await update().focus()
  await page.keyboard.press('Enter')
  // Neither a toast that comes nor one that goes takes the focus.
  await toast('Pricing updated successfully').filter({ hasText: 'Operation Success !' }).waitFor()
  expect(await isFocused(update())).toBe(true)
  await page.clock.runFor(4_100)
  await page.locator('.toast').waitFor({ state: 'detached' })
  expect(await isFocused(update())).toBe(true)
  expect(await prices()).toEqual({ ...PRICES, '10th12th-ann': 0, 'jee-mon': 1599, 'neet-ann': 100_000 })
})

test('what was changed elsewhere is told, after a reload too, and never overwritten unseen; what the server refuses is named', async () => {
  await open()
  await field('JEE', 'ANNUAL').fill('6000')
  await field('JEE', 'MONTHLY').fill('1600')
  await setPrices({ 'jee-ann': 5200, 'neet-ann': 777 })
  await update().click()
  await toast('Error updating pricing').filter({ hasText: 'Operation Failed !' }).waitFor()
  await said('A price was changed elsewhere meanwhile.')
  const overtaken = section().getByText(
    'Changed elsewhere to ₹5,200 meanwhile. Update puts yours in its place.',
  )
  await overtaken.waitFor()
  await expect.poll(() => isFocused(field('JEE', 'ANNUAL'))).toBe(true)
  expect(await field('NEET', 'ANNUAL').inputValue()).toBe('777')
  expect(await prices()).toMatchObject({ 'jee-ann': 5200, 'jee-mon': 1499 })
  await page.reload()
  await overtaken.waitFor()
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('6,000')
  await update().click()
  await saved()
  expect(await prices()).toMatchObject({ 'jee-ann': 6000, 'jee-mon': 1600, 'neet-ann': 777 })

  const fields = { 'neet-mon': 'The field "neet-mon" must be a whole number.' }
  await page.route('**/api/admin/prices', (route) => route.fulfill({ status: 422, json: { fields } }))
  await field('NEET', 'MONTHLY').fill('499')
  await update().click()
  await said('must be a whole number')
  await expect.poll(() => isFocused(field('NEET', 'MONTHLY'))).toBe(true)
})

test('what was typed survives a reload, an ended session and Stop, which ends a saving that cannot be, and goes when signing out', async () => {
  await open()
  await field('JEE', 'HALF YEARLY').fill('3333')
  await field('JEE', 'ANNUAL').fill('almost')
  await page.reload()
  await update().waitFor()
  expect(await field('JEE', 'HALF YEARLY').inputValue()).toBe('3,333')
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('almost')
  await field('JEE', 'ANNUAL').fill('5555')
  // What the admin area still reads would ask for the password as well.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await update().click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await saved()
  expect(await prices()).toMatchObject({ 'jee-half': 3333, 'jee-ann': 5555 })
  await field('JEE', 'ANNUAL').fill('9')
  await logOut(page)
  await open()
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('5,555')

  // While prices cannot be saved that is said, and Stop ends it: nothing more is sent.
  let tries = 0
  await page.route('**/api/admin/prices', (route) => {
    tries += 1
    return route.abort()
  })
  await field('JEE', 'ANNUAL').fill('4321')
  await page.clock.install()
  await update().click()
  const line = page.locator('.retry-line')
  await line.getByText('Trying again …').waitFor()
  // By the keyboard.
  await line.getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Enter')
  await said('Stopped, and perhaps not saved')
  await line.getByText('Trying again …').waitFor({ state: 'detached' })
  const before = tries
  await page.clock.runFor(120_000)
  expect(tries).toBe(before)
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('4,321')
})

test('the history tells who, when, from what to what, leads back and forth, and shows older changes on demand', async () => {
  for (let rupees = 1; rupees <= 60; rupees += 1) await setPrices({ 'neet-half': rupees })
  await page.route('**/api/pricing', (route) => route.abort())
  await page.route('**/api/admin/journal*', (route) => route.fulfill({ status: 422, json: {} }))
  await openSignedIn(page, site.origin)
  await said('The prices could not be read.')
  await page.unroute('**/api/pricing')
  await section().getByRole('button', { name: 'Try again' }).click()
  await unfold()
  await field('JEE', 'ANNUAL').fill('5499')
  await update().click()
  await saved()
  await history().getByRole('alert').waitFor()
  expect(await toast('Failed').count(), 'what cannot be read is told in its place').toBe(0)
  await page.unroute('**/api/admin/journal*')
  await history().getByRole('button', { name: 'Try again' }).click()
  await lines().first().waitFor()
  expect(await history().getByRole('alert').count()).toBe(0)
  expect(await lines().first().textContent()).toMatch(
    /^JEE · ANNUAL from ₹4,999 → {2}to ₹5,499Priya · \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]mSet back to ₹4,999$/,
  )
  expect(await lines().count()).toBe(3)
  for (const count of [13, 23, 33, 43, 53, 63]) {
    await history().getByRole('button', { name: 'Older changes' }).click()
    await expect.poll(() => lines().count()).toBe(count)
  }
  const shown = await lines().locator('ins').allTextContents()
  expect(shown.slice(1, 61)).toEqual(Array.from({ length: 60 }, (_, at) => `₹${60 - at}`))

  const newest = () => lines().locator('ins').first().textContent()
  await field('JEE', 'MONTHLY').fill('1')
  for (const [back, value] of [
    ['₹4,999', '4,999'],
    ['₹5,499', '5,499'],
  ] as const) {
    await history()
      .getByRole('button', { name: `Set back to ${back}, JEE · ANNUAL` })
      .first()
      .click()
    await expect.poll(() => field('JEE', 'ANNUAL').inputValue()).toBe(value)
    await expect.poll(newest).toBe(back)
  }
  expect(await field('JEE', 'MONTHLY').inputValue()).toBe('1')
  expect(await prices()).toMatchObject({ 'jee-ann': 5499, 'jee-mon': 1499 })
  await history().getByRole('button', { name: 'Set back to no price, NEET · HALF YEARLY' }).click()
  await lines().first().getByText('NEET · HALF YEARLY').waitFor()
  expect((await prices())['neet-half']).toBe(null)
  const heading = history().getByRole('heading', { name: 'History of prices' })
  await expect.poll(() => isFocused(heading)).toBe(true)
})
