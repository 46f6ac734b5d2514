import { rm } from 'node:fs/promises'
import type { Download, Locator } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { ownerPasswordPdf, plainPdf, portfolioPdf } from '../support/made-pdfs.ts'
import {
  choose,
  drop,
  folderOf,
  madePapers,
  openManyFiles,
  pick,
  rowOf,
  waitForRows,
} from '../support/many-files.ts'
import { publish } from '../support/site.ts'

visitAdmin()
beforeEach(async () => {
  await site.app.db.deleteFrom('inbox').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact })
const bar = () => page.getByRole('region', { name: 'Picked papers' })
const focusedRow = () =>
  page.evaluate(() => document.activeElement?.closest('[role=group]')?.getAttribute('aria-label'))
const allArrived = () => page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
const statusOf = async (id: string) => (await site.fetch(`/api/papers/${id}`)).status
const countPublished = async () => (await (await site.fetch('/api/papers')).json()).total

test('a folder is dropped and looked through: what is whole is published, and the other rows say why they are not', async () => {
  const there = plainPdf({ text: 'The one already there' })
  await publish(site, admin, { title: 'Already there' }, there)
  const before = await countPublished()
  const folder = await folderOf([
    ...madePapers(5),
    ...madePapers(2, 5).map((file) => ({ ...file, name: `Made ones/By class/${file.name}` })),
    { name: 'scan0042.pdf', bytes: Buffer.from(await ownerPasswordPdf(plainPdf({ text: 'No words' }))) },
    { name: 'picture.pdf', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    { name: 'broken.pdf', bytes: Buffer.from(plainPdf({ pages: 9 }).subarray(0, 60)) },
    { name: 'duplicate.pdf', bytes: there },
    { name: '.DS_Store', bytes: Buffer.from('x') },
    { name: 'notes.txt', bytes: Buffer.from('notes') },
  ])
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url().split('/uploads/')[1] ?? '')
  })
  await openManyFiles(page, site.origin)
  await drop(page, [folder])
  await page.getByText('Left out, because only PDF files become papers: notes.txt.').waitFor()
  await waitForRows(page, 'failed', 2)
  await allArrived()
  await page.getByText('This is a PNG image, whatever its name says').waitFor()
  await rowOf(page, 'broken.pdf').getByRole('button', { name: 'Take away broken.pdf' }).waitFor()
  await rowOf(page, 'duplicate.pdf').getByRole('button', { name: 'Already there' }).waitFor()
  expect(await page.locator('[data-row]').count()).toBe(11)

  await button(/^No degree 1/).click()
  for (const [field, value] of [
    ['Degree', '12th CBSE'],
    ['Subject', 'Mathematics'],
    ['Month', 'March'],
    ['Year', '2018'],
  ] as const)
    await choose(page, 'scan0042.pdf', field, value)
  await rowOf(page, 'scan0042.pdf').getByLabel('Title').fill('Made of scans')
  await rowOf(page, 'scan0042.pdf').getByLabel('Store it unlocked').check()
  await button(/^All /).click()
  await button('Publish 8 complete papers').click()
  // The toast first, which goes by itself.
  const toast = page.locator('.toast', { hasText: '8 files uploaded successfully' })
  await toast.waitFor()
  expect(await page.locator('.toast').count()).toBe(1)
  await page.getByRole('heading', { name: '8 published, 3 wait' }).waitFor()
  expect(await countPublished()).toBe(before + 8)
  const [unlocked] = (await (await site.fetch('/api/papers?q=Made+of+scans')).json()).papers
  expect(await (await site.fetch(unlocked.link)).text()).not.toContain('/Encrypt')
  // Each once; what was there already, or no PDF, never left.
  expect([sent.length, new Set(sent).size]).toEqual([9, 9])
  await button('Take away picture.pdf').click()
  await waitForRows(page, 'failed', 1)
  // The browser writes the refusal down.
  page.errors.length = 0
  await rm(folder, { recursive: true })
})

test('fields are set like two corrections, for all picked rows, and by keys from row to row', async () => {
  const names = ['kz_one.pdf', 'kz_two.pdf', 'kz_three.pdf', 'kz_four.pdf']
  const valuesOf = (label: string) =>
    Promise.all(names.map((name) => rowOf(page, name).getByLabel(label, { exact: true }).inputValue()))
  const social = 'Social Science'
  await openManyFiles(page, site.origin)
  await pick(page, [
    ...names.map((name) => ({ name, bytes: plainPdf({ text: name }) })),
    ...madePapers(1, 10),
  ])
  await waitForRows(page, 'missing', 4)
  await waitForRows(page, 'ready', 1)
  for (const name of names.slice(0, 2)) await choose(page, name, 'Subject', social)
  await page.getByText(`You set ${social} for 2 files with “kz” in their names. 2 more have it.`).waitFor()
  await button('Set for 2 more').press('Enter')
  await page.getByText(`${social} set for 2 more files.`).waitFor()
  expect(await valuesOf('Subject')).toEqual([social, social, social, social])
  // The way back has the focus.
  await page.keyboard.press('Enter')
  await expect.poll(() => valuesOf('Subject')).toEqual([social, social, '', ''])
  expect(await page.getByText(/^You set/).count()).toBe(0)
  for (const name of names.slice(0, 2)) await choose(page, name, 'Year', '2016')
  await button('Do not set 2016 for others').click()
  expect(await page.getByText(/^You set/).count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Pick kz_one.pdf' }).click()
  await page.getByRole('checkbox', { name: 'Pick kz_three.pdf' }).click({ modifiers: ['Shift'] })
  await bar().getByText('3 picked').waitFor()
  await page.getByLabel('Set degree for all picked').selectOption('10th State')
  await button('Pick none').click()
  await button(/^No degree 1/).click()
  await page.getByRole('checkbox', { name: 'Pick all 1 shown' }).check()
  await page.getByLabel('Set degree for all picked').selectOption('9th State')
  // What is filled now stays in sight until another group is asked for.
  expect(await rowOf(page, 'kz_four.pdf').getByLabel('Degree').inputValue()).toBe('9th-state')
  await button(/^No month 4/).click()
  await page.getByRole('checkbox', { name: 'Pick all 4 shown' }).check()
  await page.getByLabel('Set subject for all picked').selectOption('Tamil')
  await page.getByLabel('Set month for all picked').selectOption('June')
  await page.getByLabel('Set year for all picked').selectOption('2019')
  await page.getByLabel('Set title for all picked').fill('Class test')
  await page.keyboard.press('Enter')
  await waitForRows(page, 'ready', 4)
  // All that was to be checked was set by hand.
  expect(await bar().getByRole('button', { name: 'Confirm 0' }).isDisabled()).toBe(true)
  await button('Take away').click()
  await page.getByText('4 taken away.').waitFor()
  await button('Put back').click()
  await button(/^All 5/).click()
  await waitForRows(page, 'ready', 5)

  await choose(page, 'kz_one.pdf', 'Month', 'December')
  await page.keyboard.press('Enter')
  await expect.poll(focusedRow).toBe('kz_two.pdf')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(focusedRow).toBe('kz_two.pdf')
  await expect.poll(() => valuesOf('Month')).toEqual(['December', 'December', 'December', 'June'])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.field)).toBe('year')
})

test('what is doubtful is marked for all senses, and confirmed in its row, for all picked and next to page 1', async () => {
  const [first, ...others] = ['2021', '2022', '2023'].map(
    (year) => `Class 12 Physics CBSE ${year} half-yearly.pdf`,
  ) as [string, string, string]
  const files = ['scan1.pdf', first, ...others].map((name) => ({ name, bytes: plainPdf({ text: name }) }))
  await openManyFiles(page, site.origin)
  await pick(page, files)
  await waitForRows(page, 'doubtful', 3)
  await waitForRows(page, 'missing', 1)
  const row = rowOf(page, first)
  const month = row.getByLabel('Month')
  expect([await month.getAttribute('data-mark'), await describedBy(month)]).toEqual(['check', 'Please check'])
  await choose(page, first, 'Subject', '')
  await expect.poll(() => describedBy(row.getByLabel('Subject'))).toBe('Still needed')
  await row.getByRole('button', { name: 'Add subject' }).click()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-field'))
  await expect.poll(focused).toBe('subject')
  await choose(page, first, 'Subject', 'Physics')
  await row.getByRole('button', { name: 'Confirm' }).click()
  await row.getByText('Ready').waitFor()
  expect(await month.getAttribute('data-mark')).toBeNull()

  // Of picked rows the bar confirms those that lack nothing, and is the one button for it.
  const own = page.locator('.inbox-line').getByRole('button', { name: 'Confirm' })
  await expect.poll(() => own.count()).toBe(2)
  await page.getByRole('checkbox', { name: 'Pick all 4 shown' }).check()
  await bar().getByRole('button', { name: 'Confirm 2' }).click()
  const guesses = page.getByRole('dialog', { name: 'What was guessed' })
  const december = guesses.getByRole('region', { name: 'Month December' })
  await december.getByText('not said, but usual for “Half-yearly Exam”').first().waitFor()
  expect(await december.getByRole('checkbox').count()).toBe(3)
  await december.getByRole('checkbox', { name: others[1] }).uncheck()
  await guesses.getByRole('button', { name: 'Confirm for 1 file' }).click()
  await waitForRows(page, 'ready', 2)
  await bar().getByRole('button', { name: 'Confirm 1' }).click()
  await guesses.getByRole('button', { name: 'Confirm for 1 file' }).click()
  await waitForRows(page, 'ready', 3)
  await expect.poll(() => own.count()).toBe(0)
  expect(await bar().getByRole('button', { name: 'Confirm 0' }).isDisabled()).toBe(true)
  await button('Pick none').click()

  await button('Look at page 1 of scan1.pdf').click()
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
  // The whole PDF opens within the press, as Safari wants it, in a window without a way back. This browser shows no
  // PDF: it saves what the window was led to, and says so of that window or of its opener.
  const saved = new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.once('popup', (opened) => opened.once('download', resolve))
  })
  const [opened, isAtOnce] = await Promise.all([
    page.waitForEvent('popup'),
    button('Open the whole PDF').evaluate((element: HTMLElement) => {
      const { open } = window
      let times = 0
      window.open = (...how) => {
        times += 1
        return open(...how)
      }
      element.click()
      return times === 1
    }),
  ])
  expect(isAtOnce).toBe(true)
  expect((await saved).url()).toMatch(/^blob:/)
  expect(await opened.evaluate(() => window.opener)).toBe(null)
  await dialog.getByRole('button', { name: 'Confirm, next' }).click()
  await dialog.getByRole('heading', { name: '2 of 4' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await rowOf(page, 'scan1.pdf').getByLabel('Title').inputValue()).toBe('Looked at closely')
  await waitForRows(page, 'ready', 4)
})

test('the papers of a portfolio become rows of their own, in a folder of its name', async () => {
  const attached = ['Set 1.pdf', 'Set 2.pdf'].map((name) => [name, plainPdf({ text: name })])
  await openManyFiles(page, site.origin)
  await pick(page, [
    { name: 'CBSE Class 10 Maths March 2021.pdf', bytes: portfolioPdf(Object.fromEntries(attached)) },
  ])
  await waitForRows(page, 'failed', 1)
  const row = rowOf(page, 'CBSE Class 10 Maths March 2021.pdf')
  await row.getByText('the papers are files attached to it').waitFor()
  await row.getByRole('button', { name: 'Take papers out' }).click()
  await waitForRows(page, 'doubtful', 2)
  expect(await page.locator('[data-row]').count()).toBe(2)
  expect(await rowOf(page, 'Set 2.pdf').getByLabel('Year').inputValue()).toBe('2021')
  // What else is in one is not taken away with it.
  const name = 'CBSE Class 9 Maths March 2020.pdf'
  const mixed = { 'Set 3.pdf': plainPdf({ text: 'Set 3' }), 'marks.xls': Buffer.from('marks') }
  await pick(page, [{ name, bytes: portfolioPdf(mixed) }])
  await rowOf(page, name).getByRole('button', { name: 'Take papers out' }).click()
  await rowOf(page, name).getByText('One PDF could be taken out of it here. 1 of its files is').waitFor()
  await rowOf(page, 'Set 3.pdf').waitFor()
  // What arrives later would be in the inbox of the next test.
  await waitForRows(page, 'doubtful', 3)
  // The browser writes the refusal down.
  page.errors.length = 0
})

test('what is there already is shown next to it before a byte is sent: replaced, kept too, skipped or restored', async () => {
  const fields = {
    title: 'CBSE Class 12 Physics, March 2020',
    subject: 'Physics',
    month: 'March',
    year: '2020',
  }
  const [name, like] = ['CBSE Class XII Physics March 2020.pdf', 'CBSE Class 12 Physics March 2020.pdf']
  const bytes = plainPdf({ text: 'The same bytes' })
  const paper = await publish(site, admin, { ...fields, degree: '12th-cbse' }, bytes)
  const before = await countPublished()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/inbox')) sent += 1
  })
  /** Files that were looked up by their fields as well. */
  const lookedUp = new Set<string>()
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/admin/duplicates')) return
    const { files } = request.postDataJSON() as { files: { key: string; degree?: string }[] }
    for (const { key, degree } of files) if (degree) lookedUp.add(key)
  })
  const dialog = page.getByRole('dialog')
  const compare = async (file: string, named = 'Already there') =>
    await rowOf(page, file).getByRole('button', { name: named }).click()
  await openManyFiles(page, site.origin)
  await pick(page, [
    { name, bytes },
    { name: 'a copy of it.pdf', bytes },
    { name: like, bytes: plainPdf({ text: 'Other bytes' }) },
  ])
  await waitForRows(page, 'duplicate', 3)
  await page.reload()
  await waitForRows(page, 'duplicate', 3)

  await compare('a copy of it.pdf', 'Same file twice')
  await dialog.getByRole('heading', { name: 'The same file twice' }).waitFor()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await waitForRows(page, 'duplicate', 2)

  await compare(name)
  await dialog.getByRole('heading', { name: 'This file is there already' }).waitFor()
  const there = dialog.getByRole('region', { name: 'There already' })
  await there.getByRole('link', { name: fields.title }).waitFor()
  for (const text of ['12th CBSE · Physics · March 2020', '0 views'])
    expect(await there.textContent()).toContain(text)
  expect(await pageOneIn(dialog)).toBe(paper.thumbnail)
  // Only the one whose bytes are not there, of which its title tells.
  expect(sent).toBe(1)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await compare(like, 'There already?')
  await dialog.getByRole('heading', { name: 'Is this paper there already?' }).waitFor()
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await allArrived()
  // Looked up when the other is published, one would be asked about: both have the same fields.
  await expect.poll(() => lookedUp.size).toBe(2)
  // Asked for when a row is published, a picture is not there any more, and the browser writes that down.
  await expect.poll(() => page.locator('.inbox-page-one img').count()).toBe(2)
  await button('Publish 2 complete papers').click()
  await page.getByRole('heading', { name: '2 published', exact: true }).waitFor()
  // One of them in the place of the paper, whose address it keeps.
  expect([await countPublished(), await statusOf(paper.id), sent]).toEqual([before + 1, 200, 2])

  await site.fetch(`/api/admin/papers/${paper.id}`, { method: 'DELETE', headers: admin.headers })
  await pick(page, [{ name: 'comes again.pdf', bytes }])
  await compare('comes again.pdf')
  await dialog.getByRole('heading', { name: 'It is in the bin' }).waitFor()
  await pageOneIn(dialog)
  expect(await dialog.getByRole('button', { name: 'Replace' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Restore it instead' }).click()
  await page.getByText(/^\d taken away\.$/).waitFor()
  await expect.poll(() => statusOf(paper.id)).toBe(200)
  expect(sent).toBe(2)
})

/** Waits until page 1 of the file that comes is shown; returns its address. */
async function pageOneIn(dialog: Locator) {
  const picture = dialog.getByRole('region', { name: 'Comes now' }).getByRole('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  return await picture.getAttribute('src')
}

async function describedBy(field: Locator) {
  return await field.evaluate((element) => {
    const name = element.getAttribute('aria-describedby')
    return name ? document.getElementById(name)?.textContent?.trim() : null
  })
}
