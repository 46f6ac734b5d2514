import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'

const PRICES = {
  ...{ '10th12th-mon': null, '10th12th-half': null, '10th12th-ann': null },
  ...{ 'jee-mon': 1499, 'jee-half': 2999, 'jee-ann': 4999 },
  ...{ 'neet-mon': null, 'neet-half': null, 'neet-ann': null },
}

visitDesk()
beforeEach(async () => {
  await setPrices(PRICES)
})

async function setPrices(prices: object) {
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(prices),
  })
  expect(answer.status).toBe(200)
}

async function prices() {
  return (await (await site.fetch('/api/pricing')).json()).prices
}

const section = (on: Page = page) => on.getByRole('region', { name: 'Pricing Section' })
const field = (group: string, tier: string, on: Page = page) =>
  on.getByRole('group', { name: group }).getByLabel(tier)
const update = (on: Page = page) => on.getByRole('button', { name: 'Update' })
const history = (on: Page = page) => on.getByRole('region', { name: 'History of prices' })

async function open(on: Page = page) {
  await openSignedIn(on, site.origin)
  await update(on).waitFor()
}

test('Update sleeps while nothing differs, says why, and says how much is not saved', async () => {
  await open()
  expect(await update().isDisabled()).toBe(true)
  await section().getByText('Nothing to save: these are the prices on the site.').waitFor()
  await field('JEE', 'ANNUAL').fill('5499')
  await section().getByText('1 price changed, not saved yet.').waitFor()
  await section().getByText('Not saved. On the site: ₹4,999.').waitFor()
  expect(await update().isEnabled()).toBe(true)
  await field('NEET', 'MONTHLY').fill('0')
  await section().getByText('2 prices changed, not saved yet.').waitFor()
  await field('JEE', 'ANNUAL').fill('Rs. 4,999/-')
  await section().getByText('1 price changed, not saved yet.').waitFor()
  await section().getByRole('button', { name: 'Discard changes' }).click()
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('4,999')
  expect(await field('NEET', 'MONTHLY').inputValue()).toBe('')
  expect(await update().isDisabled()).toBe(true)
})

test('a price is shown with Indian grouping when its field is left', async () => {
  await open()
  for (const [typed, shown] of [
    ['100000', '1,00,000'],
    ['₹ 2500', '2,500'],
    ['Rs. 1,499/-', '1,499'],
    ['  ', ''],
    ['12.50', '12.50'],
  ] as const) {
    await field('NEET', 'HALF YEARLY').fill(typed)
    await field('NEET', 'HALF YEARLY').blur()
    expect(await field('NEET', 'HALF YEARLY').inputValue()).toBe(shown)
  }
})

test('every wrong price is named at its field, the first one is gone to, and nothing is saved', async () => {
  await open()
  let sent = 0
  await page.route('**/api/admin/prices', async (route) => {
    sent += 1
    await route.continue()
  })
  await field('10 & 12th', 'ANNUAL').fill('free')
  await field('JEE', 'MONTHLY').fill('1,599')
  await field('NEET', 'MONTHLY').fill('12.50')
  await field('NEET', 'HALF YEARLY').fill('-1')
  await field('NEET', 'ANNUAL').fill('1,00,000')
  await update().click()
  await section().getByText('type 0 if it costs nothing').waitFor()
  await section().getByText('type 12 or 13.').waitFor()
  await section().getByText('it cannot be less than 0.').waitFor()
  expect(await section().locator('[aria-invalid]').count()).toBe(3)
  const focused = field('10 & 12th', 'ANNUAL')
  expect(await focused.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(sent).toBe(0)
  expect(await prices()).toEqual(PRICES)
  await field('10 & 12th', 'ANNUAL').fill('0')
  await field('NEET', 'MONTHLY').fill('13')
  await field('NEET', 'HALF YEARLY').fill('')
  await update().click()
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  const saved = { '10th12th-ann': 0, 'jee-mon': 1599, 'neet-mon': 13, 'neet-ann': 100_000 }
  expect(await prices()).toEqual({ ...PRICES, ...saved })
})

test('what the server refuses is named at its field too', async () => {
  await open()
  const fields = { 'neet-mon': 'The field "neet-mon" must be a whole number.' }
  await page.route('**/api/admin/prices', (route) => route.fulfill({ status: 422, json: { fields } }))
  await field('NEET', 'MONTHLY').fill('499')
  await update().click()
  await page.locator('.toast', { hasText: 'Error updating pricing' }).waitFor()
  await section().getByText('must be a whole number').waitFor()
  expect(await field('NEET', 'MONTHLY').evaluate((input) => input === document.activeElement)).toBe(true)
})

test('what was typed survives a reload and an ended session, and goes when signing out', async () => {
  await open()
  await field('JEE', 'HALF YEARLY').fill('3333')
  await field('JEE', 'ANNUAL').fill('almost')
  await page.reload()
  await update().waitFor()
  expect(await field('JEE', 'HALF YEARLY').inputValue()).toBe('3,333')
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('almost')
  await field('JEE', 'ANNUAL').fill('5555')
  // What the desk still reads would ask for the password as well.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await update().click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  expect(await prices()).toMatchObject({ 'jee-half': 3333, 'jee-ann': 5555 })
  await field('JEE', 'ANNUAL').fill('9')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await open()
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('5,555')
})

test('a price changed in another tab is told, not overwritten', async () => {
  await open()
  await field('JEE', 'ANNUAL').fill('6000')
  await field('JEE', 'MONTHLY').fill('1600')
  await setPrices({ 'jee-ann': 5200, 'neet-ann': 777 })
  await update().click()
  await page.locator('.toast', { hasText: 'Error updating pricing' }).waitFor()
  await section().getByText('A price was changed elsewhere meanwhile.').waitFor()
  await section()
    .getByText('Changed elsewhere to ₹5,200 meanwhile. Update puts yours in its place.')
    .waitFor()
  expect(await field('JEE', 'ANNUAL').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field('JEE', 'ANNUAL').inputValue()).toBe('6,000')
  expect(await field('NEET', 'ANNUAL').inputValue()).toBe('777')
  expect(await prices()).toMatchObject({ 'jee-ann': 5200, 'jee-mon': 1499 })
  await update().click()
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  expect(await prices()).toMatchObject({ 'jee-ann': 6000, 'jee-mon': 1600, 'neet-ann': 777 })
})

test('what was changed elsewhere while the page was away is told when it is opened again', async () => {
  await open()
  await field('JEE', 'ANNUAL').fill('6000')
  await setPrices({ 'jee-ann': 5200 })
  await page.reload()
  await section().getByText('Changed elsewhere to ₹5,200 meanwhile.').waitFor()
})

test('an update whose answer is lost is sent again, and is no conflict with itself', async () => {
  await open()
  let tries = 0
  await page.route('**/api/admin/prices', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await field('JEE', 'ANNUAL').fill('6100')
  await update().click()
  await section().locator('.spinner').waitFor()
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  expect(tries).toBe(2)
  const lines = history().getByRole('listitem').filter({ hasText: '₹6,100' })
  await lines.first().waitFor()
  expect(await lines.count()).toBe(1)
})

test('the history tells who, when, from what to what, and leads back and forth', async () => {
  await open()
  await field('JEE', 'ANNUAL').fill('5499')
  await field('NEET', 'MONTHLY').fill('250')
  await update().click()
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  const line = (text: string) => history().getByRole('listitem').filter({ hasText: text }).first()
  const newest = () => history().locator('li ins').first().textContent()
  await line('→ to ₹5,499').waitFor()
  expect(await line('→ to ₹5,499').textContent()).toMatch(
    /^JEE · ANNUAL from ₹4,999 → {2}to ₹5,499Priya · \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]mSet back to ₹4,999$/,
  )
  await field('JEE', 'MONTHLY').fill('1')
  await history().getByRole('button', { name: 'Set back to ₹4,999, JEE · ANNUAL' }).click()
  await expect.poll(() => field('JEE', 'ANNUAL').inputValue()).toBe('4,999')
  await expect.poll(() => newest()).toBe('₹4,999')
  expect(await field('JEE', 'MONTHLY').inputValue()).toBe('1')
  expect(await prices()).toMatchObject({ 'jee-ann': 4999, 'jee-mon': 1499 })
  await history().getByRole('button', { name: 'Set back to ₹5,499, JEE · ANNUAL' }).click()
  await expect.poll(() => field('JEE', 'ANNUAL').inputValue()).toBe('5,499')
  await expect.poll(() => newest()).toBe('₹5,499')
  await history().getByRole('button', { name: 'Set back to no price, NEET · MONTHLY' }).first().click()
  await expect.poll(() => field('NEET', 'MONTHLY').inputValue()).toBe('')
  await history().getByRole('listitem').first().getByText('NEET · MONTHLY').waitFor()
  expect((await prices())['neet-mon']).toBe(null)
})

test('a change whose line could not be read is read when it is tried again', async () => {
  await open()
  await history().getByRole('listitem').first().waitFor()
  await page.route('**/api/admin/journal*', (route) => route.fulfill({ status: 422, json: {} }))
  await field('JEE', 'ANNUAL').fill('7123')
  await update().click()
  await history().getByRole('alert').waitFor()
  await page.unroute('**/api/admin/journal*')
  await history().getByRole('button', { name: 'Try again' }).click()
  await history().getByText('₹7,123').waitFor()
  expect(await history().getByRole('alert').count()).toBe(0)
})

test('older changes come on demand', async () => {
  for (let rupees = 1; rupees <= 60; rupees += 1) await setPrices({ 'neet-half': rupees })
  await open()
  const lines = history().getByRole('listitem')
  await lines.first().waitFor()
  expect(await lines.count()).toBe(3)
  const older = history().getByRole('button', { name: 'Older changes' })
  for (const count of [13, 23, 33, 43, 53, 63]) {
    await older.click()
    await expect.poll(() => lines.count()).toBe(count)
  }
  const shown = await lines.locator('ins').allTextContents()
  expect(shown.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => `₹${60 - at}`))
})

test('prices and history that cannot be read say so, and are read again', async () => {
  await page.route('**/api/pricing', (route) => route.abort())
  await page.route('**/api/admin/journal*', (route) => route.fulfill({ status: 422, json: {} }))
  await openSignedIn(page, site.origin)
  await section().getByText('The prices could not be read.').waitFor()
  await page.unroute('**/api/pricing')
  await section().getByRole('button', { name: 'Try again' }).click()
  await update().waitFor()
  await history().getByRole('alert').waitFor()
  await page.unroute('**/api/admin/journal*')
  await history().getByRole('button', { name: 'Try again' }).click()
  await history().getByRole('listitem').first().waitFor()
})

test('axe finds nothing on changed, wrong and overtaken prices, nothing is beyond the edge, and keys suffice', async () => {
  await open()
  await field('JEE', 'ANNUAL').fill('6000')
  await field('NEET', 'MONTHLY').fill('a price that is far too long to be one')
  await field('NEET', 'ANNUAL').fill('1,00,000')
  await setPrices({ 'jee-ann': 5200 })
  await page.reload()
  await section().getByText('Changed elsewhere').waitFor()
  await field('NEET', 'ANNUAL').focus()
  await page.keyboard.press('Enter')
  await section().getByText('type a number such as 1,499.').waitFor()
  await history().getByRole('listitem').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      // Light on a phone and dark on a screen: the other two differ in nothing that these do not show.
      if ((colorScheme === 'light') !== (width === 360)) continue
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFaults(page), `${colorScheme} ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
