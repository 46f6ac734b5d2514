// One site, whose pages are really rendered, for all that is saved on a phone: 480 lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language/languages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import * as ta from '#messages/ta.js'
import { axeFaultsIn } from '../support/axe.ts'
import { hydratePage, openBrowser, openPage, pressInPlace } from '../support/chromium.ts'
import { openLine } from '../support/cut-line.ts'
import { film } from '../support/film.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { setToNoon } from '../support/noon-clock.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { untilRendered } from '../support/until-rendered.ts'

const SAMPLES = join(import.meta.dirname, '../../samples')
/** Files of the sample's papers, with their subjects; the third asks why a cricketer draws his hands back. */
const PAPERS = [
  ['cbse-12-mathematics-calculus-vectors', 'Mathematics', 'Calculus, vectors and matrices'],
  ['cbse-12-chemistry-solutions-electrochemistry', 'Chemistry', 'Solutions and electrochemistry'],
  ['cbse-11-physics-motion-and-laws', 'Physics', 'Kinematics, laws of motion and work'],
  ['cbse-12-economics-national-income', 'Economics', 'National income and money'],
  ['cbse-12-accountancy-partnership', 'Accountancy', 'Partnership accounts'],
  ['cbse-11-computer-science-python', 'Computer Science', 'Python, loops and lists'],
] as const
const A_YEAR_MS = 365 * 24 * 3_600_000
/** As an iPhone calls itself. */
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let site: Site
let browser: Browser
/** Between the site and the phone. */
let line: Awaited<ReturnType<typeof openLine>>
let admin: SignedIn
/** All of class 12; others are of class 11. */
let papers: Paper[]
let long: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ renders: true }), openBrowser()])
  line = await openLine({ host: '127.0.0.1', port: Number(new URL(site.origin).port) })
  admin = await site.signIn()
  papers = []
  // To render them all takes long, and shows more on the film alone.
  for (const [file, subject, title] of PAPERS.slice(0, process.env.FILM ? 6 : 3))
    papers.push(
      await publish(site, admin, { title, subject }, readFileSync(join(SAMPLES, 'papers', `${file}.pdf`))),
    )
  const answers = readFileSync(join(SAMPLES, 'answers', `${PAPERS[0][0]}.pdf`))
  await paperClient(site, admin).replace(paperAt(1).id, 'answers', answers)
  long = await add('Eight pages', 8)
  await untilRendered(site)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await line?.close()
  await site?.end()
})

// After a test that failed offline.
beforeEach(() => line.restore())

const add = (title: string, pages = 2) =>
  publish(site, admin, { title, degree: '11th-cbse' }, plainPdf({ pages, text: title }))
const paperAt = (number: number) => papers[number - 1] as Paper
/** An address of the site, over the line. */
const at = (path: string) => `http://127.0.0.1:${line.port}${path}`

async function openPhone(options: Parameters<typeof openPage>[1] = {}) {
  const viewport = { width: 360, height: 740 }
  return await openPage(browser, { viewport, serviceWorkers: 'allow', ...options })
}

/** A page of a phone of its own, on which the site's worker runs. */
async function open(path: string, options: Parameters<typeof openPhone>[0] = {}) {
  const page = await openPhone(options)
  await visit(page, path)
  return page
}

async function visit(page: Page, path: string) {
  await page.goto(at(path))
  await hydratePage(page)
}

/** On the paper's own page. */
async function savePapers(page: Page) {
  await page.getByRole('button', { name: 'Save on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Save on this phone( with answers)?,/ }).click()
}
const isSaved = (page: Page) => page.locator('.save-done').waitFor()
const comesBack = async (page: Page) => {
  line.restore()
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
}
const stored = (page: Page) =>
  page.evaluate(async () => {
    const saved = await (await caches.open('thervu-kept')).keys()
    return saved.map(({ url }) => new URL(url).pathname)
  })

const rows = (page: Page) => page.getByRole('list', { name: 'Saved on this phone' }).getByRole('listitem')
const isRendered = (page: Page, name: string) =>
  expect
    .poll(() => page.getByRole('img', { name }).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(720)

/** FILM=docs/kept.webp npm test -- kept.test */
test('papers that are saved are found, read, printed and removed offline', async () => {
  const page = await open(paperPath(paperAt(1)))
  const { take, save } = film(page)
  await page.addInitScript(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: 'Save on this phone', exact: true }).click()
  await page.getByLabel(/^with the PDF, \+ \d/).check()
  await page.getByRole('button', { name: /^Save on this phone with answers, \d+ KB$/ }).click()
  await page.locator('.save-done').waitFor()
  await visit(page, '/practice?grade=12')
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await page.locator('.save-papers').scrollIntoViewIfNeeded()
  const saveButton = page.getByRole('button', {
    name: new RegExp(`^Save these ${papers.length}( with answers)?, \\d`),
  })
  await saveButton.waitFor()
  await take()
  await saveButton.click()
  await page.getByText(`All ${papers.length} are saved on this phone`).waitFor()
  await expect.poll(() => page.locator('.paper-card .saved-mark').count()).toBe(papers.length)
  await take()

  line.refuse()
  await page.goto(at('/kept'))
  await expect.poll(() => rows(page).count()).toBe(papers.length)
  await page.getByText(/^\d.* used, .* left on this phone$/).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await take()
  await page.getByRole('searchbox', { name: 'Search saved papers' }).fill('cricketer')
  await page.getByText('Saved papers with “cricketer”: 1.').waitFor()
  await take()
  // Understood as with a line: a subject in Tamil letters and in Roman ones.
  for (const words of ['கணிதம்', 'kanitham 12']) {
    await page.getByRole('searchbox', { name: 'Search saved papers' }).fill(words)
    await page.getByText(`Saved papers with “${words}”: 1.`).waitFor()
    await expect.poll(() => rows(page).getByRole('heading').allTextContents()).toEqual([paperAt(1).title])
  }
  await page.getByRole('searchbox', { name: 'Search saved papers' }).fill('cricketer')
  await page.getByText('Saved papers with “cricketer”: 1.').waitFor()
  await page.getByRole('link', { name: 'Page 1', exact: true }).click()
  const { pages } = paperAt(3)
  await isRendered(page, `Page 1 of ${pages}`)
  await page.getByText('Why does a cricketer').first().waitFor({ state: 'attached' })
  await take()
  await page.getByRole('img', { name: `Page ${pages} of ${pages}` }).scrollIntoViewIfNeeded()
  await isRendered(page, `Page ${pages} of ${pages}`)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Close full screen' }).click()
  await page.getByRole('button', { name: 'Print these pages' }).click()
  await expect.poll(() => page.locator('.print-sheets img').count()).toBe(pages)
  await page.emulateMedia({ media: 'print' })
  await page.locator('.print-sheets img').first().scrollIntoViewIfNeeded()
  await take()
  await page.emulateMedia({ media: 'screen' })
  await save()

  // A page that was never seen leads to the paper, or to what is saved; what was seen is there as it was.
  await page.goto(at(paperPath(paperAt(3))))
  await page.getByRole('heading', { level: 1, name: paperAt(3).title }).waitFor()
  expect(new URL(page.url()).search).toBe(`?paper=${paperAt(3).id}`)
  await page.goto(at('/search?q=cricketer'))
  await page.getByText('Saved papers with “cricketer”: 1.').waitFor()
  await page.goto(at('/pricing'))
  await page.getByText('That page needs internet.').waitFor()
  await page.goto(at('/practice?grade=12'))
  await page.getByRole('heading', { name: paperAt(papers.length).title }).waitFor()
  const file = await page.evaluate(
    async (path) => (await fetch(path)).headers.get('content-type'),
    paperAt(1).link,
  )
  expect(file).toBe('application/pdf')

  await page.goto(at('/kept'))
  await page.getByRole('button', { name: `Remove: ${paperAt(papers.length).title}` }).click()
  await expect.poll(() => rows(page).count()).toBe(papers.length - 1)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await page.getByText('Nothing is saved on this phone yet.').waitFor()
  await expect.poll(() => page.evaluate(() => caches.has('thervu-kept'))).toBe(false)
  expect(page.errors.filter((error) => !error.includes('ERR_'))).toEqual([])
  await page.context().close()
})

test('what a search finds is saved in its language, and shown before React', async () => {
  const page = await open('/ta/search?grade=12')
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await page.locator('.save-papers').scrollIntoViewIfNeeded()
  await page
    .getByRole('button', { name: ta.offline_save_these_with_answers({ count: papers.length, size: '' }) })
    .click()
  await page.getByText(ta.offline_all_saved({ count: papers.length })).waitFor()
  // A first view of each, that page itself and My practice in both languages.
  const remembered = () =>
    page.evaluate(async () => (await (await caches.open('thervu-kept-page')).keys()).length)
  await expect.poll(remembered).toBe(papers.length + 4)
  // Through the worker, which remembers it.
  await visit(page, '/ta/search?grade=12')

  await page.context().setOffline(true)
  const { id, title, pages } = paperAt(1)
  const shown = await page.goto(at(`/ta/kept?paper=${id}`))
  const html = (await shown?.text()) ?? ''
  expect(html).toContain(title)
  expect(html).toMatch(new RegExp(`<img src="/papers/${id}/pages/[^/]+/1-720.webp"`))
  await page.locator('.reader[data-resumes]').waitFor()
  await isRendered(page, ta.reader_page_of({ page: 1, pages }))
  const answers = page.getByRole('link', { name: ta.card_answer() })
  const type = await answers.evaluate(async ({ href }: HTMLAnchorElement) =>
    (await fetch(href)).headers.get('content-type'),
  )
  expect(type).toBe('application/pdf')

  // The page that is read stays, and so does the document where the other language was never seen.
  await page.locator('#page-2').evaluate((leaf) => leaf.scrollIntoView())
  await page.locator('.reader[data-at="2"]').waitFor()
  const speak = async (language: Language, opener: string) => {
    await pressInPlace(page, page.getByRole('button', { name: opener }))
    await pressInPlace(page, page.locator('#languages').getByRole('link', { name: LANGUAGES[language].name }))
  }
  await speak('hi', ta.header_language())
  await page.getByRole('alert').getByText(LANGUAGES.hi.missing).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await speak('en', ta.header_language())
  await page.waitForURL(`**/kept?paper=${id}#page-2`)
  await page.locator('.reader[data-at="2"]').waitFor()
  await page.goto(at('/ta/kept'))
  await page.getByRole('link', { name: `${ta.reader_go_on({ page: 2 })}: ${title}` }).click()
  await page.waitForURL(`**/ta/kept?paper=${id}#page-2`)

  // Its file is not saved: nothing in the reader asks for it, and what does on other pages leads to its pages.
  expect(await page.locator(`a[href="${paperAt(1).link}"]`).count()).toBe(0)
  await page.goto(at('/ta/search?grade=12'))
  const opened = page.context().waitForEvent('page')
  await page
    .locator(`a[href="${paperAt(1).link}"]`)
    .first()
    .click()
  const tab = await opened
  await tab.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(new URL(tab.url()).pathname + new URL(tab.url()).search).toBe(`/ta/kept?paper=${id}`)
  await tab.close()

  // The installed app's start was never seen; nor was any page in Hindi.
  await page.goto(at('/ta/practice'))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ta/kept')
  await page.goto(at('/hi/kept'))
  await expect.poll(() => rows(page).count()).toBe(papers.length)
  expect(new URL(page.url()).pathname).toBe('/kept')
  expect(page.errors.filter((error) => !error.includes('ERR_'))).toEqual([])
  await page.context().close()
})

test('offline links and searches open what was seen, or lead to what is saved', async () => {
  const page = await open(paperPath(paperAt(3)), { viewport: { width: 1280, height: 800 } })
  await savePapers(page)
  await isSaved(page)
  for (const path of ['/about', '/practice']) await visit(page, path)
  const follow = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  const isAt = (path: string) =>
    expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)

  await page.context().setOffline(true)
  await follow('About')
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await hydratePage(page)
  await follow('Pricing')
  await page.getByText('That page needs internet.').waitFor()
  await hydratePage(page)
  await page.getByRole('search', { name: 'All papers' }).getByRole('searchbox').fill('cricketer')
  await page.keyboard.press('Enter')
  await page.getByText('Saved papers with “cricketer”: 1.').waitFor()
  await visit(page, '/practice')
  await page.locator('main [name="q"]').fill('impulse')
  await page.locator('main [name="q"]').press('Enter')
  await isAt('/kept?q=impulse')

  // The browser believes that there is a line.
  await page.context().setOffline(false)
  line.refuse()
  await visit(page, '/practice')
  await follow('Pricing')
  await isAt('/kept?unreached=%2Fpricing')
  await page.context().close()
})

test('who saves data has the worker with the first paper that is saved; what came before the connection was lost is not fetched again', async () => {
  const page = await openPhone({ userAgent: SAFARI, extraHTTPHeaders: { 'Save-Data': 'on' } })
  await page.clock.setSystemTime(Date.now() - A_YEAR_MS)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  const isPicture = (path: string) => /\/\d+-720\.webp$/.test(path)
  let asked: string[] = []
  let wasLost = false
  // What passes through the worker is told once more, as the worker's own.
  page.context().on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!request.serviceWorker()) asked.push(path)
    // Too far down to be asked for by the page itself.
    if (!path.endsWith('/8-720.webp') || wasLost) return
    wasLost = true
    line.refuse()
  })
  await visit(page, paperPath(long))
  expect(await workers()).toBe(0)
  await savePapers(page)
  await page.getByText('No internet. Saving goes on by itself when it is back.').waitFor()
  expect(await workers()).toBe(1)
  const before = (await stored(page)).filter(isPicture)
  expect(before.length).toBeGreaterThan(0)
  expect(asked.filter((path) => path.endsWith('-1440.webp'))).toEqual([])
  asked = []
  await comesBack(page)
  await isSaved(page)
  expect(asked.filter((path) => before.includes(path))).toEqual([])
  await expect.poll(async () => (await stored(page)).filter(isPicture).length).toBe(8)
  await page.goto(at('/kept'))
  await page.getByText('Safari may remove saved papers after seven days without a visit.').waitFor()
  await page.context().close()
})

test('a saved paper that is replaced comes again, one that is deleted stays and says so, and views wait for the line', async () => {
  const [first, second] = [await add('To be replaced'), await add('To be deleted')]
  await untilRendered(site)
  const page = await openPhone()
  for (const paper of [first, second]) {
    await visit(page, paperPath(paper))
    await savePapers(page)
    await isSaved(page)
  }
  await paperClient(site, admin).replace(first.id, 'file', plainPdf({ pages: 3, text: 'A better scan' }))
  await site.fetch(`/api/admin/papers/${second.id}`, { method: 'DELETE', headers: admin.headers })
  await untilRendered(site)
  await visit(page, '/kept')
  await page.getByText('The centre has taken this paper off the site.').waitFor()
  await page.getByText('The centre has replaced this paper; this is the new one.').waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)

  await page.context().setOffline(true)
  await page.goto(at(`/kept?paper=${first.id}`))
  await isRendered(page, 'Page 1 of 3')
  // React's pages take the place of those that came as HTML.
  await page.locator('.reader[data-resumes]').waitFor()
  await page.getByRole('img', { name: 'Page 3 of 3' }).scrollIntoViewIfNeeded()
  await isRendered(page, 'Page 3 of 3')
  const views = async () => (await (await site.fetch(`/api/papers/${first.id}`)).json()).views
  const toSend = () => page.evaluate(() => localStorage.getItem('counts-to-send'))
  await expect.poll(toSend).toContain(first.id)
  expect(await views()).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(views).toBe(1)
  // The page learns that it was counted after the site has.
  await expect.poll(toSend).toBeNull()
  await page.context().close()
})

test('a phone without room says so in each tab and saves nothing', async () => {
  const page = await open(paperPath(paperAt(1)))
  await page.evaluate(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = async function (request, response) {
      if (String(request).includes('/2-720')) throw new DOMException('No room', 'QuotaExceededError')
      await put.call(this, request, response)
    }
  })
  // Both wait until the first tab works off what both want.
  await page.evaluate(
    () =>
      new Promise<void>((isHeld) => {
        void navigator.locks.request('keep papers', () => {
          isHeld()
          return new Promise<void>((leave) => Object.assign(window, { leave }))
        })
      }),
  )
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
  await savePapers(page)
  await expect.poll(waiting).toBe(1)
  const other = await page.context().newPage()
  await visit(other, paperPath(paperAt(2)))
  await savePapers(other)
  await expect.poll(waiting).toBe(2)
  const wanted = () => page.evaluate(() => localStorage.getItem('papers-to-keep'))
  await expect.poll(wanted).toContain(paperAt(2).id)
  await page.evaluate(() => (window as unknown as { leave: () => void }).leave())
  for (const tab of [page, other]) await tab.getByText('There is no space left on this phone.').waitFor()
  await expect.poll(() => stored(page)).toEqual([])
  await page.context().close()
})

test('a browser that refuses its storage says so, on the paper and on the page of what is saved', async () => {
  const page = await openPhone()
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Not allowed', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse })
    CacheStorage.prototype.open = async () => refuse()
    CacheStorage.prototype.has = async () => refuse()
  })
  await visit(page, paperPath(long))
  await savePapers(page)
  await page.getByText('This browser saves nothing, as in a private window.').waitFor()
  await page.goto(at('/kept'))
  await page.getByText('This browser saves nothing, as in a private window.').waitFor()
  // What the router says in the page's head, where it looks for places that were scrolled to.
  expect(page.errors.filter((error) => !error.includes('Not allowed'))).toEqual([])
  await page.context().close()
})

test('a paper that is saved is sat, marked and done again offline', async () => {
  const page = await open(paperPath(paperAt(1)))
  await setToNoon(page)
  await savePapers(page)
  await isSaved(page)
  line.refuse()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(at('/kept'))
  await rows(page).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Sit this paper' }).click()
  await button('Begin').click()
  // Cut from a picture that is on the phone.
  const isOnPhone = async (name: RegExp) => {
    const source = await page.getByRole('img', { name }).locator('image').first().getAttribute('href')
    const type = async (path: string) => (await fetch(path)).headers.get('content-type')
    expect(await page.evaluate(type, source ?? '')).toBe('image/webp')
  }
  await isOnPhone(/^Question 1\./)
  await page.reload()
  await button('Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page
    .locator('summary', { hasText: /^Question 1/ })
    .first()
    .click()
  await page.locator('.mark-rows').getByText('Show the answer').first().click()
  await isOnPhone(/^Answer to question 1\./)
  await button('None').first().click()
  await button('Done marking').click()
  await page.getByRole('heading', { name: 'My practice' }).waitFor()
  await page.getByText(/^\d+ questions? for later$/).waitFor()
  await page.reload()
  await page.getByText(/^\d+ questions? for later$/).click()
  await button('Right this time: Question 1').first().click()
  await page.getByText('It comes again in 3 days.').waitFor()
  // Each is looked at again from there.
  await page.getByRole('link', { name: paperAt(1).title }).click()
  await page.getByRole('heading', { name: 'Finished' }).waitFor()
})
