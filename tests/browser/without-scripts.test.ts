import { expect, test } from 'vitest'
import { page, site, visitAdmin } from '../support/admin-session.ts'
import { scriptedFieldPdf } from '../support/annotated-pdfs.ts'
import { openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { fillUploadForm } from '../support/upload-form.ts'

visitAdmin()

test('a file that is refused for its scripts goes on without them, among many files and from the form', async () => {
  const scripted = { name: 'CBSE Class X Science March 2021.pdf', bytes: scriptedFieldPdf() }
  await openManyFiles(page, site.origin)
  await pick(page, [scripted])
  const row = rowOf(page, scripted.name)
  await row.getByRole('button', { name: 'Remove scripts' }).click()
  await waitForRows(page, 'ready', 1)
  await row.getByText('its scripts were taken out').waitFor()
  await page.reload()
  await row.getByText('its scripts were taken out').waitFor()

  await openSignedIn(page, site.origin, '/admin')
  await fillUploadForm(page, 'A worksheet')
  // Pressed before its first page was read: that would refuse it by itself, and "Upload" with it.
  const HINTS = '**/first-pages/hints'
  await page.route(HINTS, () => {})
  await page
    .getByLabel('PDF file')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: scripted.bytes })
  const button = page.getByRole('button', { name: 'Publish without its scripts' })
  expect(await button.count()).toBe(0)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await button.waitFor()
  await page.unroute(HINTS)
  await button.click()
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect(await button.count()).toBe(0)
  const { papers } = await (await site.fetch('/api/papers')).json()
  expect(papers[0].title).toBe('A worksheet')
})
