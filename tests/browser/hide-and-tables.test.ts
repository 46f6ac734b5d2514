import { expect, test } from 'vitest'
import { openAdminList, rowOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { publish } from '../support/site.ts'

/** Papers that visitors do not see, and tables that correct what they are. */
visitAdmin()

const statusOf = async (id: string) => (await site.fetch(`/api/papers/${id}`)).status
const titleOf = async (id: string) => (await (await site.fetch(`/api/papers/${id}`)).json()).title

test('many are hidden together, found under Hidden with their pictures, shown in the form, and each step is undone', async () => {
  const first = await publish(site, admin, { title: 'Zebra 1' }, plainPdf({ text: 'zebra 1' }))
  const second = await publish(site, admin, { title: 'Zebra 2' }, plainPdf({ text: 'zebra 2' }))
  const list = await openAdminList(page, site.origin)
  for (const title of ['Zebra 1', 'Zebra 2']) await list.getByLabel(`Pick ${title}`).check()
  await page.getByRole('button', { name: 'Hide …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For visitors').selectOption('Hidden until …')
  await dialog.getByLabel('Until, in Indian time').fill('2020-01-01T09:00')
  await dialog.getByText('That has passed: it is visible at once.').waitFor()
  await dialog.getByLabel('For visitors').selectOption('Hidden')
  await dialog.getByRole('button', { name: 'Hide 2 papers' }).click()
  await rowOf(list, 'Zebra 1').waitFor({ state: 'detached' })
  expect(await Promise.all([statusOf(first.id), statusOf(second.id)])).toEqual([404, 404])
  await list.getByRole('link', { name: 'Hidden (2)' }).click()
  const row = rowOf(list, 'Zebra 1')
  await row.getByText('Hidden', { exact: true }).waitFor()
  // Its picture is served to nobody else.
  await expect
    .poll(() => row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await row.getByRole('button', { name: 'Edit Zebra 1' }).click()
  const form = page.getByRole('region', { name: 'Edit Zebra 1' })
  await form.getByLabel('For visitors').selectOption('Visible')
  await form.getByRole('button', { name: 'Make it visible' }).click()
  await list.getByText('“Zebra 1” is visible.').waitFor()
  expect(await statusOf(first.id)).toBe(200)
  await list.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await list.getByText('“Zebra 1” is hidden.').waitFor()
  expect(await statusOf(first.id)).toBe(404)
})

test('a table corrects papers after a dry run, row by row, and all is put back', async () => {
  const first = await publish(site, admin, { title: 'Heron 1' }, plainPdf({ text: 'heron 1' }))
  const second = await publish(site, admin, { title: 'Heron 2' }, plainPdf({ text: 'heron 2' }))
  const list = await openAdminList(page, site.origin)
  await list.getByRole('button', { name: 'Correct by a CSV' }).click()
  const dialog = page.getByRole('dialog')
  const csv = `Id;Title;Kind\r\n${first.id};Heron, corrected;\r\n${second.id};;Notes\r\n${second.id};;Syllabus\r\n`
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`, 'utf16le') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText('2 rows will change something, 1 cannot be used').waitFor()
  await dialog.getByText(`names “${second.id}” again, as row 3 does`).waitFor()
  expect(await titleOf(first.id)).toBe('Heron 1')
  await dialog.getByRole('button', { name: 'Change 2 rows' }).click()
  await dialog.getByText('2 papers are changed.').waitFor()
  expect(await titleOf(first.id)).toBe('Heron, corrected')
  await dialog.getByRole('button', { name: 'Put them back as they were' }).click()
  await dialog.getByText('2 papers are as before.').waitFor()
  expect(await titleOf(first.id)).toBe('Heron 1')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await list.getByRole('link', { name: 'Print' }).click()
  await page.getByRole('cell', { name: first.id }).waitFor()
})
