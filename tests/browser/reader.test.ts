// The reader's one page, in all that is done with it: 300 lines and more.
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewContent } from '#domain/content-version.server.ts'
import { inLanguage } from '#domain/language/languages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { QuestionBox } from '#domain/questions/find-questions.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { hydratePage, openBrowser, openMovingPage, openPage, resizeTo } from '../support/chromium.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { noteRendered, renderPages } from '../support/rendered-pages.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }
/** Longer than the field remembers what was typed into it when it was left. */
const FORGETS_MS = 250

let site: Site
let browser: Browser
let admin: SignedIn
let eight: Paper
let long: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
  eight = await publish(site, admin, { title: 'Eight pages' })
  long = await publish(site, admin, { title: 'Two hundred pages' })
  await noteRendered(site, eight.id, { rendered: 8 })
  await noteRendered(site, long.id, { rendered: 200 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function read(paper: Paper, options: BrowserContextOptions = {}, ask = '') {
  const page = await openMovingPage(browser, { viewport: PHONE, ...options })
  const asked = await renderPages(page)
  await page.addInitScript(countPrints)
  await page.goto(site.origin + paperPath(paper) + ask)
  return { page, asked }
}

/** In place of the windows for printing. */
function countPrints() {
  window.print = () => {
    const { dataset } = document.documentElement
    dataset.windows = String(1 + Number(dataset.windows ?? 0))
    window.dispatchEvent(new Event('beforeprint'))
  }
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Page \d+ of \d+\. Go to page$/ })
const atPage = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Page ${number} of`, exact: false }).waitFor()
async function goTo(page: Page, number: number) {
  await field(page).fill(String(number))
  await field(page).press('Enter')
  await atPage(page, number)
}
const scrollTo = (page: Page, number: number) =>
  page.locator(`#page-${number}`).evaluate((leaf) => leaf.scrollIntoView())
const hasFocus = (part: ReturnType<Page['locator']>) =>
  part.evaluate((element) => element === document.activeElement)

test('a phone asks for small pictures, those of other pages after that of page 1 or when it fails; it says which page is read, and goes to a typed one', async () => {
  const page = await openMovingPage(browser, { viewport: PHONE, deviceScaleFactor: 3 })
  const asked = await renderPages(page)
  await page.clock.install()
  const first = Promise.withResolvers<void>()
  await page.route('**/1-720.webp', async (route) => {
    await first.promise
    await route.abort()
  })
  await page.goto(site.origin + paperPath(eight), { waitUntil: 'commit' })
  await page.locator('.reader-end').waitFor()
  // What is near the window is asked for by the frame after it was laid out.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  expect(asked).toEqual([])
  first.resolve()
  await expect.poll(() => asked).toContain('2-720')
  expect(page.errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])

  await page.unroute('**/1-720.webp')
  // What this page asks for while another one comes is not the other's.
  await page.goto('about:blank')
  asked.length = 0
  await page.goto(site.origin + paperPath(eight))
  await hydratePage(page)
  // A page that is passed before the frame after its layout is not asked for.
  await expect.poll(() => asked[0]).toBe('1-720')
  await page.getByRole('img', { name: 'Page 6 of 8' }).scrollIntoViewIfNeeded()
  await atPage(page, 6)
  await goTo(page, 3)
  expect([asked[0], asked.filter((name) => name.endsWith('-1440'))]).toEqual(['1-720', []])
  // What is typed right after another page is not forgotten, nor what the button is to go to.
  for (const [typed, key] of [
    ['5', 'Enter'],
    ['2', 'Tab'],
  ] as const) {
    await field(page).fill('4')
    await field(page).press('Enter')
    await field(page).fill(typed)
    if (key === 'Tab') await page.keyboard.press('Tab')
    await page.clock.runFor(FORGETS_MS)
    expect(await field(page).inputValue()).toBe(typed)
    await page.keyboard.press('Enter')
    await atPage(page, Number(typed))
  }
  // As before React has taken the page over: it does not know of this value.
  await field(page).evaluate((input: HTMLInputElement) => {
    input.value = '5'
    input.focus()
  })
  await page.keyboard.type('3')
  expect(await field(page).inputValue()).toBe('3')
  await page.keyboard.press('Enter')
  await atPage(page, 3)
  await field(page).focus()
  await page.keyboard.press('Tab')
  await scrollTo(page, 4)
  await atPage(page, 4)
  expect(await field(page).inputValue(), 'a field that was only passed').toBe('4')
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('what is typed and pressed before the page has woken up is kept, in its order', async () => {
  const page = await openMovingPage(browser, { viewport: PHONE })
  await renderPages(page)
  let wake = () => {}
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await new Promise<void>((go) => (wake = go))
    await route.continue()
  })
  const open = async () => {
    const isAsked = page.waitForRequest('**/assets/hydrate-*.js')
    await page.goto(`${site.origin}${paperPath(eight)}`)
    await field(page).fill('5')
    await isAsked
  }
  const wakeUp = async () => {
    wake()
    await hydratePage(page)
  }
  // Pressed before, also with keys after it that type nothing.
  for (const keys of [['Enter'], ['Enter', 'End', 'Delete'], ['Tab', 'Enter']]) {
    await open()
    for (const key of keys) await page.keyboard.press(key)
    await wakeUp()
    await atPage(page, 5)
  }
  // Pressed after.
  for (const [before, after] of [
    [[], ['Enter']],
    [['Tab'], ['Enter']],
  ] as const) {
    await open()
    for (const key of before) await page.keyboard.press(key)
    await wakeUp()
    expect(await field(page).inputValue()).toBe('5')
    for (const key of after) await page.keyboard.press(key)
    await atPage(page, 5)
  }
  await open()
  await page.keyboard.press('Enter')
  await field(page).fill('3')
  await wakeUp()
  expect([await field(page).inputValue(), await hasFocus(field(page))]).toEqual(['3', true])
  await page.keyboard.press('Enter')
  await atPage(page, 3)
  await page.context().close()
})

test('of a long paper only the pages near the screen are rendered; reading on counts one view, and the place is offered', async () => {
  const own = await publish(site, admin, { title: 'Read on by one alone' })
  await noteRendered(site, own.id, { rendered: 200 })
  const { page } = await read(own)
  await page.getByRole('link', { name: 'Pages 41 to 80' }).waitFor()
  const loaded = () => page.locator('.leaf img').count()
  for (const number of [20, 40]) {
    await goTo(page, number)
    await expect.poll(loaded).toBeLessThanOrEqual(7)
  }
  await page.locator('dl > div').filter({ hasText: 'Views: 1' }).waitFor()
  await goTo(page, 157)
  await page.waitForURL('**?part=4#page-157')
  await expect.poll(loaded).toBeLessThanOrEqual(7)
  await goTo(page, 5)
  const { views } = await (await site.fetch(`/api/papers/${own.id}`)).json()
  expect(views).toBe(1)
  await page.goto('about:blank')
  await page.goto(site.origin + paperPath(own))
  await page.getByRole('button', { name: 'Go on at page 5' }).click()
  await atPage(page, 5)
  // Home says it as well, before React and without moving; read to the end, or closed, it says nothing.
  await page.goto('about:blank')
  await watchShifts(page)
  await page.route('**/assets/hydrate-*.js', (route) => route.abort())
  await page.goto(site.origin)
  const goOn = page.getByRole('link', { name: 'Go on reading Mathematics 2024, page 5' })
  await goOn.waitFor()
  expect(await shiftsOf(page)).toEqual([])
  await page.unroute('**/assets/hydrate-*.js')
  await goOn.click()
  await page.waitForURL(`**${paperPath(own)}#page-5`)
  await atPage(page, 5)
  await page.goto(site.origin)
  await page.getByRole('complementary', { name: 'Go on reading' }).getByRole('button').click()
  await goOn.waitFor({ state: 'detached' })
  await page.reload()
  await hydratePage(page)
  expect(await goOn.count()).toBe(0)
  await page.context().close()
})

test('pages that are being prepared come by themselves, and one that failed leads to the file; a paper that is slow to come is asked for once, however often the open one looks', async () => {
  const paper = await publish(site, admin, { title: 'On its way' })
  const page = await openMovingPage(browser, { viewport: PHONE })
  await page.clock.install()
  await renderPages(page)
  await page.goto(site.origin + paperPath(paper))
  await page.getByText('Its pages are being prepared').waitFor()
  // What looks for them by the clock comes with React.
  await hydratePage(page)
  await noteRendered(site, paper.id, { rendered: 2, pages: 4, state: 'waiting' })
  await page.clock.runFor(2_000)
  await page.getByRole('button', { name: 'Read them here' }).click()
  await page.getByText('2 of 4 pages are ready.').waitFor()
  await noteRendered(site, paper.id, { rendered: 4, without: [3] })
  await page.clock.runFor(60_000)
  const failed = page.locator('#page-3')
  await failed.getByText('There is no picture of this page.').waitFor()
  const file = failed.getByRole('link', { name: 'Read it in the file' })
  expect(await file.getAttribute('href')).toBe(paper.link)
  expect(await page.getByText('pages are ready').count()).toBe(0)

  const half = await publish(site, admin, { title: 'Half rendered' })
  await noteRendered(site, half.id, { rendered: 2, pages: 4, state: 'waiting' })
  await page.goto(`${site.origin}/ta${paperPath(half)}`)
  await hydratePage(page)
  const asked: string[] = []
  const answer = Promise.withResolvers<void>()
  await page.route('**/papers/**.data*', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await answer.promise
    await route.continue().catch(() => {})
  })
  await page.locator(`.paper-card a[href*="${eight.id}"]`).first().click()
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.runFor(30_000)
  answer.resolve()
  await page.waitForURL(`**/ta/papers/${eight.id}**`)
  expect(new Set(asked).size).toBe(asked.length)
  await page.context().close()
})

test('the words of a scan come with its picture, for screen readers and to be copied; the whole screen of a phone shows all that is said below it, its bar within the window', async () => {
  const LINE = 'Explain why a tangent galvanometer must be set up along the meridian.'
  const page = await openMovingPage(browser, { viewport: { width: 768, height: 1024 } })
  await renderPages(page)
  const beforeReact = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await beforeReact.promise
    await route.continue()
  })
  let asked = 0
  await page.route('**/*-lines.json', async (route) => {
    asked += 1
    const lines = route.request().url().endsWith('/1-lines.json') ? [[144, 200, 900, 30, LINE]] : []
    await route.fulfill({ json: { lines, confidence: 93 } })
  })
  await page.goto(site.origin + paperPath(eight))
  await page.locator('.leaf img').first().waitFor()
  expect(asked).toBe(0)
  beforeReact.resolve()
  await hydratePage(page)
  const line = page
    .getByRole('region', { name: 'Text of page 1, recognised from its picture' })
    .getByText(LINE)
  await line.waitFor()
  expect(await page.locator('#page-1 > .leaf-number').textContent()).toBe(
    'Page 1 of 8, read from a scan, 93 % sure',
  )
  const [picture, words] = await Promise.all(
    [page.locator('#page-1 img'), line].map(async (part) => await part.boundingBox()),
  )
  if (!picture || !words) throw new Error('The page is not shown')
  // They are where they are printed.
  expect((words.x - picture.x) / picture.width).toBeCloseTo(144 / 1440, 1)
  expect((words.y - picture.y) / picture.height).toBeCloseTo(200 / 2036, 1)
  expect(words.width / picture.width).toBeCloseTo(900 / 1440, 1)
  const middle = words.y + words.height / 2
  await page.mouse.move(words.x + 1, middle)
  await page.mouse.down()
  await page.mouse.move(words.x + words.width - 1, middle, { steps: 4 })
  await page.mouse.up()
  const selected = await page.evaluate(() => String(getSelection()))
  expect(LINE).toContain(selected.trim())
  expect(selected.length).toBeGreaterThan(LINE.length - 5)
  expect(await page.locator('[data-full]').count(), 'selecting is no tap').toBe(0)

  await page.setViewportSize(PHONE)
  await page.goto(site.origin + inLanguage(paperPath(long), 'ta'))
  await hydratePage(page)
  // A browser's own full screen cannot be made narrower.
  await page.evaluate(() => Object.assign(Element.prototype, { requestFullscreen: undefined }))
  await page.getByRole('button', { name: 'முழுத் திரை' }).click()
  const said = page.locator('#page-1 > .leaf-number').filter({ hasText: '93 %' })
  await said.waitFor()
  for (const width of [256, 320, 360]) {
    await resizeTo(page, { width, height: 640 })
    expect(await layoutFaults(page), `${width}`).toEqual([])
    const right = await page
      .locator('.reading-tool')
      .last()
      .evaluate((tool) => tool.getBoundingClientRect().right)
    expect(right, `${width}`).toBeLessThanOrEqual(width)
    const room = await said.evaluate((below) => {
      const words = document.createRange()
      words.selectNodeContents(below)
      return below.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom
    })
    expect(room, `${width}`).toBeGreaterThanOrEqual(0)
  }
  await page.context().close()
})

/** One question for each box, of 3 marks. */
async function noteQuestions(paper: Paper, boxes: QuestionBox[], text = 'Prove it.') {
  const { fileKey } = await site.app.db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  const questions = boxes.map((box, at) => {
    const number = String(at + 1)
    const printings = JSON.stringify([{ language: 'en', boxes: [box], text: `${number}. ${text}` }])
    return { fileKey, place: at + 1, number, section: 'A', marks: 3, choices: 1, printings }
  })
  await site.app.db.insertInto('questions').values(questions).execute()
  await reindexPapers(site.app)
  await renewContent(site.app.db)
}

test('of a sheet of two pages a phone shows the left one, then the right, with its words and questions over each', async () => {
  const paper = await publish(site, admin, { title: 'Two pages on a sheet' })
  await noteRendered(site, paper.id, { rendered: 1, spread: [1] })
  const at = { page: 1, top: 600, width: 560, height: 100 }
  await noteQuestions(paper, [
    { ...at, left: 80 },
    { ...at, left: 800 },
  ])
  const page = await openMovingPage(browser, { viewport: PHONE })
  await renderPages(page)
  const lines = [80, 800].flatMap((left, side) => [
    [left, 300, 560, 20, `Words of side ${side}`],
    [left, 620, 300, 20, `Prove it on side ${side}`],
  ])
  await page.route('**/*-lines.json', (route) => route.fulfill({ json: { lines, confidence: null } }))
  await page.goto(`${site.origin + paperPath(paper)}#q2`)
  const pictures = page.locator('#page-1 img')
  const boxOf = async (part: ReturnType<Page['locator']>) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('Nothing is shown')
    return box
  }
  /** Where on its half of the sheet a part begins and how wide it is, as shares. */
  const placeOn = async (part: ReturnType<Page['locator']>, half: Awaited<ReturnType<typeof boxOf>>) => {
    const { x, y, width } = await boxOf(part)
    const shares = [(x - half.x) / half.width, (y - half.y) / half.height, width / half.width]
    return shares.map((share) => Math.round(share * 10) / 10)
  }
  const expectPlaces = async (halves: Awaited<ReturnType<typeof boxOf>>[]) => {
    for (const [side, half] of halves.entries()) {
      expect(await placeOn(page.getByText(`Words of side ${side}`), half)).toEqual([0.1, 0.3, 0.8])
      expect(await placeOn(page.locator(`#q${side + 1} > rect`), half)).toEqual([0.1, 0.6, 0.8])
    }
  }
  await page.getByText('Words of side 1').waitFor({ state: 'attached' })
  // Who hears the page goes from question to question by headings.
  const read = page.getByRole('region', { name: 'Text of page 1' }).locator('h4, p')
  expect(await read.allTextContents()).toEqual([
    ...['Words of side 0', 'Question 1, 3 marks', 'Prove it on side 0'],
    ...['Words of side 1', 'Question 2, 3 marks', 'Prove it on side 1'],
  ])
  expect(await page.getByRole('heading', { level: 4 }).count()).toBe(2)
  const [left, right] = [await boxOf(pictures.nth(0)), await boxOf(pictures.nth(1))]
  expect(left.height / left.width).toBeCloseTo(Math.SQRT2, 1)
  expect([right.x, right.width, Math.round(right.y - left.y - left.height)]).toEqual([left.x, left.width, 0])
  await expectPlaces([left, right])
  const bar = await boxOf(page.getByRole('region', { name: 'Question 2, 3 marks' }))
  expect(bar.y).toBeGreaterThan(right.y)
  expect(await layoutFaults(page)).toEqual([])
  // A phone that is held across, and anything wider, shows the sheet.
  for (const size of [
    { width: 740, height: 360 },
    { width: 1024, height: 768 },
  ]) {
    await resizeTo(page, size)
    await pictures.nth(1).waitFor({ state: 'hidden' })
    const sheet = await boxOf(pictures.nth(0))
    const half = { ...sheet, width: sheet.width / 2 }
    expect(sheet.width / sheet.height).toBeCloseTo(Math.SQRT2, 1)
    await expectPlaces([half, { ...half, x: sheet.x + half.width }])
  }
  await page.context().close()
})

test('a search leads to a question, its address to it on its page, framed, also without scripts; its bar leads on', async () => {
  const paper = await publish(site, admin, { title: 'Three questions' })
  await noteRendered(site, paper.id, { rendered: 3 })
  await noteQuestions(
    paper,
    [1, 2, 3].map((page) => ({ page, left: 70, top: 1200, width: 1300, height: 300 })),
    'Prove it of a rhombus.',
  )
  const path = paperPath(paper)
  const frame = (page: Page, number: number) => page.locator(`#q${number} > rect`)
  const isFramed = (page: Page, number: number) =>
    frame(page, number).evaluate((rect) => getComputedStyle(rect).stroke !== 'rgba(0, 0, 0, 0)')
  const isSeen = (page: Page, number: number) =>
    frame(page, number).evaluate((rect) => {
      const { top, bottom } = rect.getBoundingClientRect()
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      return top >= header && bottom <= innerHeight
    })
  for (const javaScriptEnabled of [false, true]) {
    const page = await openPage(browser, { viewport: PHONE, javaScriptEnabled })
    await renderPages(page)
    await page.goto(`${site.origin}/search?q=rhombus`)
    await page.getByRole('link', { name: '3 questions inside papers' }).click()
    const card = page.getByRole('article').filter({ hasText: 'Question 2' })
    await card.getByRole('img', { name: '2. Prove it of a rhombus.' }).waitFor()
    // Before its sheet has come, a page that is measured is measured without.
    await page.waitForLoadState()
    if (javaScriptEnabled) expect(await axeFaultsIn(page)).toEqual([])
    const wideOf = async () => (await card.getByRole('img').boundingBox())?.width ?? 0
    const small = await wideOf()
    await card.getByRole('checkbox', { name: 'Show question 2 larger' }).check()
    expect(await wideOf()).toBeGreaterThan(1.5 * small)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await card.getByRole('link', { name: 'Question 2' }).click()
    await expect.poll(() => isSeen(page, 2)).toBe(true)
    expect([new URL(page.url()).hash, await isFramed(page, 2)]).toEqual(['#q2', true])
    await page.goto(site.origin + path)
    await page.locator('.question-list > summary').click()
    const list = page.locator('.question-list').getByRole('listitem')
    expect(await list.allTextContents()).toEqual(['1', '2', '3'])
    if (javaScriptEnabled) expect(await layoutFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Question 2, 3 marks' }).click()
    await expect.poll(() => isSeen(page, 2)).toBe(true)
    expect([new URL(page.url()).hash, await isFramed(page, 2), await isFramed(page, 1)]).toEqual([
      ...['#q2', true, false],
    ])
    if (javaScriptEnabled) {
      const bar = page.getByRole('region', { name: 'Question 2, 3 marks' })
      // One line, over as little as possible of the question before it.
      expect((await bar.boundingBox())?.height).toBeLessThan(50)
      const whatsApp = await bar.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
      expect(decodeURIComponent(whatsApp ?? '')).toContain(`${path}#q2`)
      expect(await axeFaultsIn(page)).toEqual([])
      await bar.getByRole('link', { name: 'Next question: Question 3, 3 marks' }).click()
      await page.getByRole('region', { name: 'Question 3, 3 marks' }).waitFor()
      await expect.poll(() => isSeen(page, 3)).toBe(true)
    }
    await page.context().close()
  }
  const page = await openPage(browser, { viewport: PHONE })
  await renderPages(page)
  await page.goto(`${site.origin + path}#%E0%A4%A`)
  await hydratePage(page)
  expect(page.errors).toEqual([])
  await page.context().close()
})

const isFull = (page: Page) => page.locator('[data-full]').count()
const zoomOf = (page: Page) =>
  page.locator('.leaves').evaluate((list: HTMLElement) => Number(list.style.getPropertyValue('--zoom') || 1))

/** The page at a point of the screen, and how far across and down it the point is. */
async function pointAt(page: Page, x: number, y: number) {
  const point = await page.evaluate(
    ([left, top]) => {
      const leaf = document.elementFromPoint(left, top)?.closest('.leaf')
      const box = leaf?.querySelector('a')?.getBoundingClientRect() ?? new DOMRect()
      return { id: leaf?.id, across: (left - box.left) / box.width, down: (top - box.top) / box.height }
    },
    [x, y] as const,
  )
  return {
    ...point,
    isStill: { id: point.id, across: expect.closeTo(point.across, 1), down: expect.closeTo(point.down, 1) },
  }
}

test('by touch: two taps and two fingers zoom in on what is under them, and turning the phone keeps the page', async () => {
  const { page, asked } = await read(eight, { hasTouch: true, deviceScaleFactor: 2, reducedMotion: 'reduce' })
  const readAgain: string[] = []
  page.on('request', (request) => request.url().includes('.data') && readAgain.push(request.url()))
  await scrollTo(page, 3)
  await atPage(page, 3)
  // What zooms comes with the first touch, here next to the pages.
  await page.locator('#page-2 > .leaf-number').tap()
  await page.locator('.viewer-frame[data-ready]').waitFor()
  expect(asked.filter((name) => name.endsWith('1440'))).toEqual([])
  // Sent together: a page that is busy with the first one would get the second too late.
  const doubleTap = () => Promise.all([page.touchscreen.tap(200, 400), page.touchscreen.tap(200, 400)])
  const tapped = await pointAt(page, 200, 400)
  await doubleTap()
  await expect.poll(() => zoomOf(page)).toBe(2.5)
  expect([await isFull(page), await pointAt(page, 200, 400)]).toMatchObject([1, tapped.isStill])
  await expect.poll(() => asked).toContain('3-1440')
  await doubleTap()
  await expect.poll(() => zoomOf(page)).toBe(1)

  const pinched = await pointAt(page, 180, 400)
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y, id) => ({ x: 180, y, id })) })
  await touch('touchStart', 350, 450)
  for (const apart of [60, 80, 100]) await touch('touchMove', 400 - apart, 400 + apart)
  await touch('touchEnd')
  await expect.poll(() => zoomOf(page)).toBe(2)
  expect(await pointAt(page, 180, 400)).toMatchObject(pinched.isStill)

  await page.goBack()
  await expect.poll(() => isFull(page)).toBe(0)
  await goTo(page, 6)
  for (const size of [{ width: 740, height: 360 }, PHONE]) {
    await resizeTo(page, size)
    await atPage(page, 6)
  }
  // Else the place would be lost as soon as the answer comes.
  expect(readAgain).toEqual([])
  await page.context().close()
})

test('by keys: all pages are one stop, arrows go from page to page, and a link skips them; they zoom, and the back button and Escape leave at the page that was read last', async () => {
  const { page } = await read(eight)
  await hydratePage(page)
  await expect.poll(() => page.locator('.leaf > a:not([tabindex])').count()).toBe(1)
  const hasKeys = () => page.evaluate(() => document.activeElement?.closest('.leaf')?.id)
  await page.locator('#page-1 > a').focus()
  for (const [key, id] of [
    ['ArrowRight', 'page-2'],
    ['ArrowRight', 'page-3'],
    ['ArrowLeft', 'page-2'],
    ['End', 'page-8'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(hasKeys).toBe(id)
  }
  await atPage(page, 8)
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(these(page))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await hasFocus(page.getByRole('link', { name: 'Skip the pages' }))).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(these(page))).toBe(true)
  expect(await page.getByRole('heading', { level: 3, name: /^Page \d of 8$/ }).count()).toBe(8)

  const address = page.url()
  await scrollTo(page, 3)
  await atPage(page, 3)
  const full = page.getByRole('button', { name: 'Full screen' })
  await full.click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('viewer-frame')
  const header = page.locator('header.site-header')
  expect(await header.evaluate((element) => element.closest('[inert]') !== null)).toBe(true)
  expect(await axeFaultsIn(page)).toEqual([])
  await page.keyboard.press('+')
  await expect.poll(() => zoomOf(page)).toBe(1.5)
  await page.keyboard.press('0')
  await expect.poll(() => zoomOf(page)).toBe(1)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await atPage(page, 5)
  await scrollsLate(page)
  await page.goBack()
  await expect.poll(() => isFull(page)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  await atPage(page, 5)
  expect(page.url()).toBe(address)
  // As on an iPhone, which lets no page but a film have the whole screen.
  await page.evaluate(() => Object.assign(Element.prototype, { requestFullscreen: undefined }))
  await full.click()
  await expect.poll(() => isFull(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => isFull(page)).toBe(0)
  expect(page.errors).toEqual([])
  await page.context().close()
})

/** As a slow phone does: long after the screen was given back, the page is scrolled to where it once was. */
async function scrollsLate(page: Page) {
  await page.evaluate(() => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    new MutationObserver(async (_, observer) => {
      observer.disconnect()
      for (let frames = 0; frames < 10; frames++) await frame()
      window.scrollTo(0, 0)
    }).observe(document.querySelector('.viewer-frame') as Element, { attributeFilter: ['data-full'] })
  })
}

const these = (page: Page) => page.getByRole('button', { name: 'Print these pages' })
const hasPrinted = (page: Page, windows = 1) => page.locator(`html[data-windows="${windows}"]`).waitFor()
const printed = (page: Page) => page.locator('html[data-windows], [data-prints], .print-sheets').count()
const end = (page: Page) => page.locator('.reader-end')

/** The sheets that come out of the printer, as "tall" or "wide". */
async function sheets(page: Page, format = 'A4') {
  const pdf = await PDFDocument.load(await page.pdf({ format, preferCSSPageSize: true }))
  return pdf.getPages().map((sheet) => (sheet.getWidth() > sheet.getHeight() ? 'wide' : 'tall'))
}

test('the button prints every page on a sheet of its own, for any printer, and then all is as before', async () => {
  const four = await publish(site, admin, { title: 'Four pages, the third lies' })
  await noteRendered(site, four.id, { rendered: 4, wide: [3] })
  const { page, asked } = await read(four)
  await these(page).press('Enter')
  await hasPrinted(page)
  expect(asked.filter((name) => name.endsWith('-1440')).sort()).toEqual(
    [1, 2, 3, 4].map((number) => `${number}-1440`),
  )
  await expect.poll(() => hasFocus(these(page))).toBe(true)
  // A phone renders the sheets again when another printer or paper is chosen.
  for (const format of ['A4', 'Letter'])
    expect(await sheets(page, format)).toEqual(['tall', 'tall', 'wide', 'tall'])
  expect(await page.locator('.print-sheets').isVisible()).toBe(false)
  await page.keyboard.press('Control')
  await expect.poll(() => page.locator('[data-prints], .print-sheets').count()).toBe(0)
  // Then it is the sheet that leads back here, with page 1.
  expect(await sheets(page)).toEqual(['tall'])
  await page.emulateMedia({ media: 'print' })
  const isSeen = (name: string | RegExp) => page.getByRole('img', { name }).first().isVisible()
  expect([await isSeen('Page 1 of 4'), await isSeen('Page 2 of 4'), await isSeen(/^QR code/)]).toEqual([
    ...[true, false, true],
  ])
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('from the full screen small pictures are printed where data is saved; one that does not come, and a browser that prints nothing, are told', async () => {
  const { page, asked } = await read(eight, { extraHTTPHeaders: { 'Save-Data': 'on' } })
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.locator('.viewer-frame[data-full]').waitFor()
  const lost = /\/8-720\.webp$/
  await page.route(lost, (route) => route.abort())
  await these(page).click()
  await end(page).getByText('1 page could not be fetched. Try again, or print the file instead:').waitFor()
  expect(await end(page).getByRole('link').getAttribute('href')).toBe(eight.link)
  expect(await printed(page)).toBe(0)
  expect(await axeFaultsIn(page)).toEqual([])
  await page.unroute(lost)
  await these(page).click()
  await hasPrinted(page)
  expect(await end(page).getByText('could not be fetched').count()).toBe(0)
  expect(asked.filter((name) => !name.endsWith('-720'))).toEqual([])
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await these(page).click()
  await end(page).getByText('Did no window for printing open? Print the file instead:').waitFor()
  await page.context().close()
})

test('a part of 40 pages says what it prints and how far it is, and can be stopped', async () => {
  const { page } = await read(long, { colorScheme: 'dark' }, '?part=2')
  const held: (() => void)[] = []
  await page.route(/\/\d+-1440\.webp$/, async (route) => {
    if (/\/4\d-/.test(route.request().url())) return await route.fallback()
    await new Promise<void>((go) => held.push(go))
  })
  const print = page.getByRole('button', { name: 'Print pages 41 to 80' })
  await print.press('Enter')
  const busy = page.getByRole('button', { name: '9 of 40 pages' })
  await busy.waitFor()
  expect([await busy.getAttribute('aria-busy'), await hasFocus(busy)]).toEqual(['true', true])
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await print.waitFor()
  await expect.poll(() => hasFocus(print)).toBe(true)
  for (const go of held) go()
  expect(await printed(page)).toBe(0)
  expect(page.errors).toEqual([])
  await page.context().close()
})
