import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  const wave = { degree: '12th-cbse', subject: 'Physics', month: 'March' }
  await publish(site, admin, { ...wave, title: 'Wave optics, board paper', year: '2024' })
  await publish(site, admin, { ...wave, title: 'Ray optics, board paper', year: '2023' })
  for (const year of ['2022', '2021', '2020'])
    await publish(site, admin, { ...wave, title: `Set ${year}`, year })
  await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', degree: '10th-state' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await page.context().close()
})

const inHeader = () => page.getByRole('banner').getByRole('search')
const field = (form = inHeader()) => form.locator('[name=q]')
const options = (form = inHeader()) => form.getByRole('option')
const pointedAt = () =>
  field().evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant')
    const option = id === null ? null : document.getElementById(id)
    if (document.activeElement !== input) throw new Error('The focus left the field.')
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null
  })

test('suggestions that come when the search has begun already do not open over what it found', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { promise: held, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/suggestions-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.goto(`${site.origin}/search`)
  // Otherwise Enter may load a page, which nobody has woken.
  await wakePage(page)
  const inList = page.getByRole('main').getByRole('search')
  await field(inList).fill('cbse 12 p')
  await field(inList).press('Enter')
  await page.waitForURL('**/search?q=cbse+12+p')
  come()
  await expect.poll(() => field(inList).getAttribute('role')).toBe('combobox')
  await page.clock.runFor(1_000)
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(asked).not.toContain('/api/suggestions')
  await field(inList).press('End')
  await field(inList).pressSequentially('h')
  await options(inList).first().waitFor()
})

test('by keyboard: arrows, Home and End walk the places, Enter goes there, and the focus stays in the field', async () => {
  await page.goto(`${site.origin}/about`)
  expect(await field().getAttribute('role')).toBe(null)
  await field().pressSequentially('cbse 12 phy')
  await options().first().waitFor()
  expect(await field().getAttribute('role')).toBe('combobox')
  expect(await field().getAttribute('aria-expanded')).toBe('true')
  expect(await inHeader().getByRole('listbox', { name: 'Suggestions' }).count()).toBe(1)
  expect(
    await inHeader()
      .getByRole('group')
      .evaluateAll((all) => all.length),
  ).toBe(2)
  await inHeader().getByRole('group', { name: 'Lists' }).getByRole('option').first().waitFor()
  await inHeader().getByRole('group', { name: 'Papers' }).getByRole('option').first().waitFor()
  await inHeader().getByRole('status').filter({ hasText: '8 suggestions' }).waitFor()
  // What was found for the letters before may stand there for a moment.
  await expect.poll(() => options().first().locator('mark').allTextContents()).toEqual(['CBSE', '12', 'Phy'])
  expect(await pointedAt()).toBe(null)
  const walk = [
    ['ArrowDown', 'CBSE Class 12 Physics 5 papers'],
    ['ArrowDown', 'CBSE Class 12 Physics 2024 1 paper'],
    ['End', 'Search all papers for “cbse 12 phy” 5 papers'],
    ['ArrowDown', 'CBSE Class 12 Physics 5 papers'],
    ['ArrowUp', 'Search all papers for “cbse 12 phy” 5 papers'],
    ['Home', 'CBSE Class 12 Physics 5 papers'],
    ['ArrowLeft', null],
  ] as const
  for (const [key, text] of walk) {
    await page.keyboard.press(key)
    await page.waitForFunction(
      (isPointed) => document.activeElement?.hasAttribute('aria-activedescendant') === isPointed,
      text !== null,
    )
    expect([key, await pointedAt()]).toEqual([key, text])
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/resources/cbse/12/?subject=Physics')
  await options().first().waitFor({ state: 'detached' })
  expect(await field(page.getByRole('main')).inputValue()).toBe('')
})

test('Enter without a choice searches; Escape closes the list, then empties the field; Tab leaves', async () => {
  await page.goto(`${site.origin}/about`)
  await field().pressSequentially('optics')
  await options().first().waitFor()
  await page.keyboard.press('Escape')
  await options().first().waitFor({ state: 'detached' })
  expect([await field().inputValue(), await field().getAttribute('aria-expanded')]).toEqual([
    'optics',
    'false',
  ])
  await page.keyboard.press('ArrowDown')
  await options().first().waitFor()
  await page.keyboard.press('Tab')
  await options().first().waitFor({ state: 'detached' })
  expect(await field().evaluate((input) => document.activeElement === input)).toBe(false)
  await field().press('Escape')
  expect(await field().inputValue()).toBe('')
  await field().pressSequentially('optics')
  await options().first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=optics')
  await options().first().waitFor({ state: 'detached' })
})

test('by touch: a tap goes there, the panel closes, and Escape closes the list before the panel', async () => {
  const phone = await openPage(browser, PHONE)
  await phone.goto(`${site.origin}/about`)
  await phone.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  const panel = phone.getByRole('banner').getByRole('search')
  await panel.locator('[name=q]').pressSequentially('ray')
  const row = panel.getByRole('option', { name: 'Ray optics' })
  await row.waitFor()
  for (const box of await panel.getByRole('option').all())
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await phone.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  expect(await panel.isVisible()).toBe(true)
  await phone.keyboard.press('ArrowDown')
  await row.tap()
  await phone.waitForURL('**/papers/*/ray-optics-board-paper')
  await panel.waitFor({ state: 'hidden' })
  expect(phone.errors).toEqual([])
  await phone.context().close()
})

test('while an input method composes, its keys are its own; on a desk nothing is asked until the word stands', async () => {
  const asked: string[] = []
  await page.route('**/api/suggestions*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
    return route.continue()
  })
  await page.goto(`${site.origin}/about`)
  await field().focus()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'கணி', selectionStart: 3, selectionEnd: 3 })
  await field().evaluate((input) => {
    for (const key of ['Enter', 'Escape', 'ArrowDown'])
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      )
  })
  expect([await field().inputValue(), asked]).toEqual(['கணி', []])
  await keyboard.send('Input.insertText', { text: 'கணித' })
  const found = options().filter({ hasText: 'கணிதம்' })
  await found.waitFor()
  expect(asked).toEqual(['கணித'])
  expect(await found.locator('mark').textContent()).toBe('கணித')
})

test('answers that come too late are left, typing back asks for nothing, and a failed one harms nothing', async () => {
  const held = new Map<string, Route>()
  const asked: string[] = []
  await page.route('**/api/suggestions*', (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(q)
    if (q === 'wave') return void held.set(q, route)
    if (q === 'wavex') return route.fulfill({ status: 503, body: 'no' })
    return route.fulfill({ json: { suggestions: [made(q)] } })
  })
  await page.goto(`${site.origin}/about`)
  await field().fill('wave')
  await expect.poll(() => held.has('wave')).toBe(true)
  await field().fill('wave o')
  await options().filter({ hasText: 'Only wave o' }).waitFor()
  // Answered after all: the browser gave it up long ago.
  await held
    .get('wave')
    ?.fulfill({ json: { suggestions: [made('wave')] } })
    .catch(() => {})
  await field().fill('wavex')
  await options().first().waitFor({ state: 'detached' })
  await field().fill('wave o')
  await options().filter({ hasText: 'Only wave o' }).waitFor()
  expect(await options().count()).toBe(1)
  expect(asked).toEqual(['wave', 'wave o', 'wavex'])
  await field().fill('wavex')
  await field().press('Enter')
  await page.waitForURL('**/search?q=wavex')
  // The browser itself writes of an answer of 503.
  page.errors.length = 0
})

test('what is typed before the suggestions are there is kept, and a line that loses them leaves the plain field', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/suggestions-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${site.origin}/about`)
  await field().pressSequentially('ray opt')
  release()
  await options().filter({ hasText: 'Ray optics' }).waitFor()
  expect(await field().inputValue()).toBe('ray opt')
  const lost = await openPage(browser)
  await lost.route('**/assets/suggestions-*', (route) => route.abort())
  await lost.goto(`${site.origin}/about`)
  await lost.setViewportSize({ width: 1440, height: 900 })
  await lost.getByRole('banner').getByLabel('Search all papers').pressSequentially('ray opt')
  await lost.keyboard.press('Enter')
  await lost.waitForURL('**/search?q=ray+opt')
  await lost.context().close()
})

test('on Practice the shelves follow the typing, at most three lists stand over the filters, and a choice wins', async () => {
  await page.goto(`${site.origin}/practice`)
  const form = page.getByRole('main').getByRole('search')
  await field(form).fill('optics')
  await page.waitForURL('**/practice?q=optics')
  await field(form).fill('phy')
  await page.waitForURL('**/practice?q=phy')
  await options(form).first().waitFor()
  expect(await options(form).count()).toBeLessThanOrEqual(3)
  expect(await form.getByRole('option').filter({ hasText: 'Search all' }).count()).toBe(0)
  await page.getByRole('article').filter({ hasText: 'Wave optics' }).waitFor()
  // Chosen before the shelves followed: the choice must not be taken back by what was typed.
  await field(form).pressSequentially('sics 12')
  await options(form)
    .filter({ hasText: /^Class 12 Physics \d+ papers/ })
    .click()
  await page.waitForURL('**/search?grade=12&subject=Physics')
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/search')
})

function made(q: string): Suggestion {
  return { kind: 'papers', label: `Only ${q}`, detail: '1 paper', path: '/practice' }
}
