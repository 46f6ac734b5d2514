import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { addSearchPapers } from '../support/search-papers.ts'
import { openSite, type Site } from '../support/site.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const MATHS = 'மாதிரி வினாத்தாள்: கணிதம்'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await addSearchPapers(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await page.context().close()
})

const inHeader = () => page.getByRole('banner').getByRole('search')
const inList = () => page.getByRole('main').getByRole('search')
const field = (form = inHeader()) => form.locator('[name=q]')
const options = (form = inHeader()) => form.getByRole('option')
const filter = (name: string) => page.getByRole('combobox', { name })
const answers = () => page.getByRole('checkbox', { name: /^With answers/ })
const searched = (q: string | null) => page.waitForURL((url) => url.searchParams.get('q') === q)

test('a word of Tamil typed into the header finds its papers; what was corrected comes off by filter and by chip', async () => {
  await page.goto(`${site.origin}/about`)
  await field().pressSequentially('vinathal')
  await field().press('Enter')
  await searched('vinathal')
  await page.getByText('papers found for “vinathal”').waitFor()
  expect(await page.getByRole('article').first().getByRole('heading').textContent()).toBe(MATHS)
  await field(inList()).fill('cbse 12 phisics')
  await field(inList()).press('Enter')
  await page.getByText('Physics (you typed phisics)').waitFor()
  await filter('Board or exam').selectOption('All')
  await searched('12 phisics')
  await expect.poll(() => field(inList()).inputValue()).toBe('12 phisics')
  await page.getByRole('link', { name: 'Take off Physics' }).click()
  await searched('12')
  await page.getByText('4 papers found for “12”').waitFor()
})

test('filters work by keyboard, pass over what would leave nothing, and come off by the box and all at once', async () => {
  await page.goto(`${site.origin}/search?type=neet`)
  await filter('Subject').focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/search?type=neet&subject=Biology')
  await answers().focus()
  await page.keyboard.press('Space')
  await page.waitForURL('**/search?type=neet&subject=Biology&answered=yes')
  await page.getByText('1 paper free to open').waitFor()
  await answers().focus()
  await page.keyboard.press('Space')
  await page.waitForURL('**/search?type=neet&subject=Biology')
  await page.getByText('2 papers free to open').waitFor()
  expect(await answers().isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/search')
  await expect.poll(() => filter('Subject').inputValue()).toBe('')
})

test('on Practice the shelves follow the typing; what the words say is chosen in its filter, and another choice takes them out', async () => {
  await page.goto(`${site.origin}/practice`)
  await field(inList()).fill('physics board')
  await page.waitForURL('**/practice?q=physics+board')
  await expect.poll(() => filter('Subject').locator('option:checked').textContent()).toBe('Physics (2)')
  await filter('Month').selectOption('March (2)')
  await page.waitForURL('**/practice?q=physics+board&month=March')
  await filter('Subject').selectOption('All')
  await page.waitForURL('**/practice?q=board&month=March')
  await expect.poll(() => field(inList()).inputValue()).toBe('board')
  await filter('Subject').selectOption('Physics (2)')
  await page.waitForURL((url) => url.search === '?q=board&subject=Physics&month=March')
  // Three lists at most are over the filters, and a choice of one wins over what was typed for it.
  await page.goto(`${site.origin}/practice`)
  await field(inList()).pressSequentially('phy')
  await options(inList()).first().waitFor()
  expect(await options(inList()).count()).toBeLessThanOrEqual(3)
  expect(await options(inList()).filter({ hasText: 'Search all' }).count()).toBe(0)
  await field(inList()).pressSequentially('sics 12')
  await options(inList())
    .filter({ hasText: /^Class 12 Physics \d+ papers/ })
    .click()
  await page.waitForURL('**/search?grade=12&subject=Physics')
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/search')
})

test('suggestions by keyboard: arrows walk the places, Escape closes, Tab leaves, Enter goes there or searches', async () => {
  const pointedAt = () =>
    field().evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant')
      const option = id === null ? null : document.getElementById(id)
      if (document.activeElement !== input) throw new Error('The focus left the field.')
      return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null
    })
  const closed = () => options().first().waitFor({ state: 'detached' })
  /** What was found for the letters before may be there for a moment, and takes what is pointed at with it. */
  const isFound = () =>
    expect.poll(() => options().first().locator('mark').allTextContents()).toEqual(['CBSE', '12', 'Phy'])
  await page.goto(`${site.origin}/about`)
  await field().pressSequentially('cbse 12 phy')
  await isFound()
  expect(await field().getAttribute('role')).toBe('combobox')
  expect(await field().getAttribute('aria-expanded')).toBe('true')
  await inHeader().getByRole('listbox', { name: 'Suggestions' }).waitFor()
  for (const name of ['Lists', 'Papers'])
    await inHeader().getByRole('group', { name }).getByRole('option').first().waitFor()
  await inHeader()
    .getByRole('status')
    .filter({ hasText: /^\d suggestions$/ })
    .waitFor()
  const [list, all] = ['CBSE Class 12 Physics 2 papers', 'Search all papers for “cbse 12 phy” 2 papers']
  for (const [key, text] of [
    ['ArrowDown', list],
    ['End', all],
    ['ArrowDown', list],
    ['ArrowUp', all],
    ['ArrowLeft', null],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(pointedAt, { message: key }).toBe(text)
  }
  await page.keyboard.press('Escape')
  await closed()
  expect([await field().inputValue(), await field().getAttribute('aria-expanded')]).toEqual([
    ...['cbse 12 phy', 'false'],
  ])
  await page.keyboard.press('ArrowDown')
  await options().first().waitFor()
  await page.keyboard.press('Tab')
  await closed()
  expect(await field().evaluate((input) => document.activeElement === input)).toBe(false)
  await field().press('Escape')
  expect(await field().inputValue()).toBe('')
  await field().pressSequentially('parabola')
  await options().first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=parabola')
  await page.goto(`${site.origin}/about`)
  await field().pressSequentially('cbse 12 phy')
  await isFound()
  await page.keyboard.press('ArrowDown')
  await expect.poll(pointedAt).toBe(list)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/resources/cbse/12/?subject=Physics')
  expect(await options(inList()).count()).toBe(0)
})

test('suggestions by touch: above the keyboard, seen in forced colours; Escape closes the list before the panel, a tap goes there', async () => {
  const phone = await openPage(browser, { ...PHONE, forcedColors: 'active' })
  await phone.addInitScript(() => {
    Object.defineProperty(visualViewport, 'height', { get: () => 420 })
  })
  await phone.goto(`${site.origin}/about`)
  await phone.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  const panel = phone.getByRole('banner').getByRole('search')
  await panel.locator('[name=q]').pressSequentially('parab')
  const row = panel.getByRole('option', { name: 'Coordinate geometry: parabola' })
  await row.locator('mark', { hasText: /^parab$/ }).waitFor()
  const list = await panel.getByRole('listbox').boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(420)
  await phone.keyboard.press('ArrowDown')
  const active = panel.locator('[role=option][aria-selected=true]')
  await expect.poll(() => active.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
  await phone.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  expect(await panel.isVisible()).toBe(true)
  await phone.keyboard.press('ArrowDown')
  await row.tap()
  await phone.waitForURL('**/papers/*/coordinate-geometry-parabola')
  await panel.waitFor({ state: 'hidden' })
  expect(phone.errors).toEqual([])
  await phone.context().close()
})

test('while an input method composes, its keys are its own; on a desktop nothing is asked until the word is finished', async () => {
  const asked: string[] = []
  await page.route('**/api/suggestions*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
    return route.continue()
  })
  await page.goto(`${site.origin}/about`)
  await field().focus()
  await expect.poll(() => field().getAttribute('role')).toBe('combobox')
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

test('a search that begins before the suggestions are there is not covered by them; a line that loses them leaves a plain field', async () => {
  const { promise: held, resolve: come } = Promise.withResolvers<void>()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/assets/suggestions-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.origin}/search`)
  // Otherwise Enter may load a page, which nobody has woken.
  await hydratePage(page)
  await field(inList()).fill('cbse 12 p')
  await field(inList()).press('Enter')
  await page.waitForURL('**/search?q=cbse+12+p')
  come()
  await expect.poll(() => field(inList()).getAttribute('role')).toBe('combobox')
  expect(await options(inList()).count()).toBe(0)
  expect(asked).not.toContain('/api/suggestions')
  // What is typed while they come is kept, and asked for.
  await field(inList()).press('End')
  await field(inList()).pressSequentially('h')
  await options(inList()).first().waitFor()
  const lost = await openPage(browser)
  await lost.route('**/assets/suggestions-*', (route) => route.abort())
  await lost.goto(`${site.origin}/about`)
  await lost.getByRole('banner').getByLabel('Search all papers').pressSequentially('parabola')
  await lost.keyboard.press('Enter')
  await lost.waitForURL('**/search?q=parabola')
  await lost.context().close()
})
