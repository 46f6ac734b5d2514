import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
afterEach(() => page.context().close())

test('photos become one PDF in the order they were put in, turned upright, with a name; a reload keeps them', async () => {
  page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  // As over plain http on a network address, where the browser makes no ids.
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
  await openSignedIn(page, site.origin, '/admin/upload')
  await page.getByRole('link', { name: 'Photos of a paper' }).click()
  await page.getByRole('heading', { name: 'Photos of a paper', level: 1 }).waitFor()
  const tab = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Many files' })
  await expect.poll(() => tab.getAttribute('data-within')).toBe('true')
  await page.getByText('No photo yet').waitFor()
  const photos = ['First', 'Lying', 'Third'].map(async (name) => ({
    // One was taken with the phone held across.
    ...{ name: `${name}.jpg`, mimeType: 'image/jpeg' },
    buffer: await pagePhoto(name, name === 'Lying' ? { width: 1600, height: 1200 } : {}),
  }))
  const bytes = Buffer.from('ftypheic, read by no browser')
  const torn = { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: bytes }
  const heic = { name: 'IMG_1.HEIC', mimeType: '', buffer: bytes }
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') }
  await page.getByLabel('Choose photos').setInputFiles([...(await Promise.all(photos)), torn, heic, notes])
  await page
    .getByText(/This browser cannot read HEIC photos: .* 1 of 6 files are no photos and were left out\./)
    .waitFor()
  await page.getByRole('button', { name: 'Turn page 2 to the right' }).click()
  await page.getByRole('button', { name: 'Move page 3 forward' }).click()
  await page.getByAltText('Page 3: Lying.jpg').waitFor()
  await areStored()
  await page.reload()
  const lying = page.getByRole('listitem').filter({ has: page.getByAltText('Page 3: Lying.jpg') })
  expect(await lying.locator('.photo').getAttribute('data-turns')).toBe('1')
  await page.getByLabel('What paper is it?').fill('10th State Maths quarterly 2025')
  await page.getByRole('button', { name: 'Make a PDF of 4 pages' }).click()
  await page.getByText('Photo 4 cannot be read by this browser.').waitFor()
  await page.getByRole('button', { name: 'Take page 4 off' }).click()
  const held = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/inbox') && answer.status() === 201,
  )
  await page.getByRole('button', { name: 'Make a PDF of 3 pages' }).click()
  await page.waitForURL('**/admin/upload')
  expect(await (await held).json()).toMatchObject({ name: '10th State Maths quarterly 2025.pdf', pages: 3 })
  const [file = ''] = globSync('inbox/*/paper.pdf', { cwd: site.dataDir })
  const pdf = await PDFDocument.load(readFileSync(join(site.dataDir, file)))
  const shapes = pdf
    .getPages()
    .map((each) => [each.getWidth() < each.getHeight(), Math.round(each.getHeight())])
  expect(shapes).toEqual([
    [true, 842],
    [true, 842],
    [true, 842],
  ])
  await page.goto(`${site.origin}/admin/photos`)
  await page.getByText('No photo yet').waitFor()
  expect(page.errors).toEqual([])
})

test('what other apps share goes to the files that wait or to the photos, also by way of signing in, or is told', async () => {
  await openInstalled()
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  expect(await (await site.fetch(manifest ?? '')).json()).toMatchObject({
    scope: '/admin',
    share_target: { action: '/admin/shared', method: 'POST' },
  })
  const unheard = await site.fetch('/admin/shared', { method: 'POST', body: new FormData() })
  expect([unheard.status, unheard.headers.get('location')]).toEqual([303, '/admin/upload?shared=lost'])
  await share([await photo('IMG_1')])
  await page.waitForURL('**/admin/photos')
  await page.getByAltText('Page 1: IMG_1.jpg').waitFor()
  // Where the page that was just being left took them first, the address still leads there.
  await page.goto(`${site.origin}/admin/upload?shared=photos`)
  await page.waitForURL('**/admin/photos')
  await share([])
  await page.getByText('What you shared held no file.').waitFor()
  await page.goto(`${site.origin}/admin/upload?shared=lost`)
  await page.getByText('share it once more').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await page.goto(`${site.origin}/robots.txt`)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  const name = 'CBSE Class 12 Physics 2019.pdf'
  await share([{ name, type: 'application/pdf', bytes: plainPdf({ text: 'Class XII Physics 2019' }) }])
  await page.waitForURL('**/login')
  await fillSignIn(page)
  await page.waitForURL('**/admin/upload')
  await rowOf(page, name)
    .filter({ hasText: /12th CBSE.*Physics.*2019/s })
    .waitFor()
})

test('photos that are shared stay where another tab changes its own, and those beyond sixty are left out and told', async () => {
  await openInstalled()
  await page.goto(`${site.origin}/admin/photos`)
  const own = { mimeType: 'image/jpeg', buffer: await pagePhoto('Own', { width: 60, height: 80 }) }
  const names = Array.from({ length: 59 }, (_, at) => `Own ${at}.jpg`)
  await page.getByLabel('Choose photos').setInputFiles(names.map((name) => ({ ...own, name })))
  await page.getByAltText('Page 59: Own 58.jpg').waitFor()
  await areStored()
  const other = await page.context().newPage()
  await share([await photo('One'), await photo('Two'), await photo('Three')], other)
  await other.getByText('A paper takes 60 photos; 2 were left out.').waitFor()
  await other.getByAltText('Page 60: One.jpg').waitFor()
  await page.getByRole('button', { name: 'Turn page 1 to the right' }).click()
  await page.getByAltText('Page 60: One.jpg').waitFor()
  await page.getByRole('button', { name: 'Take page 1 off' }).click()
  await page.getByAltText('Page 59: One.jpg').waitFor()
  await areStored()
  await other.reload()
  await other.getByAltText('Page 59: One.jpg').waitFor()
  await expect.poll(() => other.getByRole('img', { name: /^Page / }).count()).toBe(59)
})

/** What is shown is stored a little later. */
const areStored = () => page.locator('.photos[aria-busy="false"]').waitFor()

async function photo(name: string): Promise<Shared> {
  return { name: `${name}.jpg`, type: 'image/jpeg', bytes: await pagePhoto(name) }
}

/** The admin area on a phone, with its worker. */
async function openInstalled() {
  page = await openPage(browser, { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })
  await openSignedIn(page, site.origin)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** What the phone does when another app shares with the admin area: a form is sent to the target's address. */
async function share(files: Shared[], on: Page = page) {
  // A page of the admin area that is just being left may take what is shared, and the next one takes it again.
  await on.goto(`${site.origin}/robots.txt`)
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
