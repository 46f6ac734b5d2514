import type { Page } from 'playwright-core'
import { renderPages } from '#tests/support/rendered-pages.ts'
import type { Scene, Sites } from './take-pictures.ts'

const PAGES: [name: string, path: string][] = [
  ['home', '/'],
  ['about', '/about'],
  ['why-us', '/why-us'],
  ['pricing', '/pricing'],
  ['contact', '/contact'],
  ['practice', '/practice'],
  ['practice-found', '/practice?q=physics&answers=yes'],
  ['practice-nothing', '/practice?q=nothing-there'],
  ['practice-page', '/practice?page=2'],
  ['resources', '/resources'],
  ['resources-list', '/resources/cbse/12/'],
  ['resources-none', '/resources/cbse/13/'],
  ['search', '/search?q=maths'],
  ['search-nothing', '/search?q=nothing-there'],
  ['search-start', '/search'],
  ['wanted', '/wanted?type=cbse&grade=12&subject=Physics&year=1995'],
  ['questions-none', '/questions'],
  ['weightage-none', '/questions/weightage'],
  ['gone-paper', '/papers/00000000-0000-7000-8000-000000000000'],
  ['not-found', '/nowhere'],
  ['login', '/login'],
  ['forgotten-password', '/login/forgotten'],
  ['new-password', '/login/new-password'],
  ['handbook', '/handbook/one-paper'],
]

const opens =
  (path: string) =>
  async (page: Page, { site }: Sites) => {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' })
  }
const opensEmpty =
  (path: string) =>
  async (page: Page, { empty }: Sites) => {
    await page.goto(empty.origin + path, { waitUntil: 'networkidle' })
  }

async function openPaper(page: Page, { site, addresses }: Sites) {
  await renderPages(page)
  await page.goto(site.origin + addresses.paper, { waitUntil: 'networkidle' })
}

async function pickThree(page: Page, sites: Sites) {
  await opens('/practice')(page, sites)
  const boxes = page.getByRole('checkbox', { name: /^Pick: / })
  for (const nth of [0, 1, 2]) await boxes.nth(nth).check()
  await page.getByRole('region', { name: 'Picked papers' }).waitFor()
}

const banner = (page: Page) => page.getByRole('banner')

export const VISITOR_SCENES: Scene[] = [
  ...PAGES.map(([name, path]): Scene => ({ name, open: opens(path) })),
  ...PAGES.slice(0, 6).map(
    ([name, path]): Scene => ({ name: `${name}-print`, open: opens(path), print: true, widths: [768] }),
  ),
  { name: 'home-empty', open: opensEmpty('/') },
  { name: 'practice-empty', open: opensEmpty('/practice') },
  { name: 'home-without-scripts', open: opens('/'), options: { javaScriptEnabled: false }, widths: [1440] },
  { name: 'practice-forced', open: opens('/practice'), options: { forcedColors: 'active' } },
  { name: 'pricing-forced', open: opens('/pricing'), options: { forcedColors: 'active' }, widths: [768] },
  { name: 'paper', open: openPaper },
  { name: 'paper-print', open: openPaper, print: true, widths: [768] },
  {
    name: 'paper-full-screen',
    window: true,
    async open(page, sites) {
      // As on an iPhone, where the page fills the window by itself.
      await page.addInitScript(() => Object.assign(Element.prototype, { requestFullscreen: undefined }))
      await openPaper(page, sites)
      await page.getByRole('button', { name: 'Full screen' }).click()
    },
  },
  {
    name: 'list',
    async open(page, { site, addresses }) {
      await page.goto(site.origin + addresses.list, { waitUntil: 'networkidle' })
    },
  },
  { name: 'picked', window: true, open: pickThree },
  {
    name: 'slideshow',
    window: true,
    options: { isNew: true },
    async open(page, { site }) {
      await page.goto(site.origin)
      await page.getByRole('dialog', { name: 'General instructions' }).waitFor()
    },
  },
  {
    name: 'menu',
    window: true,
    widths: [360],
    async open(page, sites) {
      await opens('/practice')(page, sites)
      await banner(page).getByRole('button', { name: 'Menu' }).click()
    },
  },
  {
    name: 'suggestions',
    window: true,
    widths: [360],
    async open(page, sites) {
      await opens('/about')(page, sites)
      await banner(page).getByRole('button', { name: 'Search' }).click()
      await suggest(page)
    },
  },
  {
    name: 'suggestions-wide',
    window: true,
    widths: [1440],
    options: { viewport: { width: 1440, height: 900 } },
    async open(page, sites) {
      await opens('/about')(page, sites)
      await banner(page).locator('[name=q]').focus()
      await suggest(page)
    },
  },
]

async function suggest(page: Page) {
  await banner(page).locator('[name=q]').pressSequentially('maths')
  await banner(page).getByRole('search').getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
}
