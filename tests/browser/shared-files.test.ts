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
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
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
  await rowOf(page, PAPER.name).getByText('12th CBSE · Physics · 2019').waitFor()
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

/** What the phone does when another app shares with the desk: a form is sent to the target's address. */
async function share(files: Shared[]) {
  const sent = files.map(({ name, type, bytes }) => ({
    name,
    type,
    text: Buffer.from(bytes).toString('base64'),
  }))
  await page.evaluate((given) => {
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
