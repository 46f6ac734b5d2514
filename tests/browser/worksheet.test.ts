import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { pathOfPicked } from '#domain/questions/picked-question.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { film } from '../support/film.ts'
import { linesPdf, type PdfLine } from '../support/made-pdfs.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

let site: Site
let browser: Browser
let paper: Paper
beforeAll(async () => {
  const renders = { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 }
  ;[site, browser] = await Promise.all([openSite({ renders }), openBrowser()])
  const admin = await site.signIn()
  paper = await publish(site, admin, { title: 'Mock test', degree: '10th-cbse' }, linesPdf([linesOf()]))
  await until('its questions are found', async () => {
    const { questions } = await (await site.fetch(`/api/papers/${paper.id}/questions`)).json()
    return questions.length === KINDS.length
  })
}, 90_000)
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const KINDS = ['cricket', 'train', 'garden', 'river', 'market', 'temple']

function linesOf(): PdfLine[] {
  return KINDS.flatMap((kind, at): PdfLine[] => [
    [60, 720 - 60 * at, `${at + 1}.`],
    [90, 720 - 60 * at, `Form a quadratic equation for the ${kind} problem and find its roots.`],
    [540, 720 - 60 * at, '3'],
  ])
}

const rows = (page: Page) => page.getByRole('list', { name: 'Questions in their order' }).locator('> li')
const order = async (page: Page) =>
  (await rows(page).locator('img').all()).length === 0
    ? []
    : await Promise.all(
        (await rows(page).locator('img').all()).map(async (picture) => {
          const said = (await picture.getAttribute('alt')) ?? ''
          return KINDS.find((kind) => said.includes(kind))
        }),
      )
const middle = async (page: Page, at: number, part = '.worksheet-grip') => {
  const box = await rows(page).nth(at).locator(part).boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** From the words to the file that is printed. */
async function makeTest(page: Page, { take } = film(page)) {
  await page.goto(`${site.origin}/questions`)
  await hydratePage(page)
  await take()
  const field = page.getByRole('searchbox').last()
  await field.fill('quadratic equations, 3 marks')
  await field.press('Enter')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'cricket' })
    .or(page.locator('.question-cards > li'))
    .first()
    .waitFor()
  const boxes = page.getByRole('checkbox', { name: /^Pick/ })
  for (const at of [0, 1, 2]) await boxes.nth(at).check()
  await take()
  const opener = page.locator('.picked-opener')
  const make = page.getByRole('link', { name: 'Make a worksheet' })
  // The bar comes a moment after the first tick; on a phone it is folded.
  await opener.or(make).filter({ visible: true }).first().waitFor()
  if (await opener.isVisible()) await opener.click()
  await make.click()
  await rows(page).nth(2).waitFor()
  // What was picked is the page now.
  await page.locator('.picked-bar').waitFor({ state: 'detached' })
  await take()
}

test('words become a printed test; its questions are left out of the next one', async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  const shots = film(page)
  const began = performance.now()
  await makeTest(page, shots)
  await page.getByLabel('Title').fill('Quadratic equations')
  await page.getByLabel('Title').press('Enter')
  await page.getByRole('heading', { name: 'Quadratic equations' }).waitFor()
  const link = page.getByRole('link', { name: 'PDF', exact: true })
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
  const pdf = await site.fetch((await link.getAttribute('href')) ?? '')
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  if (process.env.FILM) console.log(`From words to the file: ${Math.round(performance.now() - began)} ms`)
  await tab.close()
  await rows(page).first().scrollIntoViewIfNeeded()
  await shots.take()
  await page.getByRole('link', { name: 'Suggest another test' }).click()
  await page.getByText('Without 3 questions of earlier tests.').waitFor()
  await shots.take()
  await shots.save()
  await page.goto(`${site.origin}/questions/suggest`)
  await hydratePage(page)
  const last = page.getByRole('checkbox', { name: 'Without the 3 questions of the last worksheet' })
  expect(await last.isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'Quadratic Equations' }).check()
  await page.getByLabel('Marks').fill('12')
  await page.getByRole('button', { name: 'Suggest questions' }).click()
  await page.getByText('3 marks missing').waitFor()
  expect(await page.locator('.question-cards > li').count()).toBe(3)
  expect(page.errors).toEqual([])
})

test('questions are ordered by mouse, by touch and by keys, and Escape leaves them where they were', async () => {
  const page = await openPage(browser, { hasTouch: true, viewport: { width: 800, height: 1400 } })
  await makeTest(page)
  const [a, b, c] = await order(page)
  await rows(page).first().scrollIntoViewIfNeeded()
  const [first, third] = [await middle(page, 0), await middle(page, 2)]
  await page.mouse.move(third.x, third.y)
  await page.mouse.down()
  await page.mouse.move(first.x, first.y, { steps: 4 })
  expect(await rows(page).first().getAttribute('data-goal')).toBe('')
  await page.mouse.up()
  expect(await order(page)).toEqual([c, a, b])

  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const [top, below] = [await middle(page, 0), await middle(page, 1)]
  await finger('touchStart', top)
  await finger('touchMove', { x: top.x, y: (top.y + below.y) / 2 })
  await finger('touchMove', below)
  await finger('touchEnd')
  await until('the finger has moved it', async () => String(await order(page)) === String([a, c, b]))

  await page.getByRole('button', { name: 'Move question 3 up' }).press('Enter')
  expect(await order(page)).toEqual([a, b, c])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move question 2 up',
  )
  const before = page.url()
  await page.mouse.move(third.x, third.y)
  const grip = await middle(page, 2)
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(first.x, first.y, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect([await order(page), page.url()]).toEqual([[a, b, c], before])
  await page.reload()
  expect(await order(page)).toEqual([a, b, c])
})

test('a browser prints a worksheet on A4 or Legal, the sheet alone, and cuts no question in two', async () => {
  const page = await openPage(browser)
  await page.goto(site.origin + pathOfPicked(KINDS.map((_, at) => ({ paperId: paper.id, id: `q${at + 1}` }))))
  const address = page.url()
  const inspector = createInspector()
  onTestFinished(() => inspector.close())
  const folder = await mkdtemp(join(tmpdir(), 'thervu-print-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [sheet, more, pages, [width, height]] of [
    ['a4', 'space=lines', 2, [595, 842]],
    // As wide as their paper, they go over both columns.
    ['a4', 'space=lines&columns=2', 2, [595, 842]],
    ['legal', '', 1, [612, 1008]],
  ] as const) {
    await page.goto(`${address}?sheet=${sheet}&sources=on&${more}`)
    await page
      .locator('.worksheet-question img')
      .last()
      .evaluate((image: HTMLImageElement) => image.decode())
    expect(
      await rows(page)
        .first()
        .evaluate((row) => getComputedStyle(row).breakInside),
    ).toBe('avoid')
    const path = join(folder, `${sheet} ${more}.pdf`)
    await page.pdf({ path, preferCSSPageSize: true })
    const sizes = (await PDFDocument.load(await readFile(path))).getPages().map((each) => each.getSize())
    expect(sizes.length, more).toBe(pages)
    for (const size of sizes) {
      expect(size.width, sheet).toBeCloseTo(width, -1)
      expect(size.height, sheet).toBeCloseTo(height, -1)
    }
    const read = await inspector.readTexts(path, { from: 1, to: 9 })
    if ('accepted' in read) throw new Error(read.sentence)
    const said = read.read.map(({ lines }) => lines.map(([, , , , text]) => text.trim()).join('\n'))
    // Each has its number at its beginning and its source below its picture, on the same page.
    const of = (what: RegExp) => said.map((text) => [...text.matchAll(what)].length)
    const numbers = of(/(?<![\d.])[1-6]\.(?!\d)/g)
    const all = numbers.reduce((sum, each) => sum + each, 0)
    expect(all, said.join('\n\n')).toBe(KINDS.length)
    expect(of(/Mock test/g), sheet).toEqual(numbers)
    expect(said.join(' ')).not.toMatch(/Print|Make|Word|Marks of|Practice|Questions in/)
  }
  expect(page.errors).toEqual([])
})

test('a press within the bar of a framed question does what it says and opens no full screen', async () => {
  const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${site.origin}${paperPath(paper)}#q3`)
  await hydratePage(page)
  const bar = page.getByRole('region', { name: /^Question 3,/ })
  await bar.getByRole('button').click()
  await bar.getByText('Copied').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${paperPath(paper)}#q3`)
  await bar.getByRole('link', { name: /^Next question/ }).click()
  await page.getByRole('region', { name: /^Question 4,/ }).waitFor()
  expect(await page.locator('.viewer-frame[data-full]').count()).toBe(0)
})
