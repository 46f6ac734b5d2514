import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import * as ta from '#messages/ta.js'
import { axeFaults } from '../support/axe.ts'
import { wakePage } from '../support/chromium.ts'
import { deskOf } from '../support/desk.ts'
import { film } from '../support/film.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { admin, at, line, openPhone, site, visitByPhone } from '../support/phone-session.ts'
import { publish } from '../support/site.ts'
import { untilDrawn } from '../support/until-drawn.ts'

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

let papers: Paper[]
visitByPhone(async () => {
  papers = []
  for (const [file, subject, title] of PAPERS)
    papers.push(
      await publish(site, admin, { title, subject }, readFileSync(join(SAMPLES, 'papers', `${file}.pdf`))),
    )
  const answers = readFileSync(join(SAMPLES, 'answers', `${PAPERS[0][0]}.pdf`))
  await deskOf(site, admin).replace(paperAt(1).id, 'answers', answers)
})

async function open(path: string, options: Parameters<typeof openPhone>[0] = {}) {
  const page = await openPhone(options)
  await page.goto(at(path))
  await wakePage(page)
  return page
}

const paperAt = (number: number) => papers[number - 1] as Paper
const rows = (page: Page) => page.getByRole('list', { name: 'Kept on this phone' }).getByRole('listitem')
const isDrawn = (page: Page, name: string) =>
  expect
    .poll(() => page.getByRole('img', { name }).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(720)

/** FILM=docs/kept.webp npm test -- kept.test */
test('six papers that are kept are found, read, printed and removed without a line', async () => {
  const page = await open(paperPath(paperAt(1)))
  const { take, save } = film(page)
  await page.addInitScript(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByLabel(/^with the PDF, \+ \d/).check()
  await page.getByRole('button', { name: /^Keep on this phone with answers, \d+ KB$/ }).click()
  await page.locator('.keep-done').waitFor()
  await page.goto(at('/practice?grade=12'))
  await wakePage(page)
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await page.locator('.keep-papers').scrollIntoViewIfNeeded()
  const keep = page.getByRole('button', { name: /^Keep these 6( with answers)?, \d/ })
  await keep.waitFor()
  await take()
  await keep.click()
  await page.getByText('All 6 are kept on this phone').waitFor()
  expect(await page.locator('.paper-card .kept-mark').count()).toBe(6)
  const sheets = await page
    .locator('link[rel="stylesheet"]:not([disabled])')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href.replace(/#$/, '')))
  expect(new Set(sheets).size).toBe(sheets.length)
  await take()

  line.refuse()
  await page.goto(at('/kept'))
  await expect.poll(() => rows(page).count()).toBe(6)
  await page.getByText(/^\d.* used, .* left on this phone$/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await take()
  await page.getByRole('searchbox', { name: 'Search what is kept' }).fill('cricketer')
  await page.getByText('1 of what is kept has “cricketer”.').waitFor()
  await take()
  await page.getByRole('link', { name: 'Page 1', exact: true }).click()
  const { pages } = paperAt(3)
  await isDrawn(page, `Page 1 of ${pages}`)
  await page.getByText('Why does a cricketer').first().waitFor({ state: 'attached' })
  await take()
  await page.getByRole('img', { name: `Page ${pages} of ${pages}` }).scrollIntoViewIfNeeded()
  await isDrawn(page, `Page ${pages} of ${pages}`)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Close full screen' }).click()
  await page.getByRole('button', { name: 'Print these pages' }).click()
  await expect.poll(() => page.locator('.print-sheets img').count()).toBe(pages)
  await page.emulateMedia({ media: 'print' })
  await page.locator('.print-sheets img').first().scrollIntoViewIfNeeded()
  await take()
  await page.emulateMedia({ media: 'screen' })
  await save()

  // A page that was never seen leads to the paper, or to what is kept; what was seen is there as it was.
  await page.goto(at(paperPath(paperAt(3))))
  await page.getByRole('heading', { level: 1, name: paperAt(3).title }).waitFor()
  expect(new URL(page.url()).search).toBe(`?paper=${paperAt(3).id}`)
  await page.goto(at('/search?q=cricketer'))
  await page.getByText('1 of what is kept has “cricketer”.').waitFor()
  await page.goto(at('/pricing'))
  await page.getByText('That page needs a connection.').waitFor()
  await page.goto(at('/practice?grade=12'))
  await page.getByRole('heading', { name: paperAt(6).title }).waitFor()
  const file = await page.evaluate(
    async (path) => (await fetch(path)).headers.get('content-type'),
    paperAt(1).link,
  )
  expect(file).toBe('application/pdf')

  await page.goto(at('/kept'))
  await page.getByRole('button', { name: `Remove: ${paperAt(6).title}` }).click()
  await expect.poll(() => rows(page).count()).toBe(5)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await page.getByText('Nothing is kept on this phone yet.').waitFor()
  expect(await page.evaluate(() => caches.has('thervu-kept'))).toBe(false)
  line.mend()
  expect(page.errors.filter((error) => !error.includes('ERR_'))).toEqual([])
  await page.context().close()
})

test('what a search finds is kept in its language, and shown before React without a jump', async () => {
  const page = await open('/ta/search?grade=12')
  await watchShifts(page)
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await page.locator('.keep-papers').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: ta.kept_keep_these_answered({ count: 6, size: '' }) }).click()
  await page.getByText(ta.kept_all_kept({ count: 6 })).waitFor()
  // A first view of each, and the page itself in both languages.
  const remembered = () =>
    page.evaluate(async () => (await (await caches.open('thervu-kept-page')).keys()).length)
  await expect.poll(remembered).toBe(6 + 2)

  await page.context().setOffline(true)
  const { id, title, pages } = paperAt(1)
  const shown = await page.goto(at(`/ta/kept?paper=${id}`))
  const html = (await shown?.text()) ?? ''
  expect(html).toContain(title)
  expect(html).toMatch(new RegExp(`<img src="/papers/${id}/pages/[^/]+/1-720.webp"`))
  await page.locator('.reader[data-resumes]').waitFor()
  await isDrawn(page, ta.reader_page_of({ page: 1, pages }))
  expect(await shiftsOf(page)).toEqual([])
  expect(await axeFaults(page)).toEqual([])
  const answers = page.getByRole('link', { name: ta.card_answer() })
  const type = await answers.evaluate(async ({ href }: HTMLAnchorElement) =>
    (await fetch(href)).headers.get('content-type'),
  )
  expect(type).toBe('application/pdf')

  // The installed app's start was never seen; nor was any page in Hindi.
  await page.goto(at('/ta/practice'))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ta/kept')
  await page.goto(at('/hi/kept'))
  await expect.poll(() => rows(page).count()).toBe(6)
  expect(new URL(page.url()).pathname).toBe('/kept')
  expect(page.errors.filter((error) => !error.includes('ERR_'))).toEqual([])
  await page.context().close()
})

test('without a line links and searches open what was seen, or lead to what is kept', async () => {
  const page = await open(paperPath(paperAt(3)), { viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
  await page.locator('.keep-done').waitFor()
  for (const path of ['/about', '/practice']) {
    await page.goto(at(path))
    await wakePage(page)
  }
  const follow = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  const isAt = (path: string) =>
    expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)

  await page.context().setOffline(true)
  await follow('About')
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await wakePage(page)
  await follow('Pricing')
  await page.getByText('That page needs a connection.').waitFor()
  await wakePage(page)
  await page.getByRole('search', { name: 'All papers' }).getByRole('searchbox').fill('cricketer')
  await page.keyboard.press('Enter')
  await page.getByText('1 of what is kept has “cricketer”.').waitFor()
  await page.goto(at('/practice'))
  await wakePage(page)
  await page.locator('main [name="q"]').fill('impulse')
  await page.locator('main [name="q"]').press('Enter')
  await isAt('/kept?q=impulse')

  // The browser believes that there is a line.
  await page.context().setOffline(false)
  line.refuse()
  await page.goto(at('/practice'))
  await wakePage(page)
  await follow('Pricing')
  await isAt('/kept?unreached=%2Fpricing')
  line.mend()
  await page.context().close()
})

test('what is broken off goes on when the line is back', async () => {
  const page = await open('/practice')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.goto(at(paperPath(paperAt(2))))
  await wakePage(page)
  line.refuse()
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
  await page.getByText('The line is lost. It goes on by itself when the line is back.').waitFor()
  line.mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.locator('.keep-done').waitFor()
  await page.context().close()
})

test('a kept paper that is replaced comes anew, one that is deleted stays and says so, and views wait for the line', async () => {
  const [first, second] = [paperAt(4), paperAt(5)]
  const page = await open(paperPath(first))
  for (const paper of [first, second]) {
    await page.goto(at(paperPath(paper)))
    await wakePage(page)
    await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
    await page.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
    await page.locator('.keep-done').waitFor()
  }
  await deskOf(site, admin).replace(first.id, 'file', plainPdf({ pages: 3, text: 'A better scan' }))
  await site.fetch(`/api/admin/papers/${second.id}`, { method: 'DELETE', headers: admin.headers })
  await untilDrawn(site)
  await page.goto(at('/kept'))
  await wakePage(page)
  await page.getByText('The centre has taken this paper off the site.').waitFor()
  await page.getByText('The centre has replaced this paper; this is the new one.').waitFor()
  expect(await rows(page).count()).toBe(2)

  await page.context().setOffline(true)
  await page.goto(at(`/kept?paper=${first.id}`))
  await isDrawn(page, 'Page 1 of 3')
  // React's pages take the place of those that came as HTML.
  await page.locator('.reader[data-resumes]').waitFor()
  await page.getByRole('img', { name: 'Page 3 of 3' }).scrollIntoViewIfNeeded()
  await isDrawn(page, 'Page 3 of 3')
  const views = async () => (await (await site.fetch(`/api/papers/${first.id}`)).json()).views
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('counts-to-send') ?? ''))
    .toContain(first.id)
  expect(await views()).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(views).toBe(1)
  // The page learns that it was counted after the site has.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('counts-to-send'))).toBeNull()
  await page.context().close()
})

test('a phone without room says so in each tab and keeps nothing, and two tabs keep one paper once', async () => {
  const page = await open(paperPath(paperAt(1)))
  const openTab = async (paper: Paper) => {
    const tab = await page.context().newPage()
    await tab.goto(at(paperPath(paper)))
    await wakePage(tab)
    await tab.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
    return tab
  }
  await page.evaluate(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = async function (request, response) {
      if (String(request).includes('/2-720')) throw new DOMException('No room', 'QuotaExceededError')
      await put.call(this, request, response)
    }
  })
  // Both wait until the first tab works off what both want.
  await page.evaluate(async () => {
    let leave = () => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    await new Promise<void>((resolve) => {
      void navigator.locks.request('keep papers', () => {
        resolve()
        return left
      })
    })
    Object.assign(window, { leave })
  })
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
  await expect.poll(waiting).toBe(1)
  const other = await openTab(paperAt(2))
  await other.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
  await expect.poll(waiting).toBe(2)
  const wanted = () => page.evaluate(() => localStorage.getItem('papers-to-keep') ?? '')
  await expect.poll(wanted).toContain(paperAt(2).id)
  await page.evaluate(() => (window as unknown as { leave: () => void }).leave())
  for (const tab of [page, other]) await tab.getByText('There is no room left on this phone.').waitFor()
  const left = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('thervu-kept')).keys()
      return kept.map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(left).toEqual([])
  await other.close()
  const asked: string[] = []
  // What passes through the worker is told once more, as the worker's own.
  page.context().on('request', (request) => {
    if (!request.serviceWorker()) asked.push(new URL(request.url()).pathname)
  })
  const tabs = await Promise.all([1, 2].map(() => openTab(paperAt(3))))
  // Its stub would spoil theirs as well, since any tab may fetch what is wanted.
  await page.close()
  asked.length = 0
  await Promise.all(
    tabs.map((tab) => tab.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()),
  )
  await Promise.all(tabs.map((tab) => tab.locator('.keep-done').waitFor()))
  expect(asked.filter((path) => path.endsWith('/lines.json')).length).toBeLessThanOrEqual(1)
  await tabs[0]?.context().close()
})
