import { expect, test } from 'vitest'
import { openDeskList, rowOf, titlesOf } from '../support/desk-page.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { publish } from '../support/site.ts'

visitDesk()

test('Delete asks nothing, the row goes at once, and Undo in the toast brings it back with its address', async () => {
  const paper = await publish(site, admin, { title: 'Binned and back' })
  const list = await openDeskList(page, site.origin)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/api/admin/papers/${paper.id}`, async (route) => {
    if (route.request().method() === 'DELETE') await held
    await route.continue()
  })
  await rowOf(list, 'Binned and back').getByRole('button', { name: 'Delete Binned and back' }).click()
  await rowOf(list, 'Binned and back').waitFor({ state: 'detached' })
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(200)
  go()
  const toast = page.locator('.toast', { hasText: 'PDF deleted successfully' })
  // As long as the pointer rests on it, it stands.
  await toast.hover()
  expect(await toast.textContent()).toContain('Operation Success !')
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await rowOf(list, 'Binned and back').waitFor()
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(200)
  expect((await site.fetch(paper.link)).status).toBe(200)
})

test('the toast goes after its time, and Undo waits in a line above the list until the next action', async () => {
  await publish(site, admin, { title: 'First action' })
  await publish(site, admin, { title: 'Second action' })
  const list = await openDeskList(page, site.origin)
  await page.clock.install()
  await list.getByRole('button', { name: 'Delete First action' }).click()
  await page.locator('.toast').waitFor()
  await page.clock.runFor(4_100)
  await page.locator('.toast').waitFor({ state: 'detached' })
  await list.getByText('“First action” is in the bin for 30 days.').waitFor()
  await list.getByRole('button', { name: 'Delete Second action' }).click()
  await list.getByText('“Second action” is in the bin for 30 days.').waitFor()
  expect(await list.getByText('“First action” is in the bin').count()).toBe(0)
  await list.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await rowOf(list, 'Second action').waitFor()
  expect(await titlesOf(list)).not.toContain('First action')
})

test('a toast waits while it is hovered', async () => {
  await publish(site, admin, { title: 'Hovered over' })
  const list = await openDeskList(page, site.origin)
  await page.clock.install()
  await list.getByRole('button', { name: 'Delete Hovered over' }).click()
  const toast = page.locator('.toast')
  await toast.waitFor()
  await toast.hover()
  await page.clock.runFor(20_000)
  expect(await toast.isVisible()).toBe(true)
})

test('a refused deletion brings the row back and says so', async () => {
  const paper = await publish(site, admin, { title: 'Not to be removed' })
  const list = await openDeskList(page, site.origin)
  await page.route(`**/api/admin/papers/${paper.id}`, (route) => route.fulfill({ status: 400 }))
  await list.getByRole('button', { name: 'Delete Not to be removed' }).click()
  const toast = page.locator('.toast', { hasText: 'Error deleting PDF' })
  await toast.waitFor()
  expect(await toast.textContent()).toContain('Operation Failed !')
  await rowOf(list, 'Not to be removed').waitFor()
})

test('with the keyboard the focus goes to the next row, and to the heading when none is left', async () => {
  for (const title of ['Kept by key A', 'Kept by key B', 'Kept by key C'])
    await publish(site, admin, { title, subject: 'History' })
  const list = await openDeskList(page, site.origin, '?subject=History&sort=title')
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  await list.getByRole('button', { name: 'Delete Kept by key A' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Delete Kept by key B')
  await list.getByText('2 papers', { exact: true }).waitFor()
  expect(await focused()).toBe('Delete Kept by key B')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Delete Kept by key C')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Uploaded PDFs')
})

test('the bin restores, deletes for good after one question, and is emptied at once', async () => {
  const ids: string[] = []
  for (let at = 1; at <= 14; at += 1) {
    const { id } = await publish(site, admin, { title: `Old sheet ${at}` })
    ids.push(id)
    await site.fetch(`/api/admin/papers/${id}`, { method: 'DELETE', headers: admin.headers })
  }
  const list = await openDeskList(page, site.origin)
  await list.getByRole('link', { name: /^Bin \(\d+\)$/ }).click()
  await list.getByText(/^1–12 of \d+ papers in the bin, each kept 30 days$/).waitFor()
  expect(new URL(page.url()).search).toBe('?show=binned')
  const last = rowOf(list, 'Old sheet 14')
  await last.getByText('30 days left').waitFor()
  expect(await last.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  await last.getByRole('button', { name: 'Restore Old sheet 14' }).click()
  await last.waitFor({ state: 'detached' })
  await list.getByText('“Old sheet 14” is back among the papers.').waitFor()
  expect((await site.fetch(`/api/papers/${ids[13]}`)).status).toBe(200)

  await list.getByRole('button', { name: 'Delete for good: Old sheet 13' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click()
  await list.getByRole('button', { name: 'Delete for good: Old sheet 13' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.locator('.toast', { hasText: 'PDF deleted successfully' }).waitFor()
  await expect
    .poll(async () => (await site.fetch(`/api/admin/papers/${ids[12]}`, { headers: admin.headers })).status)
    .toBe(404)

  await list.getByRole('button', { name: 'Empty the bin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the bin' }).click()
  await list.getByText('The bin is empty.').waitFor()
  await list.getByRole('link', { name: 'Back to the papers' }).click()
  await rowOf(list, 'Old sheet 14').waitFor()
})

test('another tab reads the list again', async () => {
  await publish(site, admin, { title: 'Seen in two tabs' })
  const list = await openDeskList(page, site.origin)
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin`)
  const elsewhere = other.getByRole('region', { name: 'Uploaded PDFs' })
  await rowOf(elsewhere, 'Seen in two tabs').waitFor()
  await list.getByRole('button', { name: 'Delete Seen in two tabs' }).click()
  await rowOf(elsewhere, 'Seen in two tabs').waitFor({ state: 'detached' })
})
