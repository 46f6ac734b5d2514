import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openMovingPage, wakePage } from '../support/chromium.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { rowsOf, until } from '../support/stored.ts'

const BUSY_MS = 120_000
const LINE = 'Explain why a tangent galvanometer must be set up along the meridian.'

let site: Site
let browser: Browser
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([
    openSite({ env: { READ_SCANS: 'on' }, draws: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0 } }),
    openBrowser(),
  ])
  const scan = await drawScan({ lines: ['Class 12 Physics', LINE, 'Define the refractive index of glass.'] })
  paper = await publish(site, await site.signIn(), { title: 'A scan' }, scanPdf([scan]))
  const read = "select page from recognition_jobs where state = 'done'"
  await until('the scan is read', async () => (await rowsOf(site.dataDir, read)).length === 1, BUSY_MS)
}, 200_000)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('the words of a scan stand where they are printed, for screen readers and to be copied, and come with its picture', async () => {
  const page = await openMovingPage(browser, { isNew: true, viewport: { width: 768, height: 1024 } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.origin + paperPath(paper))
  expect(await page.content()).not.toContain('galvanometer')
  await page.locator('.leaf img').waitFor()
  expect(asked.filter((address) => address.endsWith('-lines.json'))).toEqual([])
  await wakePage(page)
  const region = page.getByRole('region', { name: 'Text of page 1, recognised from its picture' })
  const line = region.getByText(LINE)
  await line.waitFor()
  expect(await page.locator('.leaf-number').textContent()).toMatch(
    /^Page 1 of 1, read from a scan, \d\d % sure$/,
  )

  const [picture, words] = await Promise.all([page.locator('.leaf img').boundingBox(), line.boundingBox()])
  if (!picture || !words) throw new Error('The page is not shown')
  const left = (words.x - picture.x) / picture.width
  expect(left).toBeCloseTo(0.1, 1)
  // 69 letters of twelve points.
  expect(words.width / picture.width).toBeGreaterThan(0.5)
  expect(words.width / picture.width).toBeLessThan(0.75)
  const top = (words.y - picture.y) / picture.height
  expect(top).toBeGreaterThan(0.08)
  expect(top).toBeLessThan(0.13)

  // Forced colours would draw them on an opaque ground over the picture.
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await line.evaluate((one) => getComputedStyle(one).color)).toBe('rgba(0, 0, 0, 0)')
  await page.emulateMedia({ forcedColors: 'none' })

  const middle = words.y + words.height / 2
  await page.mouse.move(words.x + 1, middle)
  await page.mouse.down()
  await page.mouse.move(words.x + words.width - 1, middle, { steps: 4 })
  await page.mouse.up()
  const selected = await page.evaluate(() => String(getSelection()))
  expect(LINE).toContain(selected.trim())
  expect(selected.length).toBeGreaterThan(LINE.length - 5)
  // Selecting is no tap, which would fill the screen.
  expect(await page.locator('[data-full]').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE })
  await page.context().close()
})
