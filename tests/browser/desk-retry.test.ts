import { expect, test } from 'vitest'
import { UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { openDeskList, rowOf } from '../support/desk-page.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { madePapers, openManyFiles, pick, waitForRows } from '../support/many-files.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'
import { fillUploadForm } from '../support/upload-form.ts'

visitDesk()

const line = () => page.locator('.retry-line')
const tryingAgain = () => line().getByText('Trying again …')
const toast = (text: string) => page.locator('.toast', { hasText: text })
const busy = { status: 503, headers: { 'Retry-After': '1' }, json: { code: 'busy', detail: 'Busy.' } }

test('prices that cannot be saved are tried again, that is said, and the toast follows after ten seconds', async () => {
  await openDesk(page, site.origin)
  let tries = 0
  await page.route('**/api/admin/prices', (route) => {
    tries += 1
    return route.fulfill(busy)
  })
  const price = page.getByRole('group', { name: 'NEET' }).getByLabel('ANNUAL')
  await price.fill('4321')
  await page.clock.install()
  await page.getByRole('button', { name: 'Update' }).click()
  await tryingAgain().waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  const before = tries
  for (let second = 1; second <= 10; second += 1) await page.clock.runFor(1_000)
  await toast('Error updating pricing').waitFor()
  expect(tries).toBeGreaterThan(before)
  await tryingAgain().waitFor({ state: 'detached' })
  expect(await price.inputValue()).toBe('4,321')
})

test('Stop really stops: nothing more is sent, the toast comes, and what was typed stays', async () => {
  await openDesk(page, site.origin)
  let tries = 0
  await page.route('**/api/admin/prices', (route) => {
    tries += 1
    return route.abort()
  })
  const price = page.getByRole('group', { name: 'NEET' }).getByLabel('ANNUAL')
  await price.fill('1234')
  await page.clock.install()
  await page.getByRole('button', { name: 'Update' }).click()
  await tryingAgain().waitFor()
  // By the keyboard.
  await line().getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Enter')
  await toast('Error updating pricing').waitFor()
  const before = tries
  await page.clock.runFor(120_000)
  expect(tries).toBe(before)
  expect(await price.inputValue()).toBe('1,234')
})

test('a server that keeps silent is given up after ten seconds, too, and the row comes back', async () => {
  const paper = await publish(site, admin, { title: 'Deleted in silence' })
  const list = await openDeskList(page, site.origin, '?q=silence')
  await page.route(`**/api/admin/papers/${paper.id}`, () => new Promise(() => {}))
  await page.clock.install()
  await list.getByRole('button', { name: 'Delete Deleted in silence' }).click()
  await rowOf(list, 'Deleted in silence').waitFor({ state: 'detached' })
  await page.clock.runFor(10_100)
  await toast('Error deleting PDF').waitFor()
  await rowOf(list, 'Deleted in silence').waitFor()
})

test('an edit that is refused for a moment is saved by itself', async () => {
  const paper = await publish(site, admin, { title: 'Edited at a bad moment' })
  const list = await openDeskList(page, site.origin, '?q=moment')
  let tries = 0
  await page.route(`**/api/admin/papers/${paper.id}`, (route) => {
    tries += 1
    return tries < 2 ? route.fulfill(busy) : route.continue()
  })
  await list.getByRole('button', { name: 'Edit Edited at a bad moment' }).click()
  await list.locator('.paper-form').getByLabel('Title').fill('Edited at a good moment')
  await list.getByRole('button', { name: 'Save' }).click()
  await tryingAgain().waitFor()
  await toast('Changes saved').waitFor()
  await tryingAgain().waitFor({ state: 'detached' })
})

test('an upload that is tried again says so beside Cancel, and Cancel stops it', async () => {
  await openDesk(page, site.origin)
  let tries = 0
  await page.route('**/api/admin/uploads/*', (route) => {
    tries += 1
    return route.fulfill(busy)
  })
  await fillUploadForm(page, 'Sent again and again')
  await page.clock.install()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const form = page.getByRole('region', { name: 'Upload PDF' })
  await form.getByText('Trying again …').waitFor()
  expect(await tryingAgain().count()).toBe(0)
  for (let minute = 1; minute <= 3; minute += 1) {
    const before = tries
    await page.clock.runFor(60_000)
    await expect.poll(() => tries).toBeGreaterThan(before)
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.getByText('The upload was cancelled. Everything is as you left it.').waitFor()
  const stopped = tries
  await page.clock.runFor(120_000)
  expect(tries).toBe(stopped)
  expect(await form.getByLabel('Title').inputValue()).toBe('Sent again and again')
})

test('bytes that stop on their way are given up when the ten minutes are over', async () => {
  await page.clock.install()
  await openManyFiles(page, site.origin)
  let tries = 0
  // The first is to come again in a while, the second stops on its way.
  const later = { ...busy, headers: { 'Retry-After': '8' } }
  await page.route('**/api/admin/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    tries += 1
    if (tries === 1) await route.fulfill(later)
  })
  await pick(page, madePapers(1))
  await tryingAgain().waitFor()
  await page.clock.fastForward(UPLOAD_RETRY_LIMIT - 2_000)
  await expect.poll(() => tries).toBe(2)
  await page.getByText('The site could not be reached.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})

test('a file in the inbox that is tried again can be stopped, is kept, and goes when it is sent again', async () => {
  await openManyFiles(page, site.origin)
  await page.route('**/api/admin/inbox', (route) =>
    route.request().method() === 'POST' ? route.fulfill(busy) : route.continue(),
  )
  await pick(page, madePapers(1))
  await tryingAgain().waitFor()
  await line().getByRole('button', { name: 'Stop' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await tryingAgain().waitFor({ state: 'detached' })
  await page.unroute('**/api/admin/inbox')
  await again.click()
  await waitForRows(page, 'ready', 1)
})
