import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { gotoWithFonts, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let maths: Paper
let physics: Paper
let tamil: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  maths = await publish(site, admin, { title: 'Maths one', referenceLink: 'https://answers.example/a' })
  await publish(site, admin, { title: 'Maths two' })
  physics = await publish(site, admin, { title: 'Physics one', subject: 'Physics' })
  tamil = await publish(site, admin, { title: 'கணிதம்', degree: '10th-state' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const at = (paper: Paper) => site.origin + paperPath(paper)

test('the boxes for a roll number are on paper only, and those of a PIN stay as they are', async () => {
  const page = await openPage(browser)
  await page.goto(at(maths))
  const boxes = page.getByText('Roll No.')
  expect(await boxes.isVisible()).toBe(false)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await page.locator('.pin').waitFor()
  const inside = await sizeOf(page, '.pin > b')
  await page.goto(`${site.origin}/contact`)
  expect(await sizeOf(page, '.pin > b')).toEqual(inside)
  await page.goto(at(maths))
  await page.emulateMedia({ media: 'print' })
  expect(await boxes.isVisible()).toBe(true)
  await page.context().close()
})

test('its facts are one text on a phone, and a table beside a wide title', async () => {
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } })
  await gotoWithFonts(page, at(maths))
  const facts = page.locator('.front-facts')
  const [subject, exam] = await facts
    .locator('dl > div')
    .filter({ hasText: /^(Subject|Exam)/ })
    .evaluateAll((all) => all.map((fact) => fact.getClientRects()[0]?.top))
  expect(subject).toBe(exam)
  // On a phone and on a tablet in two lines, as cards say it; a table has names for it.
  await gotoWithFonts(page, at(physics))
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 })
    for (const said of [/^\d+\sviews?$/, /^No\sanswers\syet$/])
      expect(await facts.getByText(said).isVisible(), `${width} ${said}`).toBe(true)
    // Beside a picture that takes its half of a tablet they need more.
    if (width === 360) expect((await facts.boundingBox())?.height).toBeLessThan(2.5 * 20)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = await facts
    .locator('dl > div')
    .evaluateAll((all) => all.map((fact) => fact.getBoundingClientRect().top))
  expect(rows[0]).toBe(rows[1])
  expect(rows.at(-1)).toBeGreaterThan(rows[0] as number)
  await page.context().close()
})

test('where the title says the subject the class is the badge, and what it says twice is left out', async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  const facts = page.locator('.front-facts')
  const badge = facts.locator('[data-as="badge"] > dd')
  await page.goto(at(physics))
  expect(await badge.allInnerTexts()).toEqual(['CBSE class 12'])
  const subject = facts.locator('dl > div').filter({ hasText: 'Subject:' })
  expect((await subject.boundingBox())?.width).toBeLessThanOrEqual(1)
  // A table has the name of the fact beside it, and paper has all of them.
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await badge.allInnerTexts()).toEqual(['12'])
  await page.emulateMedia({ media: 'print' })
  const printed = (await facts.locator('dl > div').allInnerTexts()).map((fact) => fact.replace(/\s+/g, ' '))
  expect(printed).toEqual(expect.arrayContaining(['Class: 12', 'Board: CBSE', 'Subject: Physics']))
  await page.emulateMedia({ media: 'screen' })
  await page.goto(at(maths))
  expect(await badge.allInnerTexts()).toEqual(['Mathematics'])
  await page.context().close()
})

test('the picture begins beside the title, and buttons keep their height', async () => {
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(at(maths))
  const picture = await page.locator('.front-picture').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const button = await page.getByRole('button', { name: 'Copy link' }).boundingBox()
  expect(picture?.y).toBeLessThan(bottomOf(title))
  expect(button?.height).toBeGreaterThanOrEqual(44)
  expect(button?.height).toBeLessThan(60)
  await page.context().close()
})

test('papers like it: of its subject first, and where there is none of it, it says so', async () => {
  const page = await openPage(browser)
  await page.goto(at(maths))
  await page.getByText('Mathematics first, then other subjects of CBSE class 12.').waitFor()
  await page.goto(at(physics))
  await page
    .getByText('There is no other Physics paper of CBSE class 12 yet. These are of its other subjects.')
    .waitFor()
  await page.context().close()
})

test('a title in Tamil brings its letters from the start, and no other title does', async () => {
  const preloads = async (paper: Paper) =>
    (await (await site.fetch(paperPath(paper))).text()).match(/<link[^>]*rel="preload"[^>]*tamil[^>]*>/g)
      ?.length ?? 0
  expect(await preloads(tamil)).toBe(1)
  expect(await preloads(maths)).toBe(0)
})

async function sizeOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  return [box?.width, box?.height]
}

function bottomOf(box: { y: number; height: number } | null) {
  return (box?.y ?? Number.NaN) + (box?.height ?? 0)
}
