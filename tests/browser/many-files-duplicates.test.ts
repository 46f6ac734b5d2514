import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const BYTES = plainPdf({ text: 'The same bytes' })
const NAME = 'CBSE Class XII Physics March 2020.pdf'
const FIELDS = {
  title: 'CBSE Class 12 Physics, March 2020',
  degree: '12th-cbse',
  subject: 'Physics',
  month: 'March',
  year: '2020',
}

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
let sent = 0
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  site = await openSite()
  page = await openPage(browser)
  sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/inbox')) sent += 1
  })
})
afterEach(async () => {
  await page.context().close()
  await site.end()
})

test('a file that is there already is shown side by side before a byte is sent, and can be skipped', async () => {
  await publish(site, await site.signIn(), FIELDS, BYTES)
  const dialog = await compare()
  expect(sent).toBe(0)
  await dialog.getByRole('heading', { name: 'This file is there already' }).waitFor()
  const there = dialog.getByRole('region', { name: 'There already' })
  await there.getByRole('link', { name: FIELDS.title }).waitFor()
  expect(await there.textContent()).toContain('12th CBSE · Physics · March 2020')
  expect(await there.textContent()).toContain('0 views')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('1 taken away.').waitFor()
  expect(sent).toBe(0)
})

test('Replace puts the file in its place and keeps its address', async () => {
  const paper = await publish(site, await site.signIn(), FIELDS, BYTES)
  const dialog = await compare()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await publishOne()
  const { papers, total } = await (await site.fetch('/api/papers')).json()
  expect([total, papers[0].id]).toEqual([1, paper.id])
})

test('Keep both publishes a second one', async () => {
  await publish(site, await site.signIn(), FIELDS, BYTES)
  const dialog = await compare()
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await publishOne()
  expect((await (await site.fetch('/api/papers')).json()).total).toBe(2)
})

test('a paper with the same fields and a like title is told when the file has arrived', async () => {
  await publish(site, await site.signIn(), FIELDS, plainPdf({ text: 'Other bytes' }))
  const dialog = await compare()
  await dialog.getByRole('heading', { name: 'Is this paper there already?' }).waitFor()
  expect(sent).toBe(1)
})

test('a duplicate in the bin offers to come back', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, FIELDS, BYTES)
  await site.fetch(`/api/admin/papers/${paper.id}`, { method: 'DELETE', headers: admin.headers })
  const dialog = await compare()
  await dialog.getByRole('heading', { name: 'It is in the bin' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Replace' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Restore it instead' }).click()
  await page.getByText('1 taken away.').waitFor()
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(200)
})

test('page 1 of what comes is shown beside what is there, before it is sent and also for a paper in the bin', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, FIELDS, BYTES)
  const dialog = await compare()
  await pageOneIn(dialog)
  expect(await dialog.getByRole('region', { name: 'Comes now' }).getByRole('img').getAttribute('src')).toBe(
    paper.thumbnail,
  )
  await page.keyboard.press('Escape')
  await site.fetch(`/api/admin/papers/${paper.id}`, { method: 'DELETE', headers: admin.headers })
  await page.getByRole('button', { name: `Take away ${NAME}` }).click()
  await pick(page, [{ name: 'comes again.pdf', bytes: BYTES }])
  await rowOf(page, 'comes again.pdf').getByRole('button', { name: 'Already there' }).click()
  await pageOneIn(page.getByRole('dialog'))
  expect(sent).toBe(0)
  const { headers } = admin
  expect((await (await site.fetch('/api/admin/inbox', { headers })).json()).files).toEqual([])
})

test('what is there already is said after a reload, too, whether it was sent or held back', async () => {
  await publish(site, await site.signIn(), FIELDS, BYTES)
  await openManyFiles(page, site.origin)
  const like = { name: NAME, bytes: plainPdf({ text: 'Other bytes' }) }
  await pick(page, [{ name: NAME, bytes: BYTES }, { name: 'a copy of it.pdf', bytes: BYTES }, like])
  await waitForRows(page, 'duplicate', 3)
  for (const _try of [1, 2]) {
    await page.reload()
    await waitForRows(page, 'duplicate', 3)
    expect(await page.getByRole('button', { name: 'Already there' }).count()).toBeGreaterThanOrEqual(2)
  }
})

test('the same file twice in one drop is told, and one of them waits', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, [
    { name: NAME, bytes: BYTES },
    { name: 'a copy of it.pdf', bytes: BYTES },
  ])
  await waitForRows(page, 'ready', 1)
  await rowOf(page, 'a copy of it.pdf').getByRole('button', { name: 'Same file twice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'The same file twice' }).waitFor()
  expect(sent).toBe(1)
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await waitForRows(page, 'duplicate', 0)
})

/** Waits until page 1 of the file that comes is drawn. */
async function pageOneIn(dialog: ReturnType<Page['getByRole']>) {
  const picture = dialog.getByRole('region', { name: 'Comes now' }).getByRole('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
}

async function compare() {
  await openManyFiles(page, site.origin)
  await pick(page, [{ name: NAME, bytes: BYTES }])
  await rowOf(page, NAME).getByRole('button', { name: 'Already there' }).click()
  return page.getByRole('dialog')
}

async function publishOne() {
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  const confirm = page.getByRole('button', { name: /^Confirm \d+$/ })
  if (await confirm.isVisible()) await confirm.click()
  await page.getByRole('button', { name: 'Publish 1 complete paper' }).click()
  await page.getByRole('heading', { name: '1 published', exact: true }).waitFor()
}
