import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

const FOLDER = join(import.meta.dirname, '../../../shared/papers')

/** File, degree, subject, and a year where the file does not tell one. */
const PAPERS: [file: string, degree: string, subject: string, year: string][] = [
  ['10054_56-2-3 CHEMISTRY.pdf', '12th CBSE', 'Chemistry', '2020'],
  ['2006_10th_Mathematics_Set1.pdf', '10th CBSE', 'Mathematics', '2006'],
  ['2019.pdf', '12th CBSE', 'Computer Science', '2019'],
  ['30-1 MATHEMATICS.pdf', '10th CBSE', 'Mathematics', '2018'],
  ['30-1-1 Mathematics.pdf', '10th CBSE', 'Mathematics', '2019'],
  ['30-C-3 - Maths (Standard).pdf', '10th CBSE', 'Mathematics', '2020'],
  ['55-2-1 Physics.pdf', '12th CBSE', 'Physics', '2020'],
  ['65-1 MATHEMATICS.pdf', '12th CBSE', 'Mathematics', '2018'],
  ['Applied Mathematics.pdf', '12th CBSE', 'Mathematics', '2021'],
  [
    'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf',
    '12th CBSE',
    'Mathematics',
    '2024',
  ],
  ['Maths-SQP.pdf', '12th CBSE', 'Mathematics', '2021'],
  ['cbse-class-10-maths-standard-question-paper-2022.pdf', '10th CBSE', 'Mathematics', '2022'],
  ['cs-2022.pdf', '12th CBSE', 'Computer Science', '2022'],
  ['eng_2011i.pdf', '10th State', 'English', '2011'],
  ['math_2017ii.pdf', '10th State', 'Mathematics', '2017'],
]

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test.skipIf(!existsSync(FOLDER))(
  'fifteen real papers go in through the form, come out byte for byte, are counted, and are there after a restart',
  async () => {
    const admin = await openPage(browser)
    await signInOnPage(admin, site.origin)
    for (const paper of PAPERS) await upload(admin, ...paper)
    for (const [at, [file]] of PAPERS.entries())
      expect(await findAndOpen(titleOf(file, at))).toBe(sha256(file))
    expect(await countedPapers()).toBe(15)

    await site.end({ keepData: true })
    site = await openSite({ dataDir: site.dataDir })
    expect(await countedPapers()).toBe(15)
    for (const [at, [file]] of PAPERS.entries()) expect(await download(titleOf(file, at))).toBe(sha256(file))
  },
  180_000,
)

/** What a search finds a paper by; two of the files differ only in signs. */
function titleOf(file: string, at: number) {
  return `${file.slice(0, 40).replace('.pdf', '')} n${at + 1}`
}

async function upload(page: Page, file: string, degree: string, subject: string, year: string) {
  const at = PAPERS.findIndex(([name]) => name === file)
  await page.getByLabel('Title', { exact: true }).fill(titleOf(file, at))
  await page.getByLabel('Degree').selectOption(degree)
  await page.getByLabel('Subject', { exact: true }).selectOption(subject)
  await page.getByLabel('Month', { exact: true }).selectOption('March')
  await page.getByLabel('Year', { exact: true }).selectOption(year)
  await page.getByLabel('PDF file').setInputFiles(join(FOLDER, file))
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

function sha256(file: string) {
  return hashOf(readFileSync(join(FOLDER, file)))
}

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
