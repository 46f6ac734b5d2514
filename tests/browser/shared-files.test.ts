import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { pagePhoto } from '../support/made-photos.ts'
import { rowOf } from '../support/many-files.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

type Shared = { name: string; type: string; bytes: Uint8Array }

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser, { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })
  await openSignedIn(page, site.origin)
  // Its look for what was shared before has ended as well: while the page is being left it could take what is shared next.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    await navigator.locks.request('shared files', () => {})
  })
})
afterEach(() => page.context().close())

const PAPER: Shared = {
  name: 'CBSE Class 12 Physics 2019.pdf',
  type: 'application/pdf',
  bytes: plainPdf({ text: 'Class XII Physics 2019' }),
}

test('a PDF shared from another app becomes a filled form among the files that wait', async () => {
  await share([PAPER])
  await page.waitForURL('**/admin/upload')
  await rowOf(page, PAPER.name)
    .filter({ hasText: /12th CBSE.*Physics.*2019/s })
    .waitFor()
})

test('a PDF shared while nobody is signed in waits until somebody is', async () => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await share([PAPER])
  await page.waitForURL('**/login')
  await fillSignIn(page)
  await page.waitForURL('**/admin/upload')
  await rowOf(page, PAPER.name).waitFor()
})

test('photos shared from another app go to the photos of a paper', async () => {
  await share([{ name: 'IMG_1.jpg', type: 'image/jpeg', bytes: await pagePhoto('Shared') }])
  await page.waitForURL('**/admin/photos')
  await page.getByAltText('Page 1: IMG_1.jpg').waitFor()
})

test('photos that the page being left took first still lead to the photos', async () => {
  await page.goto(`${site.origin}/admin/upload?shared=photos`)
  await page.waitForURL('**/admin/photos')
})

test('photos that are shared while another tab shows the photos stay when that tab changes its own', async () => {
  await page.goto(`${site.origin}/admin/photos`)
  await choosePhotos(['Own.jpg'])
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin`)
  await share([{ name: 'Shared.jpg', type: 'image/jpeg', bytes: await pagePhoto('Shared') }], other)
  await other.getByAltText('Page 2: Shared.jpg').waitFor()
  await page.getByRole('button', { name: 'Turn page 1 to the right' }).click()
  await page.getByAltText('Page 2: Shared.jpg').waitFor()
  await page.getByRole('button', { name: 'Take page 1 off' }).click()
  await page.getByAltText('Page 1: Shared.jpg').waitFor()
  await areStored()
  await other.reload()
  await other.getByAltText('Page 1: Shared.jpg').waitFor()
  expect(await other.getByRole('img', { name: /^Page / }).count()).toBe(1)
})

test('shared photos beyond the sixty that a paper takes are left out, and that is said', async () => {
  await page.goto(`${site.origin}/admin/photos`)
  await choosePhotos(Array.from({ length: 59 }, (_, at) => `Own ${at}.jpg`))
  const bytes = await pagePhoto('Shared')
  await share(['One', 'Two', 'Three'].map((name) => ({ name: `${name}.jpg`, type: 'image/jpeg', bytes })))
  await page.getByText('A paper takes 60 photos; 2 were left out.').waitFor()
  await page.getByAltText('Page 60: One.jpg').waitFor()
  expect(await page.getByRole('img', { name: /^Page / }).count()).toBe(60)
})

test('a share without a file, and one that no worker was there to take, are told', async () => {
  await share([])
  await page.getByText('What you shared held no file.').waitFor()
  const answer = await site.fetch('/admin/shared', { method: 'POST', body: new FormData() })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/upload?shared=lost'])
  await page.goto(`${site.origin}/admin/upload?shared=lost`)
  await page.getByText('share it once more').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('the desk has a manifest of its own, and the other pages keep theirs', async () => {
  const address = () => page.locator('link[rel=manifest]').getAttribute('href')
  expect(await address()).toBe('/admin/manifest.webmanifest')
  const manifest = await (await site.fetch('/admin/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({
    scope: '/admin',
    share_target: { action: '/admin/shared', method: 'POST' },
  })
  await page.goto(`${site.origin}/practice`)
  expect(await address()).toBe('/manifest.webmanifest')
  await page.goto(`${site.origin}/admin`)
  expect(page.errors).toEqual([])
})

async function choosePhotos(names: string[]) {
  const buffer = await pagePhoto('Own', { width: 120, height: 160 })
  await page
    .getByLabel('Choose photos')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })))
  await page.getByAltText(`Page ${names.length}: ${names.at(-1)}`).waitFor()
  await areStored()
}

/** What is shown is stored a little later. */
const areStored = () => page.locator('.photos[aria-busy="false"]').waitFor()

/** What the phone does when another app shares with the desk: a form is sent to the target's address. */
async function share(files: Shared[], on: Page = page) {
  const sent = files.map(({ name, type, bytes }) => ({
    name,
    type,
    text: Buffer.from(bytes).toString('base64'),
  }))
  await on.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/admin/shared' })
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'files',
      multiple: true,
    })
    const chosen = new DataTransfer()
    for (const { name, type, text } of given) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      chosen.items.add(new File([bytes], name, { type }))
    }
    input.files = chosen.files
    form.append(...(given.length > 0 ? [input] : []))
    document.body.append(form)
    form.submit()
  }, sent)
}
