import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { gotoWithFonts, openBrowser, openPage } from '../support/chromium.ts'
import { drawPages, noteDrawn } from '../support/drawn-pages.ts'
import { openSite, publish, type Site } from '../support/site.ts'

/** Titles of the samples and of real papers whose lines once held page 1 below the first screen's first third. */
const TITLES = [
  'Annual practice paper: Percentages, exponents and circles',
  'Mathematics (Standard), compartment paper, Set 3 (30/C/3)',
  'திருப்புதல் தேர்வு: தமிழ் இலக்கணமும் திருக்குறளும்',
  'TNPSC மாதிரி வினாத்தாள்: பொதுத் தமிழ்',
  'காலாண்டு மாதிரித் தேர்வு: Matrices, complex numbers and conics',
  'Half-yearly practice paper: Force, friction, cells and crops',
]

let site: Site
let browser: Browser
let page: Page
let papers: Paper[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  papers = []
  for (const [nth, title] of TITLES.entries())
    papers.push(
      await publish(site, admin, { title, subject: nth === 1 ? 'Mathematics' : 'Computer Science' }),
    )
  for (const { id } of papers) await noteDrawn(site, id, { drawn: 2 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
  await drawPages(page)
})
afterEach(() => page.context().close())

test('page 1 begins on the first screen below titles of two lines and in Tamil, too', async () => {
  for (const [width, height, most] of [
    [360, 740, 300],
    [1440, 900, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const { title, ...paper } of papers) {
      await gotoWithFonts(page, site.origin + paperPath({ title, ...paper }))
      const box = await page.locator('#page-1').boundingBox()
      expect(box?.y, `${title} at ${width}`).toBeLessThanOrEqual(most)
    }
  }
})

test('at 200 % zoom a paper is as wide as the phone, and its words break at spaces alone', async () => {
  await page.setViewportSize({ width: 180, height: 370 })
  await page.goto(site.origin + paperPath(papers[1] as Paper))
  const sheet = await page.locator('.front-sheet').boundingBox()
  expect([sheet?.x, sheet?.width]).toEqual([0, 180])
  const broken = await page.locator('.breadcrumbs .sweeps, .front-sheet h1').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const text = part.firstChild as Text
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : []
      })
    }),
  )
  expect(broken).toEqual([])
  const home = await openPage(browser, { viewport: { width: 180, height: 370 } })
  await home.goto(site.origin)
  const button = home.locator('.hero .actions > .button').first()
  expect((await button.boundingBox())?.width).toBeGreaterThan(120)
  expect(await button.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0)
  await home.context().close()
})
