import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortTitle } from '#domain/paper/labels.ts'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const LONG = 'Sample question paper with the marking scheme for Mathematics (041), third language added'
const TAMIL = 'அரையாண்டுத் தேர்வு: கணிதம்'
const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  await publish(site, admin, { title: TAMIL, degree: '10th-state' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('a phone shows what the first paper is before anything is scrolled', async () => {
  const page = await openMovingPage(browser, { viewport: PHONE })
  for (const path of ['/practice', '/resources/cbse/12/']) {
    await page.goto(`${site.origin}${path}`)
    const title = await page.getByRole('article').first().getByRole('heading').boundingBox()
    expect((title?.y ?? Infinity) + (title?.height ?? 0)).toBeLessThan(PHONE.height)
  }
  await page.context().close()
})

test('at 320 pixels, as at 200 % zoom, nothing lies beyond the right edge', async () => {
  const page = await openMovingPage(browser, { viewport: { width: 320, height: 370 } })
  for (const path of [
    '/',
    '/about',
    '/why-us',
    '/pricing',
    '/contact',
    '/practice',
    '/resources/cbse/12/',
    '/practice?q=nothing-there',
    '/nowhere',
    '/login',
  ]) {
    await page.goto(`${site.origin}${path}`)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, path).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    for (const link of await links.all()) expect((await link.boundingBox())?.height, path).toBeLessThan(60)
  }
  await page.context().close()
})

test("the whole sheet leads to the paper's page, except where its files are opened", async () => {
  const page = await openMovingPage(browser, { viewport: PHONE })
  await page.goto(`${site.origin}/practice`)
  const card = page.getByRole('article').filter({ hasText: shortTitle(LONG) })
  for (const name of [/^View Paper/, /^Free Answer/]) {
    const link = card.getByRole('link', { name })
    await link.click({ trial: true })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  const opened = page.context().waitForEvent('page')
  await card.getByRole('link', { name: /^View Paper/ }).click()
  await opened
  await card.getByText(/ 1 view$/).waitFor()
  await card.locator('.thumbnail').click({ force: true })
  await page.waitForURL('**/papers/*/sample-question-paper-with-the-marking-scheme-*')
  await page.getByRole('heading', { level: 1, name: LONG }).waitFor()
  await page.context().close()
})

test('a picture that does not arrive leaves the ruled sheet, without JavaScript too', async () => {
  const page = await openMovingPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  const sheet = page
    .getByRole('article')
    .filter({ hasText: shortTitle(LONG) })
    .locator('.thumbnail')
  await page.goto(`${site.origin}/practice`)
  const whole = await sheet.screenshot()
  await page.route('**/files/thumbnail/**', (route) => route.abort())
  await page.reload()
  // What stands first comes with the page: as if it had been asked for.
  await sheet.locator('img').evaluate(async (picture: HTMLImageElement) => {
    picture.src = '/files/thumbnail/lost.webp'
    await picture.decode().catch(() => {})
  })
  const failed = await sheet.screenshot()
  // The same sheet, had it no picture at all.
  await sheet.locator('img').evaluate((picture) => picture.remove())
  const ruled = await sheet.screenshot()
  expect(failed.equals(ruled)).toBe(true)
  expect(failed.equals(whole)).toBe(false)
  await page.context().close()
})

test('who asks for stillness gets it', async () => {
  const page = await openMovingPage(browser, { reducedMotion: 'reduce' })
  await page.goto(`${site.origin}/practice`)
  await page
    .getByRole('link', { name: /^View Paper/ })
    .first()
    .hover()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.context().close()
})

test('on paper a list is its papers, without what can only be pressed', async () => {
  const page = await openMovingPage(browser)
  await page.goto(`${site.origin}/practice`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: shortTitle(LONG) }).isVisible()).toBe(true)
  for (const role of ['link', 'button', 'combobox', 'searchbox'] as const) {
    const shown = await page.getByRole(role).filter({ visible: true }).allTextContents()
    // What is left says something by itself: the centre's name, and the papers' titles.
    expect(shown.filter((text) => text !== 'Thervu' && text !== shortTitle(LONG) && text !== TAMIL)).toEqual(
      [],
    )
  }
  await page.context().close()
})
