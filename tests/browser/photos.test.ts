import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { pagePhoto } from '../support/made-photos.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

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
  page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await openSignedIn(page, site.origin, '/admin/photos')
  await page.getByText('No photo yet').waitFor()
})
afterEach(() => page.context().close())

test('photos become one PDF in the order they were put in, turned upright, with the name that was typed', async () => {
  await choose(['First', 'Lying', 'Third'])
  await page.getByRole('button', { name: 'Turn page 2 to the right' }).click()
  await page.getByRole('button', { name: 'Move page 3 forward' }).click()
  await page.getByAltText('Page 3: Lying.jpg').waitFor()
  await page.getByLabel('What paper is it?').fill('10th State Maths quarterly 2025')
  const held = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/inbox') && answer.status() === 201,
  )
  await page.getByRole('button', { name: 'Make a PDF of 3 pages' }).click()
  await page.waitForURL('**/admin/upload')
  expect(await (await held).json()).toMatchObject({ name: '10th State Maths quarterly 2025.pdf', pages: 3 })
  const [file = ''] = globSync('inbox/*/paper.pdf', { cwd: site.dataDir })
  const pdf = await PDFDocument.load(readFileSync(join(site.dataDir, file)))
  const shapes = pdf.getPages().map((each) => (each.getWidth() > each.getHeight() ? 'lies' : 'stands'))
  expect(shapes).toEqual(['stands', 'stands', 'stands'])
  expect(pdf.getPages().map((each) => Math.round(each.getHeight()))).toEqual([842, 842, 842])
  await page.goto(`${site.origin}/admin/photos`)
  await page.getByText('No photo yet').waitFor()
})

test('Many files leads to the photos, and its tab stays marked', async () => {
  await page.goto(`${site.origin}/admin/upload`)
  await page.getByRole('link', { name: 'Photos of a paper' }).click()
  await page.getByRole('heading', { name: 'Photos of a paper', level: 1 }).waitFor()
  const tab = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Many files' })
  await expect.poll(() => tab.getAttribute('data-within')).toBe('true')
})

test('over plain http on a network address, where the browser makes no ids, photos are added too', async () => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
  await page.reload()
  await page.getByText('No photo yet').waitFor()
  await choose(['First', 'Second'])
  await page.getByRole('button', { name: 'Make a PDF of 2 pages' }).waitFor()
  expect(page.errors).toEqual([])
})

test('photos, their order and their turns survive a reload', async () => {
  await choose(['First', 'Lying'])
  await page.getByRole('button', { name: 'Turn page 2 to the right' }).click()
  await page.getByRole('button', { name: 'Move page 2 forward' }).click()
  await page.getByAltText('Page 1: Lying.jpg').waitFor()
  await page.locator('.photos[aria-busy="false"]').waitFor()
  await page.reload()
  const first = page.getByRole('listitem').filter({ has: page.getByAltText('Page 1: Lying.jpg') })
  expect(await first.locator('.photo').getAttribute('data-turns')).toBe('1')
  await page.getByRole('button', { name: 'Take page 1 off' }).click()
  await page.getByAltText('Page 1: First.jpg').waitFor()
})

test('what is no photo is left out and told, and one that cannot be read is named', async () => {
  await page.getByLabel('Choose photos').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') },
    { name: 'good.jpg', mimeType: 'image/jpeg', buffer: await pagePhoto('Good') },
    {
      name: 'torn.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('ftypheic, as no browser here reads it'),
    },
  ])
  await page.getByText('1 of 3 files are no photos and were left out.').waitFor()
  await page.getByRole('button', { name: 'Make a PDF of 2 pages' }).click()
  await page.getByText('Photo 2 cannot be read by this browser.').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img') })
      .count(),
  ).toBe(2)
  await page.getByRole('button', { name: 'Take page 2 off' }).click()
  await page.getByRole('button', { name: 'Make a PDF of one page' }).waitFor()
})

test('axe finds nothing with photos on the page, light and dark, and nothing lies beyond the edge', async () => {
  await choose(['First', 'Lying'])
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await axeFaults(page), `${width}`).toEqual([])
  }
  for (const width of [320, 360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, `${width}`).toBeLessThanOrEqual(0)
  }
})

/** Chooses a photo for each name; one called Lying was taken with the phone held across. */
async function choose(names: string[]) {
  const files = names.map(async (name) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await pagePhoto(name, name === 'Lying' ? { width: 1600, height: 1200 } : {}),
  }))
  await page.getByLabel('Choose photos').setInputFiles(await Promise.all(files))
  await page.getByAltText(`Page ${names.length}: ${names.at(-1)}.jpg`).waitFor()
}
