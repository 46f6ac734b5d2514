import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { addSearchPapers } from '../support/search-papers.ts'
import { openSite, type Site } from '../support/site.ts'

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
afterEach(() => page.context().close())

const subject = () => page.getByRole('combobox', { name: 'Subject' })
const answers = () => page.getByRole('checkbox', { name: /^With answers/ })

test('each choice of a filter says how many papers it would leave, and one that leaves none cannot be chosen', async () => {
  for (const path of ['/practice?type=neet', '/search?type=neet', '/search?q=neet', '/resources/neet/all/']) {
    await page.goto(`${site.origin}${path}`)
    const biology = subject().locator('option', { hasText: 'Biology' })
    expect(await biology.textContent(), path).toBe('Biology (2)')
    const physics = subject().locator('option', { hasText: 'Physics' })
    expect(await physics.textContent(), path).toBe('Physics (0)')
    expect(await physics.isDisabled(), path).toBe(true)
    await page.getByRole('checkbox', { name: 'With answers (1)' }).waitFor()
  }
})

test('filters work by keyboard, pass over what would leave nothing, and come off by the box and all at once', async () => {
  await page.goto(`${site.origin}/search?type=neet`)
  await subject().focus()
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
  // What a filter says, no chip says again.
  expect(await page.getByRole('link', { name: /^Take off/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/search')
  await expect.poll(() => subject().inputValue()).toBe('')
})

test('what the words say stands chosen in its filter, and another choice takes the words out', async () => {
  for (const path of ['/practice', '/search']) {
    await page.goto(`${site.origin}${path}?q=physics+board`)
    const chosen = () => subject().locator('option:checked').textContent()
    expect(await chosen()).toBe('Physics (2)')
    await page.getByRole('combobox', { name: 'Month' }).selectOption('March (2)')
    await page.waitForURL(`**${path}?q=physics+board&month=March`)
    await subject().selectOption('All')
    await page.waitForURL(`**${path}?q=board&month=March`)
    await expect.poll(() => page.getByPlaceholder('Search papers...').inputValue()).toBe('board')
    await subject().selectOption('Physics (2)')
    await page.waitForURL((url) => url.search === '?q=board&subject=Physics&month=March')
  }
  expect(page.errors).toEqual([])
})

test('a filter chosen over the words holds, and a combination without papers says so with a way back', async () => {
  await page.goto(`${site.origin}/practice?q=neet+answers&year=2024`)
  await page.getByText('No paper matches “neet answers”.').waitFor()
  await page.getByRole('link', { name: 'Take off 2024' }).click()
  await page.waitForURL('**/practice?q=neet+answers')
  await page.getByText('1 paper found').waitFor()
  await page.goto(`${site.origin}/practice?month=May&type=cbse`)
  await page.getByText('No paper is all of this.').waitFor()
  await page.getByRole('link', { name: 'Take off CBSE' }).click()
  await page.getByText('2 papers free to open').waitFor()
})

test('without JavaScript a form applies the filters, and undoes what the words say', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(`${site.origin}/search?q=state+maths+answers`)
  await plain.getByLabel('Subject').selectOption('All')
  await plain.getByRole('checkbox', { name: /^With answers/ }).uncheck()
  await plain.getByRole('button', { name: 'Apply' }).click()
  await plain.waitForURL('**/search?q=state')
  expect(await plain.getByRole('article').count()).toBe(3)
  await plain.getByRole('combobox', { name: 'Year' }).selectOption('2023 (1)')
  await plain.getByRole('button', { name: 'Apply' }).click()
  await plain.getByText('1 paper found for “state”').waitFor()
  await plain.context().close()
})
