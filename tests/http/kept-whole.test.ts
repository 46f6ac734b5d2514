import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { FIFTEEN_PAPERS } from '../support/real-papers.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

/** Degree, subject and year that the administrator chooses, in turn. */
const CHOSEN = [
  ['12th CBSE', 'Chemistry', '2020'],
  ['10th CBSE', 'Mathematics', '2006'],
  ['12th CBSE', 'Computer Science', '2019'],
  ['10th State', 'English', '2011'],
] as const
/** Words that say nothing of a paper's fields, each unlike the others. */
const WORDS =
  'amber basalt cedar dahlia ebony fennel garnet hazel indigo jasmine kapok lotus marble nutmeg olive'
const PAPERS = FIFTEEN_PAPERS.map(({ path }, at) => ({
  path,
  title: `Kept whole, ${WORDS.split(' ')[at]}`,
  fields: CHOSEN[at % CHOSEN.length] as (typeof CHOSEN)[number],
}))

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('fifteen papers go in through the form, come out byte for byte, are counted, and are there after a restart', async () => {
  const admin = await openPage(browser)
  await signInOnPage(admin, site.origin)
  for (const [at, paper] of PAPERS.entries()) await upload(admin, paper, at)
  for (const { title, path } of PAPERS) expect(await findAndOpen(title)).toBe(sha256(path))
  expect(await countedPapers()).toBe(15)

  await site.end({ keepData: true })
  site = await openSite({ dataDir: site.dataDir })
  expect(await countedPapers()).toBe(15)
  for (const { title, path } of PAPERS) expect(await download(title)).toBe(sha256(path))
}, 180_000)

async function upload(page: Page, { path, title, fields }: (typeof PAPERS)[number], at: number) {
  const [degree, subject, year] = fields
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Degree').selectOption(degree)
  await page.getByLabel('Subject', { exact: true }).selectOption(subject)
  await page.getByLabel('Month', { exact: true }).selectOption('March')
  await page.getByLabel('Year', { exact: true }).selectOption(year)
  await page.getByLabel('PDF file').setInputFiles(path)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Still needed: title, degree, month, year, PDF file.').waitFor()
  await page.getByText(at === 0 ? '[1 paper]' : `[${at + 1} papers]`).waitFor()
}

/** As a stranger with a phone: searches, opens, waits for the count; returns the hash of what came. */
async function findAndOpen(title: string) {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await page.goto(`${site.origin}/practice?q=${encodeURIComponent(title)}`)
  const card = page.getByRole('article')
  const view = card.getByRole('link', { name: /^View Paper/ })
  const opened = page.context().waitForEvent('page')
  await view.click()
  await opened
  await card.getByText('1 view', { exact: true }).waitFor()
  const file = await page.request.get(new URL((await view.getAttribute('href')) ?? '', site.origin).href)
  const bytes = await file.body()
  await page.context().close()
  return hashOf(bytes)
}

async function download(title: string) {
  const { papers } = await (await site.fetch(`/api/papers?q=${encodeURIComponent(title)}`)).json()
  return hashOf(new Uint8Array(await (await site.fetch(papers[0].link)).arrayBuffer()))
}

async function countedPapers() {
  const pages = await Promise.all(
    [1, 2].map(async (page) => (await site.fetch(`/api/papers?page=${page}`)).json()),
  )
  return pages.flatMap((page) => page.papers).filter((paper: { views: number }) => paper.views === 1).length
}

function sha256(path: string) {
  return hashOf(readFileSync(path))
}

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
