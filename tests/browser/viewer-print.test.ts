import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { drawPages, noteDrawn } from '../support/drawn-pages.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let four: Paper
let booklet: Paper
let long: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  four = await publish(site, admin, { title: 'Four pages, the third lies' })
  booklet = await publish(site, admin, { title: 'Only the last page stands' })
  long = await publish(site, admin, { title: 'Ninety pages' })
  await noteDrawn(site, four.id, { drawn: 4, wide: [3] })
  await noteDrawn(site, booklet.id, { drawn: 2, wide: [1] })
  await noteDrawn(site, long.id, { drawn: 90 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Opens a paper in a browser that counts its windows for printing instead of opening them. */
async function open(paper: Paper, options: BrowserContextOptions = {}, ask = '') {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 }, ...options })
  const asked = await drawPages(page)
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.windows = String(
        1 + Number(document.documentElement.dataset.windows ?? 0),
      )
      window.dispatchEvent(new Event('beforeprint'))
    }
  })
  await page.goto(site.origin + paperPath(paper) + ask)
  return { page, asked }
}

const these = (page: Page) => page.getByRole('button', { name: 'Print these pages' })
const hasPrinted = (page: Page, windows = 1) => page.locator(`html[data-windows="${windows}"]`).waitFor()
const end = (page: Page) => page.locator('.reader-end')
/** The sheets that come out of the printer, as "tall" or "wide". */
async function sheets(page: Page, format = 'A4') {
  const pdf = await PDFDocument.load(await page.pdf({ format, preferCSSPageSize: true }))
  return pdf.getPages().map((sheet) => (sheet.getWidth() > sheet.getHeight() ? 'wide' : 'tall'))
}

test('the button prints every page on a sheet of its own, for any printer, and then all is as before', async () => {
  const { page, asked } = await open(four)
  await these(page).press('Enter')
  await hasPrinted(page)
  expect(asked.filter((name) => name.endsWith('-1440')).sort()).toEqual([
    '1-1440',
    '2-1440',
    '3-1440',
    '4-1440',
  ])
  expect(await these(page).evaluate((button) => button === document.activeElement)).toBe(true)
  // A phone draws the sheets anew when another printer or paper is chosen.
  for (const format of ['A4', 'Letter'])
    expect(await sheets(page, format)).toEqual(['tall', 'tall', 'wide', 'tall'])
  expect(await page.locator('.print-sheets').isVisible()).toBe(false)
  await page.keyboard.press('Control')
  expect(await page.locator('[data-prints], .print-sheets').count()).toBe(0)
  expect(await sheets(page)).toEqual(['tall'])
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('from the whole screen the pages print as well, and who saves data prints the small pictures', async () => {
  const { page, asked } = await open(booklet, { extraHTTPHeaders: { 'Save-Data': 'on' } })
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.locator('.viewer-frame[data-full]').waitFor()
  await these(page).click()
  await hasPrinted(page)
  expect(await sheets(page)).toEqual(['wide', 'tall'])
  expect([...new Set(asked)].sort()).toEqual(['1-720', '2-720'])
  await page.context().close()
})

test('a page that does not come is told, with the file and another try, and nothing is printed', async () => {
  const { page } = await open(four)
  const lost = /\/2-1440\.webp$/
  await page.route(lost, (route) => route.abort())
  await these(page).click()
  await end(page).getByText('1 page could not be fetched. Try again, or print the file instead:').waitFor()
  expect(await end(page).getByRole('link').getAttribute('href')).toBe(four.link)
  expect(await page.locator('html[data-windows], [data-prints]').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await page.unroute(lost)
  await these(page).click()
  await hasPrinted(page)
  expect(await end(page).getByText('could not be fetched').count()).toBe(0)
  await page.context().close()
})

test('a part of 40 pages says what it prints and how far it is, and can be stopped', async () => {
  const { page } = await open(long, { colorScheme: 'dark' }, '?part=2')
  let let50to80 = () => {}
  await page.route(/\/\d+-1440\.webp$/, async (route) => {
    if (/\/4\d-/.test(route.request().url())) return await route.fallback()
    await new Promise<void>((go) => (let50to80 = go))
  })
  await page.getByRole('button', { name: 'Print pages 41 to 80' }).press('Enter')
  const busy = page.getByRole('button', { name: '9 of 40 pages' })
  await busy.waitFor()
  expect(await busy.getAttribute('aria-busy')).toBe('true')
  expect(await busy.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  const again = page.getByRole('button', { name: 'Print pages 41 to 80' })
  await again.waitFor()
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  let50to80()
  expect(await page.locator('html[data-windows], [data-prints]').count()).toBe(0)
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('a browser that opens no window is spoken of, and a paper that lacks a picture prints from its file alone', async () => {
  const { page } = await open(four)
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await these(page).click()
  await end(page).getByText('Did no window for printing open? Print the file instead:').waitFor()
  await noteDrawn(site, booklet.id, { drawn: 2, without: [1] })
  await page.goto(site.origin + paperPath(booklet))
  await end(page).getByText('To keep it, or to print it exactly:').waitFor()
  expect(await these(page).count()).toBe(0)
  await page.context().close()
})
