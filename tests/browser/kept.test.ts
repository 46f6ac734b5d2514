import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openLine } from '../support/cut-line.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const PHONE = { width: 360, height: 740 }
const TEXTS = [
  'Find the inverse of A',
  'Parabola and ellipse',
  'Ray optics',
  'Benzene rings',
  'Poem',
  'Ledger',
]

let site: Site
let browser: Browser
let admin: SignedIn
let line: Awaited<ReturnType<typeof openLine>>
let papers: Paper[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ draws: true }), openBrowser()])
  line = await openLine({ host: '127.0.0.1', port: Number(new URL(site.origin).port) })
  admin = await site.signIn()
  papers = []
  for (const [at, text] of TEXTS.entries())
    papers.push(await publish(site, admin, { title: `Paper ${at + 1}` }, plainPdf({ pages: 2, text })))
  await untilDrawn(site)
})
afterAll(async () => {
  await browser?.close()
  await line?.close()
  await site?.end()
})

const at = (path: string) => `http://127.0.0.1:${line.port}${path}`

async function open(path: string) {
  const page = await openPage(browser, { viewport: PHONE, serviceWorkers: 'allow' })
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

test('six papers that are kept are found, read and removed without a line', async () => {
  const page = await open(paperPath(paperAt(1)))
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByLabel(/^with the PDF, \+ \d/).check()
  await page.getByRole('button', { name: /^Keep on this phone, \d+ KB$/ }).click()
  await page.locator('.keep-done').waitFor()
  await page.goto(at('/resources/cbse/12/'))
  await wakePage(page)
  await page.locator('.keep-papers').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /^Keep these 6, \d/ }).click()
  await page.getByText('All 6 are kept on this phone').waitFor()
  expect(await page.locator('.paper-card .kept-mark').count()).toBe(6)

  line.refuse()
  await page.goto(at('/kept'))
  await expect.poll(() => rows(page).count()).toBe(6)
  await page.getByText(/^\d.* used, .* left on this phone$/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search what is kept' }).fill('inverse')
  await page.getByText('1 of what is kept has “inverse”.').waitFor()
  await page.getByRole('link', { name: 'Page 1', exact: true }).click()
  await isDrawn(page, 'Page 1 of 2')
  await page.getByText('Find the inverse of A').first().waitFor({ state: 'attached' })
  await page.getByRole('img', { name: 'Page 2 of 2' }).scrollIntoViewIfNeeded()
  await isDrawn(page, 'Page 2 of 2')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Close full screen' }).click()

  // A page that was never seen leads to the paper, or to what is kept; what was seen is there as it was.
  await page.goto(at(paperPath(paperAt(3))))
  await page.getByRole('heading', { level: 1, name: 'Paper 3' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?paper=${paperAt(3).id}`)
  await page.goto(at('/search?q=benzene'))
  await page.getByText('1 of what is kept has “benzene”.').waitFor()
  await page.goto(at('/pricing'))
  await page.getByText('That page needs a connection.').waitFor()
  await page.goto(at('/resources/cbse/12/'))
  await page.getByRole('heading', { name: 'Paper 6' }).waitFor()
  const file = await page.evaluate(
    async (path) => (await fetch(path)).headers.get('content-type'),
    paperAt(1).link,
  )
  expect(file).toBe('application/pdf')

  await page.goto(at('/kept'))
  await page.getByRole('button', { name: 'Remove: Paper 6' }).click()
  await expect.poll(() => rows(page).count()).toBe(5)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await page.getByText('Nothing is kept on this phone yet.').waitFor()
  expect(await page.evaluate(() => caches.has('thervu-kept'))).toBe(false)
  line.mend()
  expect(page.errors.filter((error) => !error.includes('ERR_'))).toEqual([])
  await page.context().close()
})

test('what is broken off goes on when the line is back', async () => {
  const page = await open('/practice')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.goto(at(paperPath(paperAt(2))))
  await wakePage(page)
  line.refuse()
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Keep on this phone,/ }).click()
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
    await page.getByRole('button', { name: /^Keep on this phone,/ }).click()
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
  await page.getByRole('img', { name: 'Page 3 of 3' }).scrollIntoViewIfNeeded()
  await isDrawn(page, 'Page 3 of 3')
  const views = async () => (await (await site.fetch(`/api/papers/${first.id}`)).json()).views
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('counts-to-send') ?? ''))
    .toContain(first.id)
  expect(await views()).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(views).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('counts-to-send'))).toBeNull()
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
  await page.getByRole('button', { name: /^Keep on this phone,/ }).click()
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
  await expect.poll(waiting).toBe(1)
  const other = await openTab(paperAt(2))
  await other.getByRole('button', { name: /^Keep on this phone,/ }).click()
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
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Keep on this phone,/ }).click()))
  await Promise.all(tabs.map((tab) => tab.locator('.keep-done').waitFor()))
  expect(asked.filter((path) => path.endsWith('/lines.json')).length).toBeLessThanOrEqual(1)
  await tabs[0]?.context().close()
})
