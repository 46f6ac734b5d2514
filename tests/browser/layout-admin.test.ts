import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdminList } from '../support/admin-page.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openFullSite } from '../support/full-site.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { madePapers, pick, waitForRows } from '../support/many-files.ts'
import { renderPages } from '../support/rendered-pages.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish } from '../support/site.ts'
import { lookAt, type Scene, walkScenes } from '../support/walk-scenes.ts'

/** Many pages on a busy machine: each of them waits for itself. */
const HALF_AN_HOUR = 1_800_000

let opened: Awaited<ReturnType<typeof openFullSite>>
let browser: Browser
beforeAll(async () => {
  ;[opened, browser] = await Promise.all([openFullSite(), openBrowser()])
}, HALF_AN_HOUR)
afterAll(async () => {
  await browser?.close()
  await opened?.site.end()
})

const administrators = (): Scene[] => [
  { name: 'Papers', path: '/admin' },
  { name: 'Papers with a refused file', path: '/admin', act: chooseBroken },
  { name: 'Papers with a form', path: '/admin?year=2019', act: openForm },
  { name: 'Papers changed together', path: '/admin', act: openTogether },
  { name: 'Papers whose questions need a look', path: '/admin?show=questions' },
  {
    name: 'questions of a paper',
    path: `/admin${opened.paper.long.replace(/\/[^/]*$/, '')}/questions`,
    act: markPlace,
  },
  { name: 'Papers, nothing found', path: '/admin?q=zzyzx&year=1990' },
  { name: 'the bin', path: '/admin?show=binned' },
  { name: 'Many files', path: '/admin/upload' },
  { name: 'Many files with rows', path: '/admin/upload', act: addFiles },
  { name: 'photos', path: '/admin/photos' },
  { name: 'Answers', path: '/admin/answers' },
  { name: 'Activity', path: '/admin/activity?class=all&years=all' },
  { name: 'Site content', path: '/admin/site' },
  { name: 'contacts', path: '/admin/site?group=contacts' },
  { name: 'texts in Tamil', path: '/admin/site?group=slides&language=ta' },
  { name: 'policies', path: '/admin/site?group=policies' },
  { name: 'Setup', path: '/admin/setup' },
  { name: 'Journal', path: '/admin/journal' },
  { name: 'Account', path: '/admin/account' },
  { name: 'Backup', path: '/admin/backup' },
]

test(
  'the sign-in and pages of the admin area fit every window',
  async () => {
    const { origin } = opened.site
    const page = await openPage(browser)
    await renderPages(page)
    await page.goto(`${origin}/login`)
    const faults = await lookAt(page, { name: 'the sign-in', path: '/login' }, true)
    await openSignedIn(page, origin)
    faults.push(...(await walkScenes(page, administrators(), { origin, withAxe: true })))
    expect(faults).toEqual([])
    await page.context().close()
  },
  HALF_AN_HOUR,
)

test('on a laptop of 1366 × 768 seven rows of the inbox are seen whole, and the list of papers begins on the first screen', async () => {
  // Of its own: rows that wait for others' files, or say what is wrong with one, are taller.
  const own = await openSite()
  const admin = await own.signIn()
  const { headers } = admin
  await publish(own, admin)
  await own.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 499 }),
  })
  const page = await openPage(browser, { viewport: { width: 1366, height: 768 } })
  await openAdminList(page, own.origin)
  const first = page.locator('.register > li').first()
  expect((await first.boundingBox())?.y).toBeLessThan(768)
  await page.goto(`${own.origin}/admin/upload`)
  const files = madePapers(12, 20)
  await pick(page, files)
  await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThanOrEqual(files.length)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  const whole = await page.evaluate(() => {
    const end = document.querySelector('.inbox-bars')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('[data-row]')].filter(
      (row) => row.getBoundingClientRect().bottom <= end,
    ).length
  })
  expect(whole).toBeGreaterThanOrEqual(7)
  expect(await layoutFaults(page)).toEqual([])
  await page.context().close()
  await own.end()
})

async function chooseBroken(page: Page) {
  const name = '10th maths 2021, a long name that does not fit.pdf'
  const buffer = Buffer.from('%PDF-1.4 cut short')
  await page.locator('.upload-file input').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await page.locator('.upload-file .field-error').waitFor()
}

async function openForm(page: Page) {
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  await list.locator('.register > li').getByRole('checkbox').first().check()
  await list.getByRole('button', { name: /^Edit அரையாண்டுத்/ }).click()
  await page.getByRole('button', { name: 'History of this paper' }).click()
  await page.locator('.paper-form ol > li').first().waitFor()
}

async function openTogether(page: Page) {
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  for (const nth of [0, 1]) await list.locator('.register > li').getByRole('checkbox').nth(nth).check()
  await page.getByRole('button', { name: 'Change …' }).click()
  await page.getByRole('dialog', { name: 'Change together' }).waitFor()
}

/** Within a question, whose beginning and end are shown, too. */
async function markPlace(page: Page) {
  await page.getByLabel('Number').nth(1).click()
  await page.getByRole('button', { name: 'Mark a place on page 1' }).press('Enter')
  await page.getByRole('button', { name: 'New question here' }).waitFor()
}

async function addFiles(page: Page) {
  await pick(page, [
    ...madePapers(2),
    { name: 'Class 12 Physics CBSE 2023 half yearly.pdf', bytes: plainPdf({ text: 'doubtful' }) },
    { name: `A very long name that goes on ${'and on '.repeat(12)}.pdf`, bytes: plainPdf({ text: 'long' }) },
    { name: 'duplicate.pdf', bytes: plainPdf({ pages: 2, text: 'Find the inverse of A.' }) },
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'picture.pdf', bytes: Buffer.from('ffd8ffe000104a4649460001', 'hex') },
  ])
  await waitForRows(page, 'failed', 2)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  await page
    .getByRole('checkbox', { name: /^Pick CBSE Class VI / })
    .first()
    .check()
}
