import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedFieldPdf } from '../support/annotated-pdfs.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'
import { fillUploadForm } from '../support/upload-form.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const SCRIPTED = { name: 'CBSE Class X Science March 2021.pdf', bytes: scriptedFieldPdf() }

// Before the form's: what that publishes is of the same bytes, and makes this row a duplicate.
test('a row of many files goes on without its scripts, and says that they were taken out', async () => {
  const page = await openPage(browser)
  await openManyFiles(page, site.origin)
  await pick(page, [SCRIPTED])
  const row = rowOf(page, SCRIPTED.name)
  await row.getByRole('button', { name: 'Remove scripts' }).click()
  await waitForRows(page, 'ready', 1)
  await row.getByText('its scripts were taken out').waitFor()
  await page.reload()
  await row.getByText('its scripts were taken out').waitFor()
  await page.context().close()
})

test('a form refused for its scripts is published without them from the form', async () => {
  const page = await openPage(browser)
  await openSignedIn(page, site.origin, '/admin')
  await fillUploadForm(page, 'A worksheet')
  await page
    .getByLabel('PDF file')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: SCRIPTED.bytes })
  const button = page.getByRole('button', { name: 'Publish without its scripts' })
  expect(await button.count()).toBe(0)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await button.click()
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect(await button.count()).toBe(0)
  const { papers } = await (await site.fetch('/api/papers')).json()
  expect(papers[0].title).toBe('A worksheet')
  await page.context().close()
})
