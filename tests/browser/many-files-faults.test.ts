import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { choose, madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  site = await openSite()
  page = await openPage(browser)
})
afterEach(async () => {
  await page.context().close()
  await site.end()
})

test('a session that ends in the middle asks for the password over the page, and everything goes on', async () => {
  await openManyFiles(page, site.origin)
  let seen = 0
  let isOver = false
  await page.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() === 'POST' && ++seen >= 3 && !isOver) await page.context().clearCookies()
    await route.continue()
  })
  await pick(page, madePapers(6))
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor({ timeout: 120_000 })
  isOver = true
  await fillSignIn(dialog)
  await waitForRows(page, 'ready', 6)
  await publishAll(6)
})

test('the password is asked for once, though a refusal of the ended session comes after it was given', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  const late = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  let isHeld = false
  await page.route('**/api/admin/inbox/changes', async (route) => {
    if (isHeld) return await route.continue()
    isHeld = true
    const response = await route.fetch()
    expect(response.status()).toBe(401)
    late.resolve()
    await given.promise
    await route.fulfill({ response })
  })
  await page.context().clearCookies()
  await page.getByLabel('Title').fill('Typed by hand')
  await late.promise
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await pick(page, madePapers(1, 1))
  await dialog.waitFor()
  await fillSignIn(dialog)
  await waitForRows(page, 'ready', 2)
  const isSaved = page.waitForResponse((to) => to.url().endsWith('/inbox/changes') && to.ok())
  given.resolve()
  await isSaved
  await publishAll(2)
})

test('a server that is restarted in the middle gets what it has not confirmed again, and keeps nothing twice', async () => {
  await openManyFiles(page, site.origin)
  const sent = countSent()
  let isCut = false
  await page.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() !== 'POST' || isCut) return await route.continue()
    isCut = sent.size >= 2
    if (!isCut) return await route.continue()
    // The answer is lost, and with it the server.
    await route.fetch()
    const { port } = new URL(site.origin)
    await site.end({ keepData: true })
    await route.abort('connectionreset')
    site = await openSite({ dataDir: site.dataDir, env: { PORT: port } })
  })
  await pick(page, madePapers(6))
  await waitForRows(page, 'ready', 6)
  expect([...sent.values()].filter((times) => times > 2)).toEqual([])
  await publishAll(6)
  expect((await (await site.fetch('/api/papers')).json()).total).toBe(6)
})

test('a publication whose answer is lost is asked for again, and makes one paper', async () => {
  await openManyFiles(page, site.origin)
  let tries = 0
  await page.route('**/publication', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  await publishAll(1)
  expect((await (await site.fetch('/api/papers')).json()).total).toBe(1)
})

test('a file that the server’s inbox has lost is sent again from this browser and published', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  const database = new DatabaseSync(join(site.dataDir, 'thervu.db'), { timeout: 5_000 })
  database.exec('delete from inbox')
  database.close()
  await publishAll(1)
})

test('files and what was typed survive a reload; what was sent is not sent again', async () => {
  await openManyFiles(page, site.origin)
  const sent = countSent()
  await pick(page, madePapers(3))
  await waitForRows(page, 'ready', 3)
  const [file] = madePapers(1)
  await rowOf(page, file?.name ?? '')
    .getByLabel('Title')
    .fill('Typed by hand')
  await choose(page, file?.name ?? '', 'Month', 'June')
  await page.reload()
  await waitForRows(page, 'ready', 3)
  expect(
    await rowOf(page, file?.name ?? '')
      .getByLabel('Title')
      .inputValue(),
  ).toBe('Typed by hand')
  expect(
    await rowOf(page, file?.name ?? '')
      .getByLabel('Month')
      .inputValue(),
  ).toBe('June')
  expect([...sent.values()]).toEqual([1, 1, 1])
  await page.getByRole('link', { name: 'Many files 3 waiting' }).waitFor()
})

test('what was typed in the last moment before a reload is there, though the browser breaks the writing off', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(2))
  await waitForRows(page, 'ready', 2)
  const [file, other] = madePapers(2).map(({ name }) => name)
  // Nothing is waiting to be written any more.
  await page.reload()
  await waitForRows(page, 'ready', 2)
  await page.route('**/api/admin/inbox/changes', (route) => route.abort())
  const title = (name = '') => rowOf(page, name).getByLabel('Title')
  await title(file).evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      document.documentElement.dataset.tried = ''
      throw new DOMException('The page is being left', 'AbortError')
    }
  })
  await title(file).fill('Typed by hand')
  await page.waitForFunction(() => 'tried' in document.documentElement.dataset)
  await page.reload()
  await waitForRows(page, 'ready', 2)
  expect(await title(file).inputValue()).toBe('Typed by hand')
  // And it is stored now: what is typed after it is not overwritten by it.
  await title(file).fill('Typed later')
  await title(other).fill('Another one')
  await page.reload()
  await waitForRows(page, 'ready', 2)
  expect(await title(file).inputValue()).toBe('Typed later')
  expect(await title(other).inputValue()).toBe('Another one')
})

test('without a connection the files wait, say so, and go by themselves', async () => {
  await openManyFiles(page, site.origin)
  await page.context().setOffline(true)
  await pick(page, madePapers(4))
  await page.getByText('No connection: 4 files wait; they go by themselves.').waitFor()
  await page.context().setOffline(false)
  await waitForRows(page, 'ready', 4)
})

test('closing the page asks first while something is being sent', async () => {
  await openManyFiles(page, site.origin)
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() === 'POST') sent.resolve()
    else await route.continue()
  })
  await pick(page, madePapers(1))
  await rowOf(page, madePapers(1)[0]?.name ?? '').click()
  await sent.promise
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.unroute('**/api/admin/inbox')
})

test('of two tabs one sends, and both show the same', async () => {
  await openManyFiles(page, site.origin)
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin/upload`)
  await other.getByText('Drop a folder of PDFs').waitFor()
  const sent = countSent()
  let fromOther = 0
  other.on('request', (request) => {
    if (request.url().includes('/api/admin/uploads/') && request.method() === 'PATCH') fromOther += 1
  })
  await pick(other, madePapers(3))
  await waitForRows(page, 'ready', 3)
  await waitForRows(other, 'ready', 3)
  expect([...sent.values()]).toEqual([1, 1, 1])
  expect(fromOther).toBe(0)
  await other.getByText('Another tab is sending these files.').waitFor()
  const name = madePapers(1)[0]?.name ?? ''
  await rowOf(other, name).getByLabel('Title').fill('Typed in the other tab')
  await expect.poll(() => rowOf(page, name).getByLabel('Title').inputValue()).toBe('Typed in the other tab')
  await page.close()
  await pick(other, madePapers(1, 20))
  await waitForRows(other, 'ready', 4)
  page = Object.assign(other, { errors: [] })
})

test('where the browser keeps nothing the page says so, and works all the same', async () => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openManyFiles(page, site.origin)
  await page.getByText('This browser keeps nothing').waitFor()
  await pick(page, madePapers(2))
  await waitForRows(page, 'ready', 2)
  await publishAll(2)
})

test('a large file shows how far it is sent', async () => {
  await openManyFiles(page, site.origin)
  const client = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2_000_000 }
  await client.send('Network.emulateNetworkConditions', slow)
  await pick(page, [{ name: 'large scan.pdf', bytes: bigPdf(8_000_000) }])
  await page.getByRole('progressbar', { name: 'Sending large scan.pdf' }).waitFor()
  await page.getByText(/^[1-9]\d? %$/).waitFor()
})

async function publishAll(count: number) {
  await page.getByRole('button', { name: new RegExp(`^Publish ${count} complete`) }).click()
  await page.getByRole('heading', { name: `${count} published`, exact: true }).waitFor()
  const said = count === 1 ? 'File uploaded successfully' : `${count} files uploaded successfully`
  await page.locator('.toast', { hasText: said }).waitFor()
}

/** How often each file was sent. */
function countSent() {
  const sent = new Map<string, number>()
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return
    const name = request.url().split('/uploads/')[1] ?? ''
    sent.set(name, (sent.get(name) ?? 0) + 1)
  })
  return sent
}
