import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { MONTHS } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { openAdminList, rowOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { bigPdf, ownerPasswordPdf, passwordPdf, plainPdf } from '../support/made-pdfs.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'
import { fillSignIn, openAdmin, openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish } from '../support/site.ts'
import { openSlowLine } from '../support/slow-line.ts'
import { fillUploadForm } from '../support/upload-form.ts'

const MIB = 1024 * 1024
/** Next to other tests a page takes many seconds to be recognised. */
const BUSY_MS = 120_000

visitAdmin()

const form = () => page.getByRole('region', { name: 'Upload PDF' })
const field = (name: string) => form().getByLabel(name, { exact: true })
const toast = (text: string) => page.locator('.toast', { hasText: text })
const said = (text: string | RegExp) => form().getByText(text).first().waitFor()
const found = async (q: string) => (await (await site.fetch(`/api/papers?q=${q}`)).json()).total
const pressed = () =>
  form()
    .getByRole('button', { name: 'Upload', exact: true })
    .click({ timeout: 2_000 })
    .then(() => true)
    .catch(() => false)
const press = () => form().getByRole('button', { name: 'Upload', exact: true }).click()
const pdf = (buffer: Uint8Array, name = 'paper.pdf') => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(buffer),
})

/** Handing so much to the browser by other ways takes seconds. */
function onDisk(bytes: Uint8Array) {
  const path = join(site.dataDir, `${bytes.length}.pdf`)
  writeFileSync(path, bytes)
  return path
}

test('what is refused is said next to its field, and what was typed survives that, a reload and an ended session', async () => {
  await openAdmin(page, site.origin)
  await field('PDF file').focus()
  await said('Still needed: title, degree, month, year, PDF file.')
  await expectSpecifiedChoices()
  await fillUploadForm(page, 'A locked paper')
  await said('Ready to be published.')
  const upload = form().getByRole('button', { name: 'Upload', exact: true })
  await field('Month').selectOption('')
  await said('Still needed: month.')
  expect(await upload.isDisabled()).toBe(true)
  await field('Month').selectOption('March')
  await field('PDF file').setInputFiles([])
  await said('Still needed: PDF file.')
  expect(await upload.isDisabled()).toBe(true)
  await field('PDF file').setInputFiles(pdf(plainPdf()))
  await expect.poll(() => upload.isEnabled()).toBe(true)
  const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await field('Thumbnail (optional)').setInputFiles(text)
  await toast('Error uploading file').filter({ hasText: 'Operation Failed !' }).waitFor()
  await said('The thumbnail must be a PNG, JPEG, WebP, GIF or AVIF image.')
  await field('Thumbnail (optional)').setInputFiles([])
  await form().getByLabel('Reference Link').fill('https://google.com@evil.example/')
  await press()
  await said(/hides where the link leads/)
  await form().getByLabel('Reference Link').fill('')
  await field('PDF file').setInputFiles(pdf(passwordPdf()))
  // Said by the upload, or before it where the file has been read by then: nothing is left to press.
  const locked = form()
    .getByText(/password/i)
    .first()
  await expect.poll(async () => (await upload.isDisabled()) || (await pressed())).toBe(true)
  await locked.waitFor()
  expect(await field('Title').inputValue()).toBe('A locked paper')

  await page.reload()
  await expect.poll(() => field('Title').inputValue()).toBe('A locked paper')
  await field('PDF file').setInputFiles(pdf(await ownerPasswordPdf(plainPdf())))
  await field('Store it unlocked').check()
  await page.context().clearCookies()
  // What the admin area reads in the background may bring up the dialog before, which covers the button and hides its role.
  await page.getByRole('button', { name: 'Upload', exact: true, includeHidden: true }).dispatchEvent('click')
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await toast('File uploaded successfully').getByText('Operation Success !').waitFor()
  await page.getByRole('link', { name: 'A locked paper' }).waitFor()
  await expect.poll(() => field('Title').inputValue()).toBe('')
  const [paper] = (await (await site.fetch('/api/papers?q=A+locked+paper')).json()).papers
  expect(await (await site.fetch(paper.link)).text()).not.toContain('/Encrypt')
})

test('nothing is said of page 1 before there is a file; one that the server refuses is refused when it is chosen, on a line of its own', async () => {
  await openAdmin(page, site.origin)
  await field('PDF file').focus()
  await field('Title').waitFor()
  expect(await form().getByRole('status').count()).toBe(0)
  await field('PDF file').setInputFiles(pdf(passwordPdf()))
  await form()
    .locator('.upload-file .field-error')
    .getByText(/password/i)
    .waitFor()
  await said('Choose another PDF.')
  expect(await form().getByText('Ready to be published.').count()).toBe(0)
  expect(await form().getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(true)
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, ...(await layoutFaults(page))]).toEqual([width])
    const [heading, picker] = await Promise.all(
      ['#upload-heading', '.upload-file .file-picker'].map((part) => form().locator(part).boundingBox()),
    )
    expect((heading?.y ?? Infinity) + (heading?.height ?? 0)).toBeLessThanOrEqual(picker?.y ?? 0)
  }
})

test('an upload that is tried again says so in its place, shows its progress, and once cancelled publishes nothing', async () => {
  const line = await openSlowLine(site.origin, 1_000_000)
  const path = onDisk(bigPdf(30_000_000))
  await openAdmin(page, line.origin)
  let isBusy = true
  await page.route('**/api/admin/uploads/*', (route) =>
    isBusy ? route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: {} }) : route.continue(),
  )
  await fillUploadForm(page, 'Never sent whole')
  await field('PDF file').setInputFiles(path)
  await press()
  await said('Trying again …')
  expect(await page.locator('.retry-line').getByText('Trying again …').count()).toBe(0)
  isBusy = false
  await form().getByRole('progressbar', { name: 'Upload' }).waitFor()
  await said(/^\d.* of 29\.0 MB sent$/)
  await form().getByRole('button', { name: 'Cancel' }).click()
  await said('The upload was cancelled. Everything is as you left it.')
  expect(await field('Title').inputValue()).toBe('Never sent whole')
  expect(await found('never')).toBe(0)
  line.close()
})

test('Upload waits for bytes that are on their way, goes on where the line breaks, and publishes once though the answer is lost', async () => {
  await openAdmin(page, site.origin)
  const file = bigPdf(5_000_000)
  const offsets: number[] = []
  let published = 0
  const isPressed = Promise.withResolvers<void>()
  await page.route('**/api/admin/uploads/*', async (route) => {
    const headers = route.request().headers()
    if (headers['upload-length'] !== String(file.length)) return await route.continue()
    offsets.push(Number(headers['upload-offset']))
    await isPressed.promise
    return offsets.length === 3 ? await route.abort('connectionreset') : await route.continue()
  })
  await page.route('**/publication', async (route) => {
    const answer = await route.fetch()
    if (answer.ok()) published += 1
    return published === 1 ? await route.abort('connectionreset') : await route.fulfill({ response: answer })
  })
  await fillUploadForm(page, 'Sent in parts')
  // Its bytes are sent as soon as it is chosen, because its page 1 is read.
  await field('PDF file').setInputFiles(onDisk(file))
  await press()
  await form().getByRole('progressbar', { name: 'Upload' }).waitFor()
  isPressed.resolve()
  await toast('File uploaded successfully').waitFor({ timeout: BUSY_MS })
  expect(offsets.slice(0, 4)).toEqual([0, 2 * MIB, 4 * MIB, 4 * MIB])
  // On a busy machine the last part may break once more.
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect([published, await found('parts')]).toEqual([2, 1])
})

test('the uploaded paper stands out whatever the list is narrowed to, its toast leads to it, and the next action ends that', async () => {
  for (let at = 1; at <= 12; at += 1)
    await publish(site, admin, { title: `Newer ${at}`, subject: 'History', year: '2024' })
  const list = await openAdminList(page, site.origin, '?subject=History')
  await fillUploadForm(page, 'An old paper')
  await field('Year').selectOption('1995')
  await press()
  // By the keyboard.
  await toast('File uploaded successfully').getByRole('button', { name: 'Show it' }).focus()
  await page.keyboard.press('Enter')
  const row = rowOf(list, 'An old paper')
  await row.getByText('JUST UPLOADED').waitFor()
  await expect.poll(() => isInView(row)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('An old paper')
  expect(await list.getByText('JUST UPLOADED').count()).toBe(1)
  await list.getByLabel('Pick Newer 12').check()
  await row.waitFor({ state: 'detached' })
  expect(await list.getByText('JUST UPLOADED').count()).toBe(0)
})

test('the form is filled in from name and page 1, a scan as well, and nothing that was typed is written over', async () => {
  const isAsked = Promise.withResolvers<void>()
  const lines = [
    ...['CENTRAL BOARD OF SECONDARY EDUCATION', 'CLASS 10 SCIENCE', 'ANNUAL EXAMINATION MARCH 2018'],
    ...['Time allowed: 3 hours', 'All questions are compulsory. Marks are given in the margin.'],
  ].join('\n')
  const recognised = { text: lines, sureText: lines, lines: [], confidence: 90 }
  const reading = await openSite({
    parts: ({ recogniser }) => ({
      recogniser: {
        ...recogniser,
        isOn: async () => true,
        recognisePage: () => isAsked.promise.then(() => recognised),
      },
    }),
  })
  await openSignedIn(page, reading.origin)
  const values = () =>
    Promise.all(['Degree', 'Subject', 'Month', 'Year'].map((name) => field(name).inputValue()))
  await field('PDF file').focus()
  await field('Month').selectOption('July')
  const text = [
    'CBSE Class 12',
    'Physics',
    'All questions are compulsory and carry the marks in the margin',
  ].join(') Tj 0 -40 Td (')
  await field('PDF file').setInputFiles(pdf(plainPdf({ text }), 'paper 2019 set 2.pdf'))
  await said('Filled in from the file.')
  expect(await values()).toEqual(['12th-cbse', 'Physics', 'July', '2019'])
  expect(await field('Degree').getAttribute('data-mark')).toBe(null)
  expect(await field('Title').inputValue()).not.toBe('')
  expect(await field('Variant (optional)').inputValue()).toBe('Set 2')
  expect(await field('Board').count()).toBe(0)
  expect(await axeFaultsIn(page)).toEqual([])

  const scan = scanPdf([await drawScan({ lines: ['A scan'], dpi: 50 })])
  await field('PDF file').setInputFiles(pdf(scan, 'scan0001.pdf'))
  await said('Reading the scan')
  await field('Title').fill('Typed meanwhile')
  isAsked.resolve()
  await said('Filled in from the file.')
  expect(await values()).toEqual(['10th-cbse', 'Science', 'July', '2018'])
  expect(await field('Title').inputValue()).toBe('Typed meanwhile')
  await field('Degree').selectOption('10th-state')
  await field('Board').selectOption('Bihar')
  await field('Variant (optional)').fill('Set B, Annual')
  const published = page.waitForResponse((response) => response.url().endsWith('/publication'))
  await press()
  expect(await (await published).json()).toMatchObject({ board: 'Bihar', variant: 'Set B, Annual' })
  await toast('File uploaded successfully').waitFor()
  expect(page.errors).toEqual([])
  await reading.end()
})

/** As the specification lists them. */
async function expectSpecifiedChoices() {
  expect(await field('PDF file').getAttribute('accept')).toBe('application/pdf')
  expect(await field('Thumbnail (optional)').getAttribute('accept')).toBe('image/*')
  const choices = async (name: string) => (await field(name).locator('option').allTextContents()).slice(1)
  const years = (await choices('Year')).map(Number).toSorted((one, other) => one - other)
  expect(years).toEqual(Array.from({ length: currentYear(new Date()) - 1989 }, (_, at) => 1990 + at))
  expect(await choices('Month')).toEqual(
    MONTHS.map((_, at) => new Date(2024, at).toLocaleString('en', { month: 'long' })),
  )
  const classes = ['12th', '11th', '10th', '9th', '8th', '7th', '6th']
  const degrees = classes.flatMap((name) => [`${name} CBSE`, `${name} State`])
  expect(await choices('Degree')).toEqual([...degrees, 'JEE', 'NEET', 'TNPSC'])
  const subjects =
    'Mathematics, Science, Social Science, English, Tamil, Business Maths, Physics, Chemistry, Biology, Computer Science, Accountancy, Commerce, Economics, History'
  expect(await choices('Subject')).toEqual([...subjects.split(', '), 'Hindi', 'Sanskrit', 'Other'])
}

async function isInView(row: Locator) {
  const box = await row.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= 900
}
