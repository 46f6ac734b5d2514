import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { choose, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  site = await openSite()
  browser = await openBrowser()
  page = await openPage(browser)
})
afterAll(async () => {
  await browser?.close()
  await site.end()
})

const NAMES = ['kz_one.pdf', 'kz_two.pdf', 'kz_three.pdf', 'kz_four.pdf', 'other.pdf']
const subjects = () =>
  Promise.all(NAMES.map((name) => rowOf(page, name).getByLabel('Subject', { exact: true }).inputValue()))

test('after two like corrections the bar offers the same for the rest, and takes it back', async () => {
  await openManyFiles(page, site.origin)
  await pick(
    page,
    NAMES.map((name) => ({ name, bytes: plainPdf({ text: name.replaceAll(/[a-z_.]+/g, '') || name }) })),
  )
  await waitForRows(page, 'missing', 5)
  await choose(page, 'kz_one.pdf', 'Subject', 'Social Science')
  await choose(page, 'kz_two.pdf', 'Subject', 'Social Science')
  await page
    .getByText('You set Social Science for 2 files with “kz” in their names. 2 more have it.')
    .waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Set for 2 more' }).press('Enter')
  await page.getByText('Social Science set for 2 more files.').waitFor()
  const social = 'Social Science'
  expect(await subjects()).toEqual([social, social, social, social, ''])
  // The way back has the focus.
  await page.keyboard.press('Enter')
  await expect.poll(subjects, { timeout: 15_000 }).toEqual([social, social, '', '', ''])
  expect(await page.getByText(/^You set/).count()).toBe(0)
  await choose(page, 'kz_one.pdf', 'Year', '2016')
  await choose(page, 'kz_two.pdf', 'Year', '2016')
  await page.getByRole('button', { name: 'Do not set 2016 for others' }).click()
  expect(await page.getByText(/^You set/).count()).toBe(0)
  expect(page.errors).toEqual([])
})
