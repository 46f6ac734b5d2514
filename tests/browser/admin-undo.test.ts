import { expect, test } from 'vitest'
import { openAdminList, rowOf, titlesOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { publish } from '../support/site.ts'

/** What is deleted or changed in the list, one paper or many, and its way back. */
visitAdmin()

const toast = (text: string) => page.locator('.toast', { hasText: text })
const bar = () => page.getByRole('region', { name: 'Picked papers' })
const undo = () => page.locator('.last-line').getByRole('button', { name: 'Undo' })
const statusOf = async (id: string) => (await site.fetch(`/api/papers/${id}`)).status
const statusesOf = (ids: string[]) => Promise.all(ids.map(statusOf))
const yearsOf = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await (await site.fetch(`/api/papers/${id}`)).json()).year))
const bin = (id: string) =>
  site.fetch(`/api/admin/papers/${id}`, { method: 'DELETE', headers: admin.headers })
const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** Until it is resolved, the site does not hear of the deletion. */
async function holdDeletion(id: string) {
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/admin/papers/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') await held.promise
    await route.continue()
  })
  return held
}

/** Papers with a title in common, of 2000, 2001, 2002, 2000 and so on. */
async function publishMany(title: string, count: number) {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1)
    ids.push((await publish(site, admin, { title: `${title} ${at}`, year: String(2000 + (at % 3)) })).id)
  return ids
}
const YEARS = (count: number) => Array.from({ length: count }, (_, at) => 2000 + (at % 3))

test('Delete asks nothing, the row goes at once in every tab, and Undo waits in the toast, then in a line until the next action, however late the answer to the one before', async () => {
  const [first, second, third] = (await publishMany('Binned', 3)) as [string, string, string]
  const { link } = await (await site.fetch(`/api/papers/${first}`)).json()
  const list = await openAdminList(page, site.origin)
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin`)
  const elsewhere = rowOf(other.getByRole('region', { name: 'Uploaded PDFs' }), 'Binned 0')
  await elsewhere.waitFor()
  await page.bringToFront()
  const held = await holdDeletion(first)
  await list.getByRole('button', { name: 'Delete Binned 0' }).click()
  await rowOf(list, 'Binned 0').waitFor({ state: 'detached' })
  expect(await statusOf(first)).toBe(200)
  held.resolve()
  const deleted = toast('PDF deleted successfully').filter({ hasText: 'Operation Success !' })
  // As long as the pointer rests on it, it stays.
  await deleted.hover()
  await elsewhere.waitFor({ state: 'detached' })
  expect(await statusOf(first)).toBe(404)
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await rowOf(list, 'Binned 0').waitFor()
  await expect.poll(async () => [await statusOf(first), (await site.fetch(link)).status]).toEqual([200, 200])

  await list.getByRole('button', { name: 'Delete Binned 0' }).click()
  await list.getByText('“Binned 0” is in the bin for 30 days.').waitFor()
  await list.getByRole('button', { name: 'Delete Binned 1' }).click()
  await list.getByText('“Binned 1” is in the bin for 30 days.').waitFor()
  expect(await list.getByText('“Binned 0” is in the bin').count()).toBe(0)
  await undo().click()
  await rowOf(list, 'Binned 1').waitFor()
  await expect.poll(() => statusesOf([first, second])).toEqual([404, 200])
  expect(await titlesOf(list)).not.toContain('Binned 0')

  const late = await holdDeletion(second)
  await list.getByRole('button', { name: 'Delete Binned 1' }).click()
  await list.getByRole('button', { name: 'Delete Binned 2' }).click()
  await list.getByText('“Binned 2” is in the bin for 30 days.').waitFor()
  const { binned } = await (await site.fetch('/api/admin/papers', { headers: admin.headers })).json()
  late.resolve()
  // The list is read again once all else is done with the answer.
  await list.getByRole('link', { name: `Bin (${binned + 1})` }).waitFor()
  await undo().click()
  await rowOf(list, 'Binned 2').waitFor()
  await expect.poll(() => statusesOf([second, third])).toEqual([404, 200])
})

test('a deletion that is refused, or met with silence for ten seconds, brings the row back and says so', async () => {
  const [refused, silent] = (await publishMany('Not removed', 2)) as [string, string]
  const list = await openAdminList(page, site.origin, '?q=removed')
  await page.route(`**/api/admin/papers/${refused}`, (route) => route.fulfill({ status: 400 }))
  await page.route(`**/api/admin/papers/${silent}`, () => new Promise(() => {}))
  await page.clock.install()
  await list.getByRole('button', { name: 'Delete Not removed 0' }).click()
  await toast('Error deleting PDF').getByText('Operation Failed !').waitFor()
  await rowOf(list, 'Not removed 0').waitFor()
  await page.clock.runFor(4_100)
  await toast('Error deleting PDF').waitFor({ state: 'detached' })
  await list.getByRole('button', { name: 'Delete Not removed 1' }).click()
  await rowOf(list, 'Not removed 1').waitFor({ state: 'detached' })
  await page.clock.runFor(10_100)
  await toast('Error deleting PDF').waitFor()
  await rowOf(list, 'Not removed 1').waitFor()
})

test('by keyboard the focus goes to the next row, and to the heading when none is left or many go together', async () => {
  for (const title of ['Kept by key A', 'Kept by key B', 'Kept by key C'])
    await publish(site, admin, { title, subject: 'History' })
  const list = await openAdminList(page, site.origin, '?subject=History&sort=title')
  await list.getByRole('button', { name: 'Delete Kept by key A' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Delete Kept by key B')
  await list.getByText('2 papers', { exact: true }).waitFor()
  expect(await focused()).toBe('Delete Kept by key B')
  await list.getByLabel('Pick all on this page').check()
  await bar().getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await list.getByText('2 papers are in the bin.').waitFor()
  await expect.poll(focused).toBe('Uploaded PDFs')
  await undo().focus()
  await page.keyboard.press('Enter')
  await rowOf(list, 'Kept by key C').waitFor()
  await expect.poll(focused).toBe('Uploaded PDFs')
  await list.getByRole('button', { name: 'Delete Kept by key B' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Delete Kept by key C')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Uploaded PDFs')
})

test('the bin restores, deletes for good after one question, one paper or many, and is emptied at once', async () => {
  const ids = await publishMany('Old sheet', 6)
  for (const id of ids) await bin(id)
  const list = await openAdminList(page, site.origin)
  await list.getByRole('link', { name: /^Bin \(\d+\)$/ }).click()
  await list.getByText(/papers in the bin, each kept 30 days$/).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?show=binned')
  const last = rowOf(list, 'Old sheet 5')
  await last.getByText('30 days left').waitFor()
  expect(await last.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  await last.getByRole('button', { name: 'Restore Old sheet 5' }).click()
  await last.waitFor({ state: 'detached' })
  await list.getByText('“Old sheet 5” is back among the papers.').waitFor()

  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
  await list.getByRole('button', { name: 'Delete for good: Old sheet 4' }).click()
  await answer('Keep')
  await list.getByRole('button', { name: 'Delete for good: Old sheet 4' }).click()
  await answer('Delete for good')
  await list.getByText('“Old sheet 4” is deleted for good.').waitFor()
  await list.getByLabel('Pick Old sheet 3').check()
  await bar().getByRole('button', { name: 'Restore' }).click()
  await toast('1 paper is restored.').waitFor()
  for (const title of ['Old sheet 1', 'Old sheet 2']) await list.getByLabel(`Pick ${title}`).check()
  await bar().getByRole('button', { name: 'Delete for good' }).click()
  await answer('Delete for good')
  await toast('2 papers are deleted for good.').waitFor()

  await list.getByRole('button', { name: 'Empty the bin' }).click()
  await answer('Empty the bin')
  await list.getByText('The bin is empty.').waitFor()
  await list.getByRole('link', { name: 'Back to the papers' }).click()
  await rowOf(list, 'Old sheet 5').waitFor()
  expect(await statusesOf(ids)).toEqual([404, 404, 404, 200, 404, 200])
  const there = await site.fetch('/api/admin/papers?show=binned', { headers: admin.headers })
  expect((await there.json()).total).toBe(0)
})

test('a row of papers is changed together, and each goes back to what it was', async () => {
  const papers = await publishMany('Changed', 4)
  const list = await openAdminList(page, site.origin, '?q=changed&sort=title')
  await list.getByLabel('Pick Changed 0').click()
  await list.getByLabel('Pick Changed 3').click({ modifiers: ['Shift'] })
  await bar().getByText('4 picked').waitFor()
  await bar().getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByText('4 papers will change.').waitFor()
  expect(await form.getByRole('button', { name: 'Change 4 papers' }).isDisabled()).toBe(true)
  await form.getByLabel('Year').selectOption('2022')
  await form.getByLabel('Month').selectOption('May')
  await form.getByRole('button', { name: 'Change 4 papers' }).click()
  const changed = toast('4 papers are changed.')
  // As long as the pointer rests on it, it stays.
  await changed.hover()
  expect(await yearsOf(papers)).toEqual([2022, 2022, 2022, 2022])
  await bar().waitFor({ state: 'detached' })
  await changed.getByRole('button', { name: 'Undo' }).click()
  await toast('4 papers are as before.').waitFor()
  expect(await yearsOf(papers)).toEqual(YEARS(4))
})

test('what is chosen on several pages, then all that is found, is changed and binned; refused or stopped, the rest goes on or stays', async () => {
  const papers = await publishMany('Busy', 52)
  const list = await openAdminList(page, site.origin, '?q=busy')
  const pickFound = async (count: number) => {
    await list.getByLabel('Pick all on this page').check()
    await list.getByRole('button', { name: `Pick all ${count} that are found` }).click()
    await bar().getByText(`${count} picked`).waitFor()
    await list.getByText(`All ${count} papers that are found are picked.`).waitFor()
  }
  await list.getByLabel('Pick all on this page').check()
  await list.getByRole('link', { name: 'Page 5', exact: true }).click()
  await expect.poll(() => list.locator('.register > li').count()).toBe(4)
  await list.locator('.register > li').first().getByRole('checkbox').check()
  await bar().getByText('13 picked').waitFor()
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'detached' })

  await pickFound(52)
  // What arrives after they were chosen is not among them.
  const late = await publish(site, admin, { title: 'Busy too late', year: '2015' })
  const refused = { status: 503, headers: { 'Retry-After': '1' }, json: { detail: 'Busy now.' } }
  let sent = 0
  await page.route('**/api/admin/bulk', (route) => {
    sent += 1
    // The first batch is refused once and then goes through; the second is refused for good.
    return sent === 2 ? route.continue() : route.fulfill(refused)
  })
  await bar().getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByLabel('Year').selectOption('2023')
  await form.getByRole('button', { name: 'Change 52 papers' }).click()
  await form.getByText('Trying again …').waitFor()
  await toast('50 of 52 papers are changed. Busy now.').waitFor()
  expect((await yearsOf(papers)).filter((year) => year === 2023)).toHaveLength(50)
  await bar().getByText('2 picked').waitFor()
  await page.unroute('**/api/admin/bulk')
  await page.locator('.last-line').getByRole('button', { name: 'Go on' }).click()
  await toast('Success !52 papers are changed.').waitFor()
  expect(new Set(await yearsOf(papers))).toEqual(new Set([2023]))
  expect(await yearsOf([late.id])).toEqual([2015])
  await bar().waitFor({ state: 'detached' })
  await undo().click()
  await toast('52 papers are as before.').waitFor()
  expect(await yearsOf(papers)).toEqual(YEARS(52))

  // The list is read again after it: what is picked before is picked among the papers that were changed.
  await expect.poll(() => list.locator('.register > li', { hasText: '2023' }).count()).toBe(0)

  // Stop ends it after what is under way; what was done has its way back, the rest is as it was.
  await pickFound(53)
  await page.route('**/api/admin/bulk', async (route) => {
    await bar().getByText('Deleting: 0 of 53 papers …').waitFor()
    await bar().getByRole('button', { name: 'Stop' }).click()
    await route.continue()
  })
  await bar().getByRole('button', { name: 'Delete' }).click()
  await toast('50 of 53 papers are in the bin. You stopped it').waitFor()
  await page.unroute('**/api/admin/bulk')
  expect((await statusesOf([...papers, late.id])).filter((status) => status === 404)).toHaveLength(50)
  await undo().click()
  await toast('50 papers are restored.').waitFor()
  expect(new Set(await statusesOf(papers))).toEqual(new Set([200]))
})
