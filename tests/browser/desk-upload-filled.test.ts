import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

/** Beside other tests a page takes many seconds to be recognised. */
const BUSY_MS = 120_000

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ env: { READ_SCANS: 'on' } }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const pdf = (name: string, bytes: Uint8Array) => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(bytes),
})

test('the form is filled in from name and page 1, a scan as well, and nothing that was typed is written over', async () => {
  const page = await openPage(browser)
  await openSignedIn(page, site.origin)
  const form = page.getByRole('region', { name: 'Upload PDF' })
  const field = (name: string) => form.getByLabel(name, { exact: true })
  const values = async () =>
    await Promise.all(['Degree', 'Subject', 'Month', 'Year'].map((name) => field(name).inputValue()))
  await field('PDF file').focus()
  await field('Month').selectOption('July')
  const text = [
    'CBSE Class 12',
    'Physics',
    'All questions are compulsory and carry the marks in the margin',
  ].join(') Tj 0 -40 Td (')
  await field('PDF file').setInputFiles(pdf('paper 2019 set 2.pdf', plainPdf({ text })))
  await form.getByText('Filled in from the file.').waitFor()
  expect(await values()).toEqual(['12th-cbse', 'Physics', 'July', '2019'])
  expect(await field('Degree').getAttribute('data-mark')).toBe(null)
  expect(await field('Title').inputValue()).not.toBe('')
  expect(await field('Variant (optional)').inputValue()).toBe('Set 2')
  expect(await field('Board').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])

  const lines = [
    ...['CENTRAL BOARD OF SECONDARY EDUCATION', 'CLASS 10 SCIENCE', 'ANNUAL EXAMINATION MARCH 2018'],
    ...['Time allowed: 3 hours', 'All questions are compulsory. Marks are given in the margin.'],
  ]
  await field('PDF file').setInputFiles(pdf('scan0001.pdf', scanPdf([await drawScan({ lines })])))
  await form.getByText('Reading the scan').waitFor({ timeout: BUSY_MS })
  await field('Title').fill('Typed meanwhile')
  await form.getByText('Filled in from the file.').waitFor({ timeout: BUSY_MS })
  expect(await values()).toEqual(['10th-cbse', 'Science', 'July', '2018'])
  expect(await field('Title').inputValue()).toBe('Typed meanwhile')
  expect(await field('Variant (optional)').inputValue()).toBe('Annual')
  await field('Degree').selectOption('10th-state')
  await field('Board').selectOption('Bihar')
  await field('Variant (optional)').fill('Set B, Annual')
  const published = page.waitForResponse((response) => response.url().endsWith('/publication'))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  expect(await (await published).json()).toMatchObject({ board: 'Bihar', variant: 'Set B, Annual' })
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect(page.errors).toEqual([])
  await page.context().close()
})
