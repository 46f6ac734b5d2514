import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sizeLabel } from '#domain/language/formats.ts'
import { fullTitle, shortTitle } from '#domain/language/labels.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { readZip } from '../support/read-zip.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const LONG = 'Sample question paper with the marking scheme for Mathematics (041), third language added'
const TITLES = ['Waves', 'Solutions', 'அரையாண்டுத் தேர்வு'] as const
const PHONE = { viewport: { width: 360, height: 740 } }
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

let site: Site
let browser: Browser
let admin: SignedIn
let long: Paper
const papers: Paper[] = []
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
  long = await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  for (const title of TITLES)
    papers.push(await publish(site, admin, { title }, plainPdf({ pages: 2, text: title.slice(0, 5) })))
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
let page: Page & { errors: string[] }
beforeEach(async () => {
  page = await openPage(browser, CLIPBOARD)
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

const at = (paper: Paper) => site.origin + paperPath(paper)
const boxOf = (on: Page, title: string) =>
  on.getByRole('checkbox', { name: `Pick: ${title}`, exact: true }).first()
const barOf = (on: Page) => on.getByRole('region', { name: 'Picked papers' })
const weighing = (...some: (Paper | undefined)[]) =>
  `${some.length} ${some.length === 1 ? 'paper' : 'papers'} · ${sizeLabel(some.reduce((sum, paper) => sum + (paper?.size ?? 0), 0))}`
const pickedOn = (on: Page, ...some: (Paper | undefined)[]) =>
  barOf(on)
    .locator('.picked-sum')
    .getByText(weighing(...some))
    .waitFor()
const focused = () => page.evaluate(() => document.activeElement?.textContent)

async function openHydrated(path: string) {
  await page.goto(site.origin + path)
  // Ticks that are set before hydration are picked from top to bottom.
  await hydratePage(page)
}

async function taking(on: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([on.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
}

async function bytesOf(download: Download) {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('from its card to its page, to its file, which is counted, and on to a paper like it; on paper it is one sheet', async () => {
  await page.goto(`${site.origin}/practice`)
  await page.getByRole('link', { name: shortTitle(LONG), exact: true }).click()
  await page.waitForURL(at(long))
  const sheet = page.getByRole('article', { name: LONG })
  for (const [times, name] of [/^View Paper/, /^Page 1/].entries()) {
    // Twice from one page within three seconds is a double tap, and counts once.
    if (times > 0) await page.reload()
    const opened = page.context().waitForEvent('page')
    await sheet.getByRole('link', { name }).click()
    await opened
    await sheet
      .locator('dl > div')
      .filter({ hasText: `Views: ${times + 1}` })
      .waitFor()
  }
  const code = page.getByRole('img', { name: /^QR code/ })
  const boxes = page.getByText('Roll No.')
  expect([await code.isVisible(), await boxes.isVisible()]).toEqual([false, false])
  await page.emulateMedia({ media: 'print' })
  for (const part of [code, boxes, page.getByText(at(long)), page.getByText('Board:')])
    expect(await part.isVisible()).toBe(true)
  for (const role of ['link', 'button', 'navigation', 'checkbox'] as const)
    expect(
      await sheet
        .getByRole(role, { name: /^(View|Copy|Pick)/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Waves', exact: true }).click()
  const like = page.getByRole('article', { name: 'Waves' })
  await like.getByRole('heading', { level: 1 }).waitFor()
  expect(await like.locator('dl > div').filter({ hasText: 'Views:' }).textContent()).toContain('0')
  expect(await page.title()).toBe('CBSE Class 12 Mathematics, December 2024: Waves · Thervu')
  expect(page.errors).toEqual([])
})

test('the link is copied, and where the clipboard is refused it is laid out to copy', async () => {
  await page.goto(at(long))
  // It says so for two seconds: waited for from the beginning, however long the press takes.
  await Promise.all([
    page.getByRole('button', { name: 'Copied' }).waitFor(),
    page.getByRole('button', { name: 'Copy link' }).click(),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(at(long))
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  const share = new URL((await page.getByRole('link', { name: /WhatsApp \(/ }).getAttribute('href')) ?? '')
  expect([share.origin, share.searchParams.get('text')]).toEqual([
    'https://wa.me',
    `${fullTitle(long)} ${at(long)}`,
  ])
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.getByLabel('Copy it from here:').inputValue()).toBe(at(long))
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(at(long))
})

test('a paper that is deleted while its page or its list is open is told of, with ways on', async () => {
  const [first, second] = [
    await publish(site, admin, { title: 'Goes from its page' }),
    await publish(site, admin, { title: 'Goes from its list' }),
  ]
  await page.goto(at(first))
  await paperClient(site, admin).bin(first.id)
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('link', { name: /^View Paper/ })
    .first()
    .click()
  const gone = await opened
  await gone.getByText('This paper is no longer here').waitFor()
  expect(await gone.title()).toBe('404 · Thervu')
  await gone.getByRole('search', { name: 'Find a paper' }).getByRole('searchbox').fill('marking scheme')
  await gone.getByRole('search', { name: 'Find a paper' }).getByRole('button').click()
  await gone.getByRole('link', { name: shortTitle(LONG), exact: true }).waitFor()

  await openHydrated('/practice')
  await paperClient(site, admin).bin(second.id)
  await page.getByRole('link', { name: 'Goes from its list', exact: true }).click()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  expect(await page.title()).toBe('404 · Thervu')
  await page.getByRole('list', { name: 'What there is' }).getByRole('link', { name: 'CBSE' }).click()
  await page.getByRole('link', { name: 'Waves', exact: true }).waitFor()
})

test('a line that is lost on the way says so, and trying again brings the paper; a refusal is shown in its words', async () => {
  const isTold = async () => {
    await openHydrated('/practice')
    await page.getByRole('link', { name: 'Waves', exact: true }).click()
  }
  const body = JSON.stringify({ type: 'about:blank', status: 421, detail: 'This is another site.' })
  // Before the page, which fetches ahead what its links lead to.
  await page.route('**/*.data*', (route) => route.fulfill({ status: 421, body }))
  await isTold()
  await page.getByText('421 This is another site.').waitFor()
  expect(await page.title()).toBe('421 · Thervu')
  await page.unroute('**/*.data*')
  await page.route('**/*.data*', (route) => route.abort())
  await isTold()
  await page.getByRole('heading', { name: 'This paper could not be read just now' }).waitFor()
  await page.unroute('**/*.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Waves' }).waitFor()
})

test('papers are picked on one page and the next, are there after a reload and in another tab', async () => {
  const [waves, solutions] = papers
  await openHydrated('/practice')
  expect(await barOf(page).count()).toBe(0)
  await boxOf(page, 'Waves').check()
  await pickedOn(page, waves)
  await page.getByRole('link', { name: 'Solutions', exact: true }).click()
  await page.waitForURL('**/papers/**')
  await boxOf(page, 'Solutions').check()
  await pickedOn(page, waves, solutions)
  // The sentence for screen readers follows the bar.
  await expect
    .poll(() => barOf(page).getByRole('status').textContent())
    .toBe(`Picked: ${weighing(waves, solutions)}.`)
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/resources/cbse/12/`)
  await pickedOn(other, waves, solutions)
  expect(await boxOf(other, 'Waves').isChecked()).toBe(true)
  await boxOf(other, 'Waves').uncheck()
  await pickedOn(page, solutions)
  await page.reload()
  await pickedOn(page, solutions)
  // Nobody is told of what was picked long ago.
  expect(await barOf(page).getByRole('status').textContent()).toBe('')
  expect(page.errors).toEqual([])
})

test('what is picked comes as a zip, as one PDF and as a link, which somebody else opens, also without JavaScript', async () => {
  await openHydrated('/practice')
  for (const title of TITLES) await boxOf(page, title).check()
  const zip = await taking(page, () => barOf(page).getByRole('link', { name: 'Zip' }).click())
  expect(zip.name).toBe('3 papers, Class 12 CBSE Mathematics.zip')
  expect(readZip(zip.bytes)[2]?.name).toBe('Class 12 CBSE Mathematics December 2024 - அரையாண்டுத் தேர்வு.pdf')
  const pdf = await taking(page, () => barOf(page).getByRole('link', { name: 'One PDF' }).click())
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([
    '3 papers, Class 12 CBSE Mathematics.pdf',
    '%PDF-',
  ])
  await barOf(page).getByText('The PDF is being put together.').waitFor()
  expect(page.url()).toBe(`${site.origin}/practice`)
  await Promise.all([
    barOf(page).getByRole('button', { name: 'Copied' }).waitFor(),
    barOf(page).getByRole('button', { name: 'Share link' }).click(),
  ])
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/list\/[\w-]+$/)
  const whatsapp = barOf(page).getByRole('link', { name: /WhatsApp/ })
  expect(await whatsapp.getAttribute('href')).toContain(encodeURIComponent(address))
  await barOf(page).getByRole('link', { name: 'Look at them' }).click()
  await page.waitForURL(address)
  expect(page.errors).toEqual([])

  for (const javaScriptEnabled of [false, true]) {
    const visitor = await openPage(browser, { javaScriptEnabled, ...PHONE })
    await visitor.goto(address)
    expect(await visitor.locator('.paper-card h2').allTextContents()).toEqual([...TITLES])
    await visitor.getByText(`6 pages · ${weighing(...papers).split(' · ')[1]} together`).waitFor()
    const pdfNow = visitor.locator('main').getByRole('link', { name: /One PDF/ })
    expect(await pdfNow.textContent()).toContain('6 pages, about ')
    const list = await taking(visitor, () =>
      visitor.locator('main').getByRole('link', { name: 'Zip' }).click(),
    )
    expect(readZip(list.bytes).length).toBe(4)
    const all = visitor.getByRole('button', { name: 'Pick all' })
    expect([await boxOf(visitor, 'Waves').isVisible(), await all.isVisible()]).toEqual([
      ...[javaScriptEnabled, javaScriptEnabled],
    ])
    if (!javaScriptEnabled) continue
    await all.click()
    await barOf(visitor)
      .getByRole('button', { name: /3 papers/ })
      .waitFor()
    await visitor.getByRole('button', { name: 'All picked' }).waitFor()
    expect(visitor.errors).toEqual([])
  }
})

test('only some pages of what is picked are taken, their weight said before, in the bar and without JavaScript', async () => {
  await page.setViewportSize(PHONE.viewport)
  await openHydrated('/practice')
  for (const title of TITLES) await boxOf(page, title).check()
  const bar = barOf(page)
  await bar.getByRole('button', { name: /3 papers/ }).click()
  const opener = bar.getByRole('button', { name: 'Some pages' })
  await opener.press('Enter')
  await bar.getByLabel('Waves').fill('2')
  await bar.getByText('5 pages, about ').waitFor()
  await bar.getByLabel('Solutions').fill('1-3')
  await bar.getByText('Solutions: Pages are numbers from 1 to 2').waitFor()
  await bar.getByLabel('Solutions').fill('1')
  const weight = await bar.getByText('4 pages, about ').textContent()
  expect(weight).toContain(
    sizeLabel(papers.reduce((sum, { size }, at) => sum + Math.round(size / (at < 2 ? 2 : 1)), 0)),
  )
  const wide = await bar.evaluate(
    (all) =>
      [...all.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth).length,
  )
  expect(wide).toBe(0)
  const pdf = await taking(page, () => bar.getByRole('button', { name: 'Take these pages' }).click())
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await PDFDocument.load(pdf.bytes)).getPageCount()).toBe(4)
  await opener.press('Enter')
  expect(await bar.getByLabel('Waves').count()).toBe(0)
  expect(page.errors).toEqual([])

  const plain = await openPage(browser, { javaScriptEnabled: false, ...PHONE })
  await plain.goto(`${site.origin}/list/picked?ids=${papers.map(({ id }) => id).join(',')}`)
  await plain.getByText('Only some pages').click()
  await plain.getByLabel('Solutions', { exact: true }).fill('2')
  const part = await taking(plain, () => plain.getByRole('button', { name: 'Take these pages' }).click())
  expect((await PDFDocument.load(part.bytes)).getPageCount()).toBe(5)
})

test('on a phone the ways open and close by keyboard, cleared papers come back with Undo, and what is too much says so', async () => {
  await page.setViewportSize(PHONE.viewport)
  await openHydrated('/practice')
  await boxOf(page, 'Waves').focus()
  await page.keyboard.press('Space')
  await boxOf(page, 'Solutions').check()
  const opener = barOf(page).getByRole('button', { name: /2 papers/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  expect(await focused()).toContain('One PDF')
  await page.keyboard.press('Escape')
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(focused).toContain('2 papers')
  await page.keyboard.press('Enter')
  await barOf(page).getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await barOf(page).getByText('2 papers cleared.').waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(false)
  await expect.poll(focused).toBe('Undo')
  await page.keyboard.press('Enter')
  await opener.waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(true)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => {
    const many = Array.from({ length: 50 }, (_, n) => ({ id: `p${n}`, title: `${n}`, pages: 11, size: 9 }))
    localStorage.setItem('picked-papers', JSON.stringify(many))
  })
  await page.reload()
  await barOf(page).getByText('One PDF holds at most 500 pages. Take the zip instead.').waitFor()
  expect(await barOf(page).getByRole('link', { name: 'One PDF' }).count()).toBe(0)
  await boxOf(page, 'Waves').click()
  await barOf(page).getByText('50 papers are the most at once. Take these first, or clear some.').waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(false)
  expect(page.errors).toEqual([])
  await barOf(page).getByRole('button', { name: 'Share link' }).click()
  await barOf(page).getByText('These papers are no longer here; clear them and pick others.').waitFor()
})
