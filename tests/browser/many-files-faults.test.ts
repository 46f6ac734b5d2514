import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { openPage } from '../support/chromium.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { choose, madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { fillSignIn, openAdmin } from '../support/sign-in-page.ts'
import { openSite } from '../support/site.ts'

visitAdmin()
beforeEach(async () => {
  await site.app.db.deleteFrom('inbox').execute()
})

test('a server that starts again, a session that ends and lost answers: each file is sent and published once', async () => {
  let own = await openSite()
  await openManyFiles(page, own.origin)
  let calls = 0
  let isBack = false
  await page.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    calls += 1
    if (calls === 2) {
      // The answer is lost, and with it the server.
      await route.fetch()
      const { port } = new URL(own.origin)
      await own.end({ keepData: true })
      await route.abort('connectionreset')
      own = await openSite({ dataDir: own.dataDir, env: { PORT: port } })
      isBack = true
      return
    }
    // At a server that is there to sign in at; and once, or the session would end after the sign-in too.
    if (isBack) await page.context().clearCookies()
    isBack = false
    await route.continue()
  })
  await pick(page, madePapers(5))
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  await fillSignIn(dialog)
  await waitForRows(page, 'ready', 5)
  // One is sent again, since the server has lost it.
  await own.app.db.deleteFrom('inbox').where('originalName', '=', nameOf(4)).execute()
  let tries = 0
  await page.route('**/publication', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await publishAll(5)
  expect((await (await own.fetch('/api/papers')).json()).total).toBe(5)
  await page.goto('about:blank')
  await own.end()
})

test('files and what was typed survive a reload, though the browser breaks writing off; nothing is sent twice', async () => {
  const title = (nth: number) => rowOf(page, nameOf(nth)).getByLabel('Title')
  const reload = async () => {
    await page.reload()
    await waitForRows(page, 'ready', 3)
  }
  await openManyFiles(page, site.origin)
  const sent = countSent(page)
  await pick(page, madePapers(3))
  await waitForRows(page, 'ready', 3)
  await title(0).fill('Typed by hand')
  await choose(page, nameOf(0), 'Month', 'June')
  await reload()
  expect(await title(0).inputValue()).toBe('Typed by hand')
  expect(await rowOf(page, nameOf(0)).getByLabel('Month').inputValue()).toBe('June')
  await page.getByRole('link', { name: 'Many files 3 waiting' }).waitFor()

  await page.route('**/api/admin/inbox/changes', (route) => route.abort())
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      document.documentElement.dataset.tried = ''
      throw new DOMException('The page is being left', 'AbortError')
    }
  })
  await title(1).fill('Typed in the last moment')
  await page.waitForFunction(() => 'tried' in document.documentElement.dataset)
  await reload()
  expect(await title(1).inputValue()).toBe('Typed in the last moment')
  // And it is stored now: what is typed after it is not overwritten by it.
  await title(1).fill('Typed later')
  await title(2).fill('Another one')
  await reload()
  expect([await title(1).inputValue(), await title(2).inputValue()]).toEqual(['Typed later', 'Another one'])
  expect([...sent.values()]).toEqual([1, 1, 1])

  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'files') throw new DOMException('The storage is broken.', 'UnknownError')
      return get.call(this, key)
    }
  })
  await pick(page, madePapers(1, 3))
  await rowOf(page, nameOf(3)).getByText('The file could not be read').waitFor()
  await rowOf(page, nameOf(3)).getByRole('button', { name: 'Try again' }).waitFor()
})

test('without a connection files wait; of two tabs one sends, shows how far, and asks before it is closed', async () => {
  await openManyFiles(page, site.origin)
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin/upload`)
  await other.getByText('Drop a folder of PDFs').waitFor()
  const [sent, sentByOther] = [countSent(page), countSent(other)]
  await page.context().setOffline(true)
  await pick(other, madePapers(2))
  await page.getByText('No connection: 2 files wait; they go by themselves.').waitFor()
  await page.context().setOffline(false)
  for (const tab of [page, other]) await waitForRows(tab, 'ready', 2)
  await other.getByText('Another tab is sending these files.').waitFor()
  await rowOf(other, nameOf(0)).getByLabel('Title').fill('Typed in the other tab')
  await expect
    .poll(() => rowOf(page, nameOf(0)).getByLabel('Title').inputValue())
    .toBe('Typed in the other tab')

  const client = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 }
  await client.send('Network.emulateNetworkConditions', slow)
  await pick(page, [{ name: 'large scan.pdf', bytes: bigPdf(8_000_000) }])
  await page.getByRole('progressbar', { name: 'Sending large scan.pdf' }).waitFor()
  await page.getByText(/^[1-9]\d? %$/).waitFor()
  // A browser asks only where something was pressed.
  await rowOf(page, nameOf(0)).click()
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await waitForRows(other, 'ready', 2)
  await pick(other, madePapers(1, 2))
  await waitForRows(other, 'ready', 3)
  // The large one has arrived as well, from the tab that is left: it is not on its way into the next test.
  await waitForRows(other, 'missing', 1)
  expect([sent.size, sentByOther.size > 0]).toEqual([3, true])
})

test('where the browser keeps nothing, or has no room, that is said, and files are published all the same', async () => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openManyFiles(page, site.origin)
  await page.getByText('This browser keeps nothing').waitFor()
  await pick(page, madePapers(1, 5))
  await waitForRows(page, 'ready', 1)
  await publishAll(1)

  // One PDF fills the form for one; more of them go on to Many files.
  const full = await openPage(browser)
  await openAdmin(full, site.origin)
  const client = await full.context().newCDPSession(full)
  // Before its first write: the browser remembers that there was room.
  await client.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
  const files = madePapers(3, 6).map(({ name, bytes }) => ({
    name,
    mimeType: 'application/pdf',
    buffer: bytes,
  }))
  await full.getByLabel('PDF file').setInputFiles(files.slice(0, 1))
  await expect.poll(() => full.getByLabel('Title', { exact: true }).inputValue()).not.toBe('')
  await full.getByLabel('PDF file').setInputFiles(files.slice(1))
  await full.waitForURL('**/admin/upload')
  await full.getByText('There is no room on this device to keep 2 of the files.').waitFor()
  await waitForRows(full, 'ready', 2)
  await publishAll(2, full)
  await full.context().close()
})

test('signing out ends what is being sent without a fault, and no picture of a page outlives the session', async () => {
  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1, 10))
  await waitForRows(page, 'ready', 1)
  const address = await page.locator('.inbox-page-one img').getAttribute('src')
  const isThere = () =>
    page.evaluate(async (src) => {
      const picture = Object.assign(new Image(), { src })
      return await picture.decode().then(
        () => true,
        () => false,
      )
    }, address ?? '')
  expect(await isThere()).toBe(true)
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route('**/api/admin/uploads/*', () => {})
  await pick(page, madePapers(1, 11))
  await isSent
  const isEnded = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Logout' }).click()
  await isEnded
  await page.waitForURL('**/login')
  await page.getByLabel('Password').waitFor()
  // What the admin area asked for in the background at that moment may be refused.
  expect(page.errors.filter((error) => !error.includes('401'))).toEqual([])
  await expect.poll(isThere).toBe(false)
})

const nameOf = (nth: number) => madePapers(1, nth)[0]?.name ?? ''

async function publishAll(count: number, on: Page = page) {
  await on.getByRole('button', { name: new RegExp(`^Publish ${count} complete`) }).click()
  const said = count === 1 ? 'File uploaded successfully' : `${count} files uploaded successfully`
  // The toast first, which goes by itself.
  await on.locator('.toast', { hasText: said }).waitFor()
  await on.getByRole('heading', { name: `${count} published`, exact: true }).waitFor()
}

/** How often each file was sent. */
function countSent(on: Page) {
  const sent = new Map<string, number>()
  on.on('request', (request) => {
    if (request.method() !== 'PATCH') return
    const name = request.url().split('/uploads/')[1] ?? ''
    sent.set(name, (sent.get(name) ?? 0) + 1)
  })
  return sent
}
