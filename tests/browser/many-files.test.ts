import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import {
  drop,
  folderOf,
  type MadeFile,
  madePapers,
  openManyFiles,
  rowOf,
  waitForRows,
} from '../support/many-files.ts'
import { FIFTEEN_PAPERS } from '../support/real-papers.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Half of the usual deadline: the file that hangs is given up sooner, and on a busy machine no other is. */
const inspector = createInspector({ deadlineMs: 10_000 })
let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await inspector.close()
})
beforeEach(async () => {
  site = await openSite({ parts: () => ({ inspector }) })
  page = await openPage(browser)
})
afterEach(async () => {
  await page.context().close()
  await site.end()
})

test('a folder with fifteen papers as they come and thirty-five made ones is dropped, looked through and published', async () => {
  const files = FIFTEEN_PAPERS.map(({ name, path }) => ({ name, bytes: readFileSync(path) }))
  const made = madePapers(35).map((file) => ({ ...file, name: `Made ones/By class/${file.name}` }))
  const folder = await folderOf([...files, ...made, { name: '.DS_Store', bytes: Buffer.from('x') }])
  await openManyFiles(page, site.origin)
  await drop(page, [folder])
  await page.locator('[data-row]').nth(49).waitFor()
  expect(await page.locator('[data-row]').count()).toBe(50)
  await allArrived()

  await setForAll('No degree', 'degree', '12th CBSE')
  await setForAll('No subject', 'subject', 'Mathematics')
  await setForAll('No month', 'month', 'March')
  await setForAll('No year', 'year', '2018')
  const confirm = page.getByRole('button', { name: /^Confirm \d+$/ })
  if (await confirm.isVisible()) await confirm.click()
  await page.getByRole('button', { name: 'Publish 50 complete papers' }).click()
  await page.getByRole('heading', { name: '50 published', exact: true }).waitFor({ timeout: 120_000 })
  await page.locator('.toast', { hasText: '50 files uploaded successfully' }).waitFor()
  expect(await page.locator('.toast').count()).toBe(1)
  expect(await countPublished()).toBe(50)
  await page.getByText('Drop a folder of PDFs').waitFor()
  await rm(folder, { recursive: true })
}, 500_000)

test('of fifty files five are wrong: forty-five are published, five rows say why', async () => {
  await publish(
    site,
    await site.signIn(),
    { title: 'Already there' },
    plainPdf({ text: 'The one already there' }),
  )
  const before = await countPublished()
  const wrong: MadeFile[] = [
    { name: 'picture.pdf', bytes: PNG },
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'large.pdf', bytes: Buffer.concat([plainPdf(), Buffer.alloc(50 * 1024 * 1024)]) },
    { name: 'duplicate.pdf', bytes: plainPdf({ text: 'The one already there' }) },
    { name: 'hangs.pdf', bytes: hangingPdf() },
  ]
  const alike = madePapers(10).map((file, at) => ({
    name: `CBSE Class XII Chemistry June ${2001 + at}.pdf`,
    bytes: Buffer.concat([file.bytes, Buffer.from(`\n%${at}`)]),
  }))
  const folder = await folderOf([...madePapers(35).map(another), ...alike, ...wrong])
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url().split('/uploads/')[1] ?? '')
  })
  await openManyFiles(page, site.origin)
  await drop(page, [folder])
  await waitForRows(page, 'failed', 4)
  await allArrived()
  await page.getByText('This is a PNG image, whatever its name says').waitFor()
  await rowOf(page, 'empty.pdf').getByText('This file is empty').waitFor()
  await rowOf(page, 'large.pdf').getByText('larger than 50 MiB').waitFor()
  await rowOf(page, 'hangs.pdf').getByText('takes too long to draw').waitFor()
  await rowOf(page, 'duplicate.pdf').getByRole('button', { name: 'Already there' }).waitFor()

  const confirm = page.getByRole('button', { name: /^Confirm \d+$/ })
  if (await confirm.isVisible()) await confirm.click()
  await page.getByRole('button', { name: 'Publish 45 complete papers' }).click()
  await page.getByRole('heading', { name: '45 published, 5 wait' }).waitFor({ timeout: 120_000 })
  expect(await countPublished()).toBe(before + 45)
  // The hanging one and the forty-five went out, each once; what was wrong or there already never left.
  expect(new Set(sent).size).toBe(46)
  await rm(folder, { recursive: true })

  await rowOf(page, 'hangs.pdf').getByRole('button', { name: 'Try again' }).waitFor()
  await rowOf(page, 'empty.pdf').getByRole('button', { name: 'Take away empty.pdf' }).click()
  await waitForRows(page, 'failed', 3)
}, 500_000)

test('a file that is no PDF at all is left out, and named', async () => {
  await openManyFiles(page, site.origin)
  const folder = await folderOf([{ name: 'notes.txt', bytes: Buffer.from('notes') }, ...madePapers(1, 30)])
  await drop(page, [folder])
  await page.getByText('Left out, because only PDF files become papers: notes.txt.').waitFor()
  await waitForRows(page, 'ready', 1)
  await rm(folder, { recursive: true })
})

async function allArrived() {
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached', timeout: 240_000 })
}

async function setForAll(group: string, field: string, value: string) {
  const button = page.getByRole('button', { name: new RegExp(`^${group} `) })
  if (!(await button.isVisible())) return
  await button.click()
  await page.getByRole('checkbox', { name: /^Pick all/ }).check()
  await page.getByLabel(`Set ${field} for all picked`).selectOption(value)
  await page.getByRole('button', { name: 'Pick none' }).click()
  await page.getByRole('button', { name: /^All / }).click()
}

async function countPublished() {
  return (await (await site.fetch('/api/papers')).json()).total
}

/** The same kind of paper with other bytes and of another month, so that nothing is there already. */
function another({ name, bytes }: MadeFile): MadeFile {
  return { name: name.replace('March', 'September'), bytes: Buffer.concat([bytes, Buffer.from('\n% again')]) }
}
