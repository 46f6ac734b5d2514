import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { openBrowser, openMovingPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let paper: Paper
let page: Page & { errors: string[] }
let release: () => void

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  paper = await publish(site, await site.signIn(), { title: 'Matrices and determinants' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** React comes when the test releases it; what the page starts with comes at once. */
beforeEach(async () => {
  page = await openMovingPage(browser, { isNew: true })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/core-*.js', async (route) => {
    await released
    await route.continue()
  })
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await page.context().close()
})

/** A page whose first scripts have run: they have counted the visit. */
async function open(path: string) {
  const counted = page.waitForResponse('**/api/visits')
  await page.goto(site.origin + path)
  await counted
}

function isHydrated() {
  return page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
}

test('the code of a page comes with the first sign of a visitor, not before', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isCode = (path: string) => /\/(core|root|layout|pricing)-[^/]*\.js$/.test(path)
  await page.goto(`${site.origin}/pricing`, { waitUntil: 'networkidle' })
  expect(asked.filter(isCode)).toEqual([])
  release()
  await wakePage(page)
  expect(asked.filter(isCode)).toHaveLength(4)
})

test('a press on a button that only React answers is answered when it has come', async () => {
  await open(`/papers/${paper.id}`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await isHydrated()).toBe(false)
  release()
  await page
    .getByText(/^(Copied|Copy it from here:)$/)
    .first()
    .waitFor()
})

test('a tick and what is typed before React is there are kept', async () => {
  await open('/resources/cbse/12/')
  await page.getByRole('checkbox', { name: `Pick: ${paper.title}` }).check({ force: true })
  await page.getByRole('searchbox', { name: 'Search papers' }).fill('matrices')
  expect(await isHydrated()).toBe(false)
  release()
  await page.waitForURL('**q=matrices**')
  expect(await page.evaluate(() => localStorage.getItem('picked-papers'))).toContain(paper.id)
})

test('what moves stands still at once when it is asked to, and the button says so later', async () => {
  await open('/about')
  await page.getByRole('button', { name: 'Pause moving parts' }).click()
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-still'))).toBe(true)
  release()
  await page.getByRole('button', { name: 'Play moving parts' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-still'))).toBe(true)
})

test('a paper that is opened with the first tap is counted, once', async () => {
  await open('/resources/cbse/12/')
  const counted = page.waitForResponse(`**/api/papers/${paper.id}/views`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: `View Paper: ${paper.title}` }).click()
  await Promise.all([counted, opened])
  release()
  await wakePage(page)
  await page.getByText('1 view', { exact: true }).waitFor()
  const { views } = await (await site.fetch(`/api/papers/${paper.id}`)).json()
  expect(views).toBe(1)
})

test('a link that is followed before React is there goes on with the visit that was counted', async () => {
  const visits = async () => (await (await site.fetch('/api/visits')).json()).visits as number
  const before = await visits()
  await open('/about')
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await page.waitForURL('**/pricing')
  await page.waitForLoadState('networkidle')
  expect(await isHydrated()).toBe(false)
  expect(await visits()).toBe(before + 1)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await visits(), 'a new load').toBe(before + 2)
})

const PATHS = [
  '/',
  '/about',
  '/why-us',
  '/pricing',
  '/contact',
  '/practice',
  '/resources/cbse/12/',
  '/nowhere',
]

for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const) {
  test(`pages ${width} pixels wide look with the styles that they come with as with their sheets`, async () => {
    release()
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of [...PATHS, '/search?q=matrices', `/papers/${paper.id}`]) {
      // The browser logs the status of a page that is not there.
      const before = page.errors.length
      await page.goto(site.origin + path, { waitUntil: 'networkidle' })
      // Letters that came late are shown from the second load on.
      await page.reload({ waitUntil: 'networkidle' })
      if (path === '/nowhere') page.errors.length = before
      if (['/', '/practice'].includes(path)) await page.locator('dialog[open]').waitFor()
      await page.keyboard.press('Escape')
      await page.mouse.move(0, 0)
      const first = await page.evaluate(looks)
      expect(first.length, path).toBeGreaterThan(50)
      await wakePage(page)
      await page.waitForFunction(() => document.head.querySelectorAll('style').length === 1)
      await page.mouse.move(0, 0)
      expect(
        (await page.evaluate(looks)).filter((each) => !first.includes(each)),
        path,
      ).toEqual([])
    }
  })
}

/** How and where each part stands that a page comes with. */
function looks() {
  const changing =
    '.latest-row, .latest-controls, .map-sheet, dialog, .phrases, .slip, .roll-number, noscript'
  const parts = [...document.body.querySelectorAll('main *, header *, footer *')]
  return parts
    .filter((part) => !part.closest(changing))
    .map((part) => {
      const style = getComputedStyle(part)
      // The browser says 0 for an automatic margin now and then; the place says it, too.
      const names = [...style].filter((name) => !name.startsWith('margin'))
      const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
      const { x, y } = part.getBoundingClientRect()
      return `${part.tagName} ${part.getAttribute('class')} ${x} ${y} ${values.join('; ')}`
    })
}
