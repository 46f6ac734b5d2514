import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('an administrator uploads a paper, and a stranger finds it, opens it and is counted', async () => {
  const pdf = Buffer.from(bigPdf(2_000_000))
  const admin = await openMovingPage(browser)
  await signInOnPage(admin, site.origin)
  await fillUpload(admin, pdf)
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await admin.getByText('File uploaded successfully').waitFor()
  await admin.getByRole('link', { name: 'Board paper, Set 1 (65/4/1)' }).waitFor()

  const stranger = await openMovingPage(browser, { viewport: { width: 360, height: 740 } })
  await stranger.goto(`${site.origin}/practice`)
  await stranger.getByPlaceholder('Search papers...').fill('board 65')
  await stranger.getByText('1 paper found for “board 65”').waitFor()
  const card = stranger.getByRole('article')
  expect(await card.textContent()).toContain('March 2024')
  const view = card.getByRole('link', { name: /^View Paper/ })
  expect(await view.getAttribute('target')).toBe('_blank')
  const opened = stranger.context().waitForEvent('page')
  await view.click()
  await opened
  await card.getByText(/ 1 view$/).waitFor()
  const file = await stranger.request.get(new URL((await view.getAttribute('href')) ?? '', site.origin).href)
  expect(sha256(await file.body())).toBe(sha256(pdf))
  expect([...admin.errors, ...stranger.errors]).toEqual([])
})

async function fillUpload(page: Page, pdf: Buffer) {
  await page.getByLabel('PDF file').focus()
  await page.getByLabel('Title', { exact: true }).fill('Board paper, Set 1 (65/4/1)')
  await page.getByLabel('Degree').selectOption('12th CBSE')
  await page.getByLabel('Subject', { exact: true }).selectOption('Mathematics')
  await page.getByLabel('Month', { exact: true }).selectOption('March')
  await page.getByLabel('Year', { exact: true }).selectOption('2024')
  await page
    .getByLabel('PDF file')
    .setInputFiles({ name: '65-4-1 Mathematics.pdf', mimeType: 'application/pdf', buffer: pdf })
}

function sha256(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
