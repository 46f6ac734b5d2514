import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDeskList, rowOf } from '../support/desk-page.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { publish } from '../support/site.ts'
import { fillUploadForm } from '../support/upload-form.ts'

visitDesk()

const toast = (text: string) => page.locator('.toast', { hasText: text })
const upload = () => page.getByRole('button', { name: 'Upload', exact: true })

test('an uploaded paper of an old month stands out in the list, its toast leads to it, and the next action ends that', async () => {
  for (let at = 1; at <= 13; at += 1) await publish(site, admin, { title: `Newer ${at}`, year: '2024' })
  const list = await openDeskList(page, site.origin)
  await rowOf(list, 'Newer 13').waitFor()
  await fillUploadForm(page, 'An old paper')
  await page.getByLabel('Year', { exact: true }).selectOption('1995')
  await upload().click()
  const show = toast('File uploaded successfully').getByRole('button', { name: 'Show it' })
  // By the keyboard.
  await show.focus()
  await page.keyboard.press('Enter')
  const row = rowOf(list, 'An old paper')
  await row.getByText('JUST UPLOADED').waitFor()
  await expect.poll(() => isInView(row)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('An old paper')
  expect(await list.getByText('JUST UPLOADED').count()).toBe(1)

  await list.getByLabel('Pick Newer 13').check()
  await row.waitFor({ state: 'detached' })
  expect(await list.getByText('JUST UPLOADED').count()).toBe(0)
})

test('whatever the list is narrowed to, the uploaded paper is in it, and can be edited there', async () => {
  await publish(site, admin, { title: 'Filtered', subject: 'History' })
  const list = await openDeskList(page, site.origin, '?subject=History')
  await fillUploadForm(page, 'Of another subject')
  await upload().click()
  const row = rowOf(list, 'Of another subject')
  await row.getByText('JUST UPLOADED').waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  await row.getByLabel('Title').fill('Of another subject, edited')
  await row.getByRole('button', { name: 'Save' }).click()
  await toast('Changes saved').waitFor()
  expect(await list.getByText('JUST UPLOADED').count()).toBe(0)
})

test('a refused thumbnail and a refused link are told by a toast and beside their fields', async () => {
  const list = await openDeskList(page, site.origin)
  const form = page.getByRole('region', { name: 'Upload PDF' })
  await fillUploadForm(page, 'Refused in two places')
  const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await form.getByLabel('Thumbnail (optional)').setInputFiles(text)
  await form.getByText('The thumbnail must be a PNG, JPEG, WebP, GIF or AVIF image.').waitFor()
  await toast('Error uploading file').waitFor()
  await toast('Error uploading file').waitFor({ state: 'detached' })
  await form.getByLabel('Thumbnail (optional)').setInputFiles([])
  const hiding = 'https://google.com@evil.example/'
  await form.getByLabel('Reference Link').fill(hiding)
  await upload().click()
  await form.getByText(/hides where the link leads/).waitFor()
  await toast('Error uploading file').waitFor()

  // The same in the form of a paper that is there.
  await publish(site, admin, { title: 'To be given a link' })
  await page.reload()
  await list.getByRole('button', { name: 'Edit To be given a link' }).click()
  const edit = list.locator('.paper-form')
  await edit.getByLabel('Reference Link').fill(hiding)
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText(/hides where the link leads/).waitFor()
  await toast('hides where the link leads').waitFor()
})

test('a PDF that is another paper’s is told before it replaces this one’s', async () => {
  const bytes = plainPdf({ pages: 3, text: 'The same bytes' })
  await publish(site, admin, { title: 'Has the bytes' }, bytes)
  const other = await publish(site, admin, { title: 'Gets the bytes' })
  const list = await openDeskList(page, site.origin)
  await list.getByRole('button', { name: 'Edit Gets the bytes' }).click()
  const choose = () =>
    list
      .getByLabel('Replace the PDF')
      .setInputFiles({ name: 'same.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  await choose()
  const dialog = page.getByRole('alertdialog', { name: 'Another paper has this file already' })
  await dialog.getByText('Has the bytes').waitFor()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await list.getByText('Skipped. Everything is as it was.').waitFor()
  expect((await (await site.fetch(`/api/papers/${other.id}`)).json()).link).toBe(other.link)
  await choose()
  await dialog.getByRole('button', { name: 'Replace anyway' }).click()
  await toast('PDF replaced').waitFor()
  expect((await (await site.fetch(`/api/papers/${other.id}`)).json()).pages).toBe(3)
  // A file that no other paper has replaces it without a question.
  await list.getByLabel('Replace the PDF').setInputFiles({
    ...{ name: 'own.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(plainPdf({ pages: 4, text: 'Its own' })),
  })
  await expect.poll(async () => (await (await site.fetch(`/api/papers/${other.id}`)).json()).pages).toBe(4)
})

async function isInView(row: ReturnType<Page['locator']>) {
  const box = await row.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= 900
}
