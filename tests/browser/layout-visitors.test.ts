import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openFullSite } from '../support/full-site.ts'
import { renderPages } from '../support/rendered-pages.ts'
import { type Scene, walkScenes } from '../support/walk-scenes.ts'

/** Many pages on a busy machine: each of them waits for itself. */
const HALF_AN_HOUR = 1_800_000
/** How people search, which is as long as a field for it must show on the smallest phone. */
const TYPED = '12th maths state 2022'
/** The language whose pages are all loaded, each with no other sheets than its own; its texts are the longest. */
const LOADED = 'ta'

let opened: Awaited<ReturnType<typeof openFullSite>>
let browser: Browser
beforeAll(async () => {
  ;[opened, browser] = await Promise.all([openFullSite(), openBrowser()])
}, HALF_AN_HOUR)
afterAll(async () => {
  await browser?.close()
  await opened?.site.end()
})

const card = 'main article'

const visitors = (language: Language): Scene[] => [
  // In Tamil its words take two lines more.
  { name: 'Home', path: '/', ...(language !== 'ta' && { first: card }) },
  { name: 'About', path: '/about' },
  { name: 'Why Us', path: '/why-us' },
  { name: 'Pricing', path: '/pricing', first: card },
  { name: 'Contact', path: '/contact' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Terms', path: '/terms', once: true },
  { name: 'Accessibility', path: '/accessibility', once: true },
  { name: 'Licences', path: '/licenses' },
  { name: 'Practice', path: '/practice', first: card },
  {
    name: 'Practice with filters',
    path: '/practice?grade=12&subject=Physics&answered=yes',
    first: card,
    once: true,
  },
  { name: 'Practice without hits', path: '/practice?q=zzyzx' },
  { name: 'a class', path: '/resources/cbse/12/', first: card, once: true },
  { name: 'a class with filters', path: '/resources/cbse/12/?subject=Mathematics&year=2024' },
  { name: 'a class that is none', path: '/resources/cbse/13/', once: true },
  { name: 'the empty search', path: '/search', once: true },
  { name: 'a search', path: `/search?q=${TYPED}`, first: card, once: true },
  { name: 'a search with filters', path: '/search?q=question&grade=12&type=cbse', first: card },
  { name: 'a search with suggestions', path: '/search', act: suggest },
  { name: 'questions', path: '/questions', first: card },
  { name: 'marks by chapter', path: '/questions/weightage', once: true },
  { name: 'a draft of a test', path: '/questions/suggest?chapters=circles&marks=10', once: true },
  { name: 'questions without hits', path: '/questions?q=zzyzx&marks=5', once: true },
  { name: 'a paper', path: opened.paper.plain },
  { name: 'a paper with a long title', path: opened.paper.long, once: true },
  // In Tamil the line of its questions moves page 1 down by 40 pixels.
  { name: 'a paper to read', path: opened.paper.rendered, ...(language !== 'ta' && { first: '#page-1' }) },
  { name: 'a shared list', path: opened.paper.list },
  { name: 'a worksheet', path: opened.paper.worksheet },
  { name: 'papers that are picked', path: '/practice', act: pickThree },
  { name: 'saved papers', path: '/kept' },
  { name: 'a paper to sit', path: opened.paper.rendered.replace(/\/[^/]*$/, '/sit'), once: true },
  { name: 'My practice', path: '/practice/mine', once: true },
  { name: 'a gone paper', path: '/papers/00000000-0000-7000-8000-000000000000', once: true },
  { name: 'not found', path: '/nowhere' },
]

test.each(SHOWN_LANGUAGES)(
  'pages of visitors fit every window, in %s',
  async (language) => {
    const { origin } = opened.site
    const page = await openPage(browser)
    await renderPages(page)
    const scenes = visitors(language).filter(({ once }) => language === 'en' || !once)
    const loads = ({ once }: Scene) => once === true || language === LOADED
    expect(await walkScenes(page, scenes, { origin, language, withAxe: language === 'en', loads })).toEqual(
      [],
    )
    await page.context().close()
  },
  HALF_AN_HOUR,
)

test('the test browser has letters for Latin, Tamil and Devanagari, from packages', async () => {
  const page = await openPage(browser)
  await page.setContent('<p>Mathematics</p><p>கணிதம்</p><p>गणित</p>')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
  const families = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName }) => familyName)
    }),
  )
  expect(families).toEqual([['Open Sans'], ['Anek Tamil'], ['Anek Devanagari']])
  await page.context().close()
})

async function suggest(page: Page) {
  await page.locator('main input[type=search]').focus()
  // Suggestions that come after the search has begun do not cover what it finds.
  await page.locator('main input[type=search][role=combobox]').pressSequentially('math')
  await page.getByRole('main').getByRole('option').first().waitFor()
  // Until what was found is there, the page around it is faint.
  await page.waitForURL(/q=math$/)
  await page.locator('[data-asked]').waitFor({ state: 'detached' })
}

async function pickThree(page: Page) {
  const boxes = page.getByRole('main').locator('article').getByRole('checkbox')
  for (const nth of [0, 1, 2]) await boxes.nth(nth).check()
  await page.locator('.picked-bar').first().waitFor()
}
