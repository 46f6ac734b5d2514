import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { choose, madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  site = await openSite()
  page = await openPage(browser)
})
afterEach(async () => {
  await page.context().close()
  await site.end()
})

const SCANS = [1, 2, 3, 4].map((nth) => ({ name: `scan${nth}.pdf`, bytes: plainPdf({ text: `${nth}` }) }))

test('fields are set for all chosen rows at once: a stretch by Shift, all of one problem, all', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, [...SCANS, ...madePapers(1)])
  await waitForRows(page, 'missing', 4)
  await page.getByRole('checkbox', { name: 'Pick scan1.pdf' }).click()
  await page.getByRole('checkbox', { name: 'Pick scan3.pdf' }).click({ modifiers: ['Shift'] })
  await page.getByRole('region', { name: 'Picked papers' }).getByText('3 picked').waitFor()
  const weights = await page
    .locator('.inbox-line')
    .first()
    .locator('.input')
    .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontWeight))
  expect(weights).toEqual(['600', '400', '400', '400', '400'])
  expect(await page.locator('.inbox-heads').textContent()).toMatch(/^Title/)
  await page.getByLabel('Set degree for all picked').selectOption('10th State')
  await page.getByRole('button', { name: 'Pick none' }).click()
  await page.getByRole('button', { name: 'No degree 1' }).click()
  await page.getByRole('checkbox', { name: 'Pick all 1 shown' }).check()
  await page.getByLabel('Set degree for all picked').selectOption('9th State')
  // What was mended stays in sight until another group is asked for.
  expect(await rowOf(page, 'scan4.pdf').getByLabel('Degree').inputValue()).toBe('9th-state')
  await page.getByRole('button', { name: /^No subject 4/ }).click()
  await page.getByRole('checkbox', { name: 'Pick all 4 shown' }).check()
  await page.getByLabel('Set subject for all picked').selectOption('Tamil')
  await page.getByLabel('Set month for all picked').selectOption('June')
  await page.getByLabel('Set year for all picked').selectOption('2019')
  await page.getByLabel('Set title for all picked').fill('Class test')
  await page.keyboard.press('Enter')
  await waitForRows(page, 'ready', 4)
  // All that was to be checked was set by hand.
  const confirm = page
    .getByRole('region', { name: 'Picked papers' })
    .getByRole('button', { name: 'Confirm 0' })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Take away', exact: true }).click()
  await page.getByText('4 taken away.').waitFor()
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByRole('button', { name: /^All 5/ }).click()
  await waitForRows(page, 'ready', 5)
})

test('Enter goes to the same field of the next row, and Ctrl+D writes what stands above', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, SCANS)
  await waitForRows(page, 'missing', 4)
  await choose(page, 'scan1.pdf', 'Month', 'December')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=group]')?.ariaLabel)).toBe(
    'scan2.pdf',
  )
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Shift+Enter')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=group]')?.ariaLabel)).toBe(
    'scan2.pdf',
  )
  expect(await rowOf(page, 'scan3.pdf').getByLabel('Month').inputValue()).toBe('December')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.field)).toBe('year')
})

test('what is missing and what is doubtful is marked, also for who hears it, and one button confirms', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, [{ name: 'Class 12 Physics CBSE 2023 half-yearly.pdf', bytes: plainPdf({ text: 'a' }) }])
  const row = rowOf(page, 'Class 12 Physics CBSE 2023 half-yearly.pdf')
  const month = row.getByLabel('Month')
  await expect.poll(() => month.getAttribute('data-mark')).toBe('check')
  expect(await describedBy(month)).toBe('Please check')
  await choose(page, 'Class 12 Physics CBSE 2023 half-yearly.pdf', 'Subject', '')
  await expect.poll(() => describedBy(row.getByLabel('Subject'))).toBe('Still needed')
  await row.getByRole('button', { name: 'Add subject' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-field')))
    .toBe('subject')
  await choose(page, 'Class 12 Physics CBSE 2023 half-yearly.pdf', 'Subject', 'Physics')
  await row.getByRole('button', { name: 'Confirm' }).click()
  await row.getByText('Ready').waitFor()
  expect(await month.getAttribute('data-mark')).toBeNull()
})

test('of picked rows the bar confirms those that lack nothing, says how many, and is the one button for it', async () => {
  await openManyFiles(page, site.origin)
  const names = ['2019', '2020'].map((year) => `Class 12 Physics CBSE ${year} half-yearly.pdf`)
  const files = names.map((name) => ({ name, bytes: plainPdf({ text: name }) }))
  await pick(page, [...files, ...SCANS.slice(0, 1)])
  await waitForRows(page, 'doubtful', 2)
  await waitForRows(page, 'missing', 1)
  const own = page.locator('.inbox-line').getByRole('button', { name: 'Confirm' })
  expect(await own.count()).toBe(2)
  await page.getByRole('checkbox', { name: 'Pick all 3 shown' }).check()
  expect(await own.count()).toBe(0)
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await bar.getByText('3 picked').waitFor()
  await bar.getByRole('button', { name: 'Confirm 2' }).click()
  await waitForRows(page, 'ready', 2)
  expect(await bar.getByRole('button', { name: 'Confirm 0' }).isDisabled()).toBe(true)
})

test('page 1 opens large with its fields, and one paper after the other is confirmed', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, SCANS.slice(0, 2))
  await waitForRows(page, 'missing', 2)
  await page.getByRole('button', { name: 'Look at page 1 of scan1.pdf' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'Page 1 of scan1.pdf' }).waitFor()
  await dialog.getByLabel('Title').fill('Looked at closely')
  for (const [field, value] of [
    ['Degree', '10th CBSE'],
    ['Subject', 'English'],
    ['Month', 'May'],
    ['Year', '2020'],
  ] as const) {
    await dialog.getByLabel(field).focus()
    await dialog.getByLabel(field).selectOption(value)
  }
  await dialog.getByRole('button', { name: 'Confirm, next' }).click()
  await dialog.getByRole('heading', { name: '2 of 2' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await rowOf(page, 'scan1.pdf').getByLabel('Title').inputValue()).toBe('Looked at closely')
  await waitForRows(page, 'ready', 1)
})

test('more than one PDF in the form for one goes on to Many files; one fills the form', async () => {
  await openManyFiles(page, site.origin)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  const field = page.getByLabel('PDF file', { exact: true })
  const files = madePapers(2).map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: bytes }))
  await field.setInputFiles(files.slice(0, 1))
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).not.toBe('')
  await field.setInputFiles(files)
  await page.waitForURL('**/admin/upload')
  await waitForRows(page, 'ready', 2)
  await page.getByRole('link', { name: 'Many files 2 waiting' }).waitFor()
})

async function describedBy(field: ReturnType<Page['getByLabel']>) {
  return await field.evaluate((element) => {
    const name = element.getAttribute('aria-describedby')
    return name ? document.getElementById(name)?.textContent?.trim() : null
  })
}
