import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { wakePage } from '../support/chromium.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { admin, at, line, openPhone, site, visitByPhone } from '../support/phone-session.ts'
import { publish } from '../support/site.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const A_YEAR_MS = 365 * 24 * 3_600_000
/** As an iPhone calls itself. */
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let long: Paper
let changing: Paper
visitByPhone(async () => {
  long = await publish(site, admin, { title: 'Twelve pages' }, plainPdf({ pages: 12, text: 'Optics' }))
  changing = await publish(site, admin, { title: 'Replaced' }, plainPdf({ pages: 2, text: 'The old scan' }))
})

async function keep(page: Page, paper: Paper) {
  await page.goto(at(paperPath(paper)))
  await wakePage(page)
  await page.getByRole('button', { name: 'Keep on this phone', exact: true }).click()
  await page.getByRole('button', { name: /^Keep on this phone( with answers)?,/ }).click()
}

test('a browser that refuses its storage says so, on the paper and on the page of what is kept', async () => {
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
  await keep(page, long)
  await page.getByText('This browser keeps nothing, as in a private window.').waitFor()
  await page.goto(at('/kept'))
  await page.getByText('This browser keeps nothing, as in a private window.').waitFor()
  // What the router says in the page's head, where it looks for places that were scrolled to.
  expect(page.errors.filter((error) => !error.includes('Not allowed'))).toEqual([])
  await page.context().close()
})

test('what came before the line was lost is not fetched again, on a phone whose clock is a year off', async () => {
  const page = await openPhone({ userAgent: SAFARI })
  await page.clock.setSystemTime(Date.now() - A_YEAR_MS)
  const asked: string[] = []
  let wasLost = false
  const isPicture = (path: string) => /\/\d+-720\.webp$/.test(path)
  page.context().on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (isPicture(path) && !request.serviceWorker()) asked.push(path)
    if (path.endsWith('/9-720.webp') && !wasLost) {
      wasLost = true
      line.refuse()
    }
  })
  const stored = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('thervu-kept')).keys()
      return kept.map(({ url }) => new URL(url).pathname)
    })
  await keep(page, long)
  await page.getByText('The line is lost. It goes on by itself when the line is back.').waitFor()
  const before = (await stored()).filter(isPicture)
  expect(before.length).toBeGreaterThan(0)
  asked.length = 0
  line.mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.locator('.keep-done').waitFor()
  expect(asked.filter((path) => before.includes(path))).toEqual([])
  expect((await stored()).filter(isPicture).length).toBe(12)

  await page.goto(at('/kept'))
  await page.getByText('Safari may remove what is kept after seven days without a visit.').waitFor()
  await page.context().close()
})

test('a paper that is replaced while it is kept is kept as it is now, and one that is drawn anew follows', async () => {
  const page = await openPhone()
  let replace = () => {}
  const isReplaced = new Promise<void>((resolve) => (replace = resolve))
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => (begin = resolve))
  await page.exposeFunction('untilReplaced', async () => {
    begin()
    await isReplaced
  })
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (input, init) => {
      if (String(input).endsWith('-720.webp'))
        await (window as unknown as { untilReplaced: () => Promise<void> }).untilReplaced()
      return await fetch(input, init)
    }
  })
  await keep(page, changing)
  await hasBegun
  await deskOf(site, admin).replace(changing.id, 'file', plainPdf({ pages: 3, text: 'A better scan' }))
  await untilDrawn(site)
  replace()
  await page.locator('.keep-done').waitFor()
  const kept = (isFirst = false) =>
    page.evaluate(
      async ({ id, isFirst }) => {
        const open = indexedDB.open('thervu-kept-papers')
        await new Promise((resolve) => (open.onsuccess = resolve))
        const papers = open.result.transaction('papers', 'readwrite').objectStore('papers')
        const read = papers.get(id)
        await new Promise((resolve) => (read.onsuccess = resolve))
        const { base, pages, state } = read.result
        // As if its pictures had been drawn anew since.
        if (isFirst) papers.put({ ...read.result, base: `${base}-before` })
        open.result.close()
        return { base, pages: pages.length, state }
      },
      { id: changing.id, isFirst },
    )
  const first = await kept(true)
  expect([first.pages, first.state]).toEqual([3, 'as-it-was'])
  await page.goto(at('/kept'))
  await expect.poll(() => kept()).toEqual(first)
  await page.context().close()
})

test('who saves data meets no slideshow, loads small pictures, and has the worker with the first paper that is kept', async () => {
  const page = await openPhone({ isNew: true, extraHTTPHeaders: { 'Save-Data': 'on' } })
  await page.clock.install()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.goto(at('/practice'))
  await wakePage(page)
  await page.clock.fastForward('00:20')
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(await workers()).toBe(0)
  await keep(page, long)
  await page.locator('.keep-done').waitFor()
  expect(await workers()).toBe(1)
  expect(asked.filter((path) => path.endsWith('-1440.webp'))).toEqual([])
  await page.context().close()
})
