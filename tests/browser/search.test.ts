import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { addSearchPapers, addText } from '../support/search-papers.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let running: App
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  const opening = openSite({
    parts: (app) => {
      running = app
      return {}
    },
  })
  ;[site, browser] = await Promise.all([opening, openBrowser()])
  const [physics] = await addSearchPapers(site)
  await addText(
    running,
    physics,
    2,
    'General instructions. 14. Find the focus of the parabola y² = 4ax and its latus rectum.',
  )
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

const PHYSICS = 'Physics board paper, Set 2'
const HALF_YEARLY = 'Half-yearly common paper'
const SSLC = 'பொதுத் தேர்வு: தமிழ்'
const NEET = 'Model paper with key'
const MATHS = 'மாதிரி வினாத்தாள்: கணிதம்'
const SCIENCE = 'Quarterly paper: light and heat'

const QUERIES: [q: string, first: string, understood: string[]][] = [
  ['cbse 12 physics 2019', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['2019 physics 12 cbse', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['cbse 12 phisics 2019', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['+2 maths half yearly', HALF_YEARLY, ['Class 12', 'Mathematics']],
  ['+2 mahts halfyearly', HALF_YEARLY, ['Class 12', 'Mathematics']],
  ['10th sslc tamil', SSLC, ['State Board', 'Class 10', 'Tamil']],
  ['neet biology answers', NEET, ['NEET', 'With answers']],
  ['neet bioligy anwsers', NEET, ['NEET', 'With answers']],
  ['kanitham', MATHS, ['Mathematics']],
  ['kanidham', MATHS, ['Mathematics']],
  ['கணிதம்', MATHS, ['Mathematics']],
  ['arivial', SCIENCE, ['Science']],
  ['அறிவியல்', SCIENCE, ['Science']],
  ['kanitham vinathal', MATHS, ['Mathematics']],
  ['கணிதம் வினாத்தாள்', MATHS, ['Mathematics']],
  ['vinathal', MATHS, []],
  ['வினாத்தாள்', MATHS, []],
]

test('what people type finds its paper first, and says what was understood', async () => {
  const found: typeof QUERIES = []
  // Scripts would be read anew fifteen times.
  const plain = await openPage(browser, { javaScriptEnabled: false })
  for (const [q] of QUERIES) {
    await plain.goto(`${site.origin}/search?q=${encodeURIComponent(q)}`)
    const first = await plain.getByRole('article').first().getByRole('heading').textContent()
    found.push([q, first ?? '', await understood(plain)])
  }
  expect(found).toEqual(QUERIES)
  await plain.context().close()
})

test('a word of Tamil typed into the header finds the same papers in either script', async () => {
  for (const q of ['vinathal', 'வினாத்தாள்']) {
    await page.goto(`${site.origin}/about`)
    const box = page.getByRole('banner').locator('[name=q]')
    await box.pressSequentially(q)
    await box.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === q)
    await page.getByText(`papers found for “${q}”`).waitFor()
    expect(await page.getByRole('article').first().getByRole('heading').textContent()).toBe(MATHS)
  }
})

test('a part that was mended says what was typed, and each comes off by its filter or its chip', async () => {
  await page.goto(`${site.origin}/search?q=cbse+12+phisics`)
  await page.getByText('Physics (you typed phisics)').waitFor()
  expect(await page.getByRole('link', { name: /^Take off/ }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Board or exam' }).selectOption('All')
  await page.waitForURL((url) => url.searchParams.get('q') === '12 phisics')
  const box = page.getByRole('main').getByRole('searchbox')
  await expect.poll(() => box.inputValue()).toBe('12 phisics')
  await page.getByRole('link', { name: 'Take off Physics' }).click()
  await page.waitForURL((url) => url.searchParams.get('q') === '12')
  await page.getByText('4 papers found for “12”').waitFor()
})

test('a line inside a paper is shown with its page, its words under the highlighter, after the hits in titles', async () => {
  await page.goto(`${site.origin}/search?q=parabola`)
  const cards = page.getByRole('article')
  expect(await cards.getByRole('heading').allTextContents()).toEqual([
    'Coordinate geometry: parabola',
    PHYSICS,
  ])
  const line = cards.nth(1).getByText('Found on page 2:')
  expect(await line.locator('..').textContent()).toContain('the focus of the parabola y² = 4ax')
  expect(await line.locator('..').locator('mark').allTextContents()).toEqual(['parabola'])
  await line.click()
  await page.waitForURL(/\/papers\/\w+\/physics-board-paper-set-2#page-2$/)
})

test('nothing found says what was understood, takes each part off, and shows the nearest papers', async () => {
  await page.goto(`${site.origin}/search?q=cbse+12+phisics+xylophone`)
  await page.getByText('No paper matches “cbse 12 phisics xylophone”.').waitFor()
  await page.getByText('This was understood as CBSE, Class 12, Physics and “xylophone”.').waitFor()
  await page.getByText('Searches that find nothing are counted').waitFor()
  const nearest = page.getByRole('region', { name: 'Nearest papers' }).getByRole('heading', { level: 3 })
  expect((await nearest.allTextContents())[0]).toMatch(/^Physics/)
  await page.getByRole('link', { name: 'Take off “xylophone”' }).click()
  await page.getByText('2 papers found for “cbse 12 phisics”').waitFor()
})

test('an empty search shows ways to begin, and a page beyond the last leads to the last', async () => {
  await page.goto(`${site.origin}/search`)
  await page.getByRole('region', { name: 'By class' }).getByRole('link', { name: 'Class 12 CBSE' }).waitFor()
  await page
    .getByRole('region', { name: 'By subject' })
    .getByRole('link', { name: /^Physics/ })
    .click()
  await page.waitForURL('**/search?subject=Physics')
  await page.getByText('2 papers free to open').waitFor()
  for (const bad of ['2', '0', 'x', '99999999']) {
    const answer = await site.fetch(`/search?q=physics&page=${bad}`)
    expect([bad, answer.status, answer.headers.get('location')]).toEqual([bad, 302, '/search?q=physics'])
  }
  await page.goto(`${site.origin}/search?q=physics&page=9`)
  expect(page.url()).toBe(`${site.origin}/search?q=physics`)
  const html = await (await site.fetch('/search?q=physics')).text()
  expect(html).toContain('<meta name="robots" content="noindex, follow"')
  expect(html).toContain('<title>Papers found for “physics” · ')
})

test('Practice puts what was found on its shelves, the best fitting class first, and old addresses still work', async () => {
  await page.goto(`${site.origin}/practice?q=sslc`)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    '10 STATE',
  ])
  expect(await understood(page)).toEqual(['State Board', 'Class 10'])
  await page.getByPlaceholder('Search papers...').fill('neet key')
  await page.waitForURL('**/practice?q=neet+key')
  await page.getByRole('heading', { name: 'PREVIOUS YEARS NEET' }).waitFor()
  await page.goto(`${site.origin}/resources/cbse/12/?q=phisics`)
  expect(await understood(page)).toEqual(['Physics'])
  await page.getByRole('link', { name: 'Look for “phisics” in all papers' }).click()
  await page.waitForURL('**/search?q=phisics')
})

test('searching, taking off and paging work without JavaScript', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(`${site.origin}/search`)
  await plain.getByRole('main').getByRole('searchbox').fill('paper')
  await plain.getByRole('button', { name: 'Search', exact: true }).last().click()
  await plain.waitForURL('**/search?q=paper')
  expect(await plain.getByRole('article').count()).toBe(12)
  await plain.getByRole('link', { name: 'Page 2' }).click()
  await plain.waitForURL('**/search?q=paper&page=2')
  await plain.goto(`${site.origin}/search?q=12+phisics`)
  await plain.getByRole('link', { name: 'Take off Physics' }).click()
  await plain.waitForURL('**/search?q=12')
  await plain.context().close()
})

test('axe finds nothing on a search, light on a phone and dark on a screen, and nothing lies beyond the edge', async () => {
  const look = await openPage(browser)
  for (const path of ['/search', '/search?q=parabola', '/search?q=12+phisics+xylophone&type=neet']) {
    await look.goto(`${site.origin}${path}`)
    await inEachLook(look, async () => {
      expect(await axeFaults(look)).toEqual([])
      expect(await look.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    })
  }
  await look.context().close()
})

/** What the filters say: the board, the class, the subject and when, then the box. */
async function understood(on: Page) {
  const filters = on.getByRole('main').locator('form[aria-label=Filters]')
  const chosen: Record<string, string | undefined> = Object.fromEntries(
    await filters
      .locator('select')
      .evaluateAll((all) =>
        all.map((one) => [
          (one as HTMLSelectElement).name,
          (one as HTMLSelectElement).selectedOptions[0]?.text.replace(/ \(.*/, ''),
        ]),
      ),
  )
  const said = ['type', 'grade', 'subject', 'year', 'month'].map((name) => chosen[name] ?? 'All')
  if (await filters.getByRole('checkbox').isChecked()) said.push('With answers')
  return said.filter((value) => value !== 'All')
}
