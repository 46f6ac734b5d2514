import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { hydratePage, openBrowser, openMovingPage } from '../support/chromium.ts'
import { openHeldPage } from '../support/held-page.ts'
import { noteRendered, renderPages } from '../support/rendered-pages.ts'
import { ADMIN, openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let paper: Paper
let rendered: Paper
let page: Page & { errors: string[] }
let held: Promise<void>
let release: () => void

beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  paper = await publish(site, admin, { title: 'Matrices and determinants' })
  rendered = await publish(site, admin, { title: 'Eight pages' })
  await noteRendered(site, rendered.id, { rendered: 8 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** React comes when the test releases it; what the page starts with comes at once. */
beforeEach(async () => {
  page = await openMovingPage(browser, { isNew: true })
  hold()
  await page.route('**/assets/core-*.js', async (route) => {
    await held
    await route.continue()
  })
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await page.context().close()
})

function hold() {
  held = new Promise((resolve) => {
    release = resolve
  })
}

/** A page whose first scripts have run: they have counted the visit. */
async function open(path: string) {
  const counted = page.waitForResponse('**/api/visits')
  await page.goto(site.origin + path)
  await counted
}

function isHydrated() {
  return page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
}

test('a press on a button is answered when hydration has come', async () => {
  await open(`/papers/${paper.id}`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await isHydrated()).toBe(false)
  release()
  await page
    .getByText(/^(Copied|Copy it from here:)$/)
    .first()
    .waitFor()
})

test('a number of a page that is sent before hydration leads to the page', async () => {
  await renderPages(page)
  await open(`/papers/${rendered.id}`)
  const field = page.getByRole('textbox', { name: /^Page 1 of 8/ })
  await field.fill('5')
  await field.press('Enter')
  release()
  await page.getByRole('textbox', { name: /^Page 5 of 8/ }).waitFor()
  expect(new URL(page.url()).search, 'without another load').toBe('')
})

test('where the connection is lost before hydration, a press on a link still follows it', async () => {
  await renderPages(page)
  await page.route('**/assets/shared-*.js', (route) => route.abort())
  release()
  await open(`/papers/${rendered.id}`)
  await page.getByRole('link', { name: 'Page 1 of 8, larger' }).click()
  await page.waitForURL('**/1-*.webp')
  page.errors.length = 0
})

test('a paper that is opened with the first tap is counted, once; a tick and what is typed then are kept, also in the moment when React hears of it', async () => {
  await open('/resources/cbse/12/')
  const counted = page.waitForResponse(`**/api/papers/${paper.id}/views`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: `View Paper: ${paper.title}` }).click()
  await Promise.all([counted, opened])
  await page.getByRole('checkbox', { name: `Pick: ${paper.title}` }).check({ force: true })
  await page.getByRole('searchbox', { name: 'Search papers' }).fill('matrices')
  expect(await isHydrated()).toBe(false)
  release()
  await page.waitForURL('**q=matrices**')
  expect(await page.evaluate(() => localStorage.getItem('picked-papers'))).toContain(paper.id)
  const card = page.getByRole('article').filter({ hasText: paper.title })
  await card.getByText(/ 1 view$/).waitFor()
  const { views } = await (await site.fetch(`/api/papers/${paper.id}`)).json()
  expect(views).toBe(1)

  hold()
  await page.addInitScript(() => {
    const { abort } = AbortController.prototype
    const isBox = (it: Element | null): it is HTMLInputElement => it instanceof HTMLInputElement
    const isHeard = (it: Element) => Object.keys(it).some((key) => key.startsWith('__reactProps'))
    // What kept the presses until React hears of them ends in the commit: a microtask follows it, effects come later.
    AbortController.prototype.abort = function (reason) {
      abort.call(this, reason)
      queueMicrotask(() => {
        const box = document.querySelector('.pick input')
        if (!isBox(box) || box.checked || !isHeard(box)) return
        AbortController.prototype.abort = abort
        box.click()
        Object.assign(window, { stood: box.checked })
      })
    }
  })
  await open('/resources/cbse/12/')
  release()
  await hydratePage(page)
  expect(await page.evaluate(() => 'stood' in window && window.stood)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('picked-papers'))).toContain(rendered.id)
})

test('"Begin" is answered before hydration, with what was chosen: its clock counts from the press; what is being sat offers no other beginning', async () => {
  await open(`/papers/${paper.id}/sit`)
  const begin = page.getByRole('button', { name: 'Begin', exact: true })
  await page.getByLabel(/^Time/).fill('90')
  await page.getByRole('checkbox', { name: 'Without a limit' }).check()
  await page.getByRole('checkbox', { name: 'Without a limit' }).uncheck()
  await begin.click()
  const pressed = await page.evaluate(() => Date.now())
  await page.getByText('The clock is running.').waitFor()
  await begin.waitFor({ state: 'hidden' })
  expect(await isHydrated()).toBe(false)
  await page.waitForFunction((ms) => Date.now() > ms + 1_000, pressed)
  release()
  await page.getByRole('timer', { name: 'left' }).waitFor()
  const [sitting] = await sittings()
  expect(sitting.allowed).toBe(90 * 60_000)
  expect(sitting.begunAt).toBeLessThanOrEqual(pressed)
  const { said, now } = await page
    .getByRole('timer')
    .evaluate((timer) => ({ said: timer.textContent, now: Date.now() }))
  const [, hours, minutes, seconds] = (/^(\d):(\d\d):(\d\d)/.exec(said) ?? []).map(Number)
  const left = 3_600 * Number(hours) + 60 * Number(minutes) + Number(seconds)
  expect(Math.abs(left - (90 * 60 - (now - sitting.begunAt) / 1_000))).toBeLessThanOrEqual(2)

  // A paper that is being sat, and one of a class, offer no other beginning. What comes now is held for good: the page
  // stays as it is before hydration.
  await page.route('**/assets/core-*.js', () => {})
  for (const address of ['', `?sitting=${sitting.id}`, '?class=c0']) {
    await page.goto(`${site.origin}/papers/${paper.id}/sit${address}`)
    await page.getByText('Getting ready …', { exact: true }).waitFor()
    expect(await begin.count(), address).toBe(0)
  }
  await page.goto(`${site.origin}/papers/${rendered.id}/sit`)
  await begin.waitFor()
  expect(await isHydrated()).toBe(false)
})

function sittings() {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('sitting:') ? [JSON.parse(text)] : [],
    ),
  )
}

test('what moves stops at once when it is asked to, the search that a phone opens has the cursor, and a menu under a mouse opens with hydration', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/about')
  const isStill = () => page.evaluate(() => document.documentElement.hasAttribute('data-still'))
  await page.getByRole('button', { name: 'Pause moving parts' }).click()
  expect(await isStill()).toBe(true)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('banner').getByLabel('Search all papers')
  await field.waitFor()
  expect(await isHydrated()).toBe(false)
  release()
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Play moving parts' }).waitFor()
  expect(await isStill()).toBe(true)

  hold()
  await page.setViewportSize({ width: 1280, height: 900 })
  await open('/')
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  const menu = page.locator('[data-menu]').first()
  await menu.locator('summary').hover()
  expect(await menu.getAttribute('open')).toBe(null)
  release()
  await page.locator('[data-menu][open]').waitFor()
})

test('the code of a page comes with the first sign of a visitor, and waits for the end of the page', async () => {
  release()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isCode = (path: string) => /\/(core|root|layout|pricing)-[^/]*\.js$/.test(path)
  await page.goto(`${site.origin}/pricing`, { waitUntil: 'networkidle' })
  expect(asked.filter(isCode)).toEqual([])
  await hydratePage(page)
  expect(asked.filter(isCode)).toHaveLength(4)

  const held = await openHeldPage(site.origin, '</footer>')
  const entry = page.waitForResponse('**/entry.client-*.js')
  asked.length = 0
  await page.goto(`${held.origin}/practice`, { waitUntil: 'commit' })
  await (await entry).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(asked.filter(isCode)).toEqual([])
  held.release()
  await hydratePage(page)
  await held.close()
})

test('what is typed at the sign-in before hydration is what signs in, LOGIN waits for it, and a link goes on with the visit that was counted', async () => {
  const visits = async () => (await (await site.fetch('/api/visits')).json()).visits as number
  const before = await visits()
  await open('/about')
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await page.waitForURL('**/pricing')
  await page.waitForLoadState('networkidle')
  expect(await isHydrated()).toBe(false)
  expect(await visits()).toBe(before + 1)
  const counted = page.waitForResponse('**/api/visits')
  await page.reload({ waitUntil: 'networkidle' })
  await counted
  expect(await visits(), 'a new load').toBe(before + 2)
  await page.goBack({ waitUntil: 'networkidle' })
  expect(await visits(), 'back to where the link was').toBe(before + 2)

  await page.goto(`${site.origin}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  expect(await page.getByRole('button', { name: 'LOGIN' }).isDisabled()).toBe(true)
  expect(await isHydrated()).toBe(false)
  release()
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
})
