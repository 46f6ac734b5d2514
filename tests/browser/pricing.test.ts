import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { site as centre } from '#site'
import { axeFaults } from '../support/axe.ts'
import { gotoWithFonts, openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, type Site } from '../support/site.ts'
import { structuredData } from '../support/structured.ts'
import { unreadable } from '../support/unreadable.ts'

const PRICES = {
  '10th12th-mon': 499,
  '10th12th-half': 2199,
  '10th12th-ann': 3999,
  'jee-half': 125000,
  'neet-ann': 0,
}

let site: Site
let broken: Site
let browser: Browser
const logged: string[] = []

beforeAll(async () => {
  const parts = (app: App) => unreadable(app, ['prices'], logged)
  ;[site, broken, browser] = await Promise.all([openSite(), openSite({ parts }), openBrowser()])
  await setPrices(PRICES)
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.end(), broken?.end()])
})

async function setPrices(prices: Record<string, number | null>) {
  const { headers } = await site.signIn()
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(prices),
  })
  expect(answer.status).toBe(200)
}

async function open(path: string, options: Parameters<typeof openPage>[1] = {}, origin = site.origin) {
  const page = await openPage(browser, options)
  await page.goto(origin + path)
  return page
}

const cardOf = (page: Page, tier: string, category: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${tier} ?, ${category}$`) }) })

test('three categories in their order, three tiers each, a price in rupees with Only, three features', async () => {
  const page = await open('/pricing')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Plans We Offer')
  const groups = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(groups.slice(0, 3)).toEqual(['10th and 12th', 'JEE', 'NEET'])
  const cards = page.getByRole('article')
  expect(await cards.count()).toBe(9)
  const tiers = ['MONTHLY', 'HALF YEARLY', 'ANNUAL']
  expect(await cards.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
    ['10th and 12th', 'JEE', 'NEET'].flatMap((category) => tiers.map((tier) => `${tier}, ${category}`)),
  )
  for (const [tier, category, price] of [
    ['MONTHLY', '10th and 12th', '₹499 Only'],
    ['HALF YEARLY', '10th and 12th', '₹2,199 Only'],
    ['HALF YEARLY', 'JEE', '₹1,25,000 Only'],
    ['ANNUAL', 'NEET', '₹0 Only'],
    ['MONTHLY', 'JEE', 'Ask for the price'],
  ] as const) {
    expect(await cardOf(page, tier, category).locator('.price').textContent()).toBe(price)
  }
  const written: Record<string, [lasts: string, papers: string]> = {
    MONTHLY: ['30 days', '25-30 question papers'],
    'HALF YEARLY': ['6 months', '200+ papers'],
    ANNUAL: ['12 months', '500+ papers'],
  }
  for (const [tier, [lasts, papers]] of Object.entries(written)) {
    const card = cardOf(page, tier, 'NEET')
    expect(await card.getByText(lasts, { exact: true }).isVisible()).toBe(true)
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      papers,
      'Study Materials',
      'Chat support',
    ])
  }
  await page.context().close()
})

test('the rupee sign comes with the page, and equal facts of plans stand at one height', async () => {
  const page = await open('/pricing', { viewport: { width: 1440, height: 900 } })
  expect(await page.locator('head > link[rel="preload"][as="font"][href*="rupee"]').count()).toBe(1)
  await gotoWithFonts(page, `${site.origin}/pricing`)
  // Hydration makes anew what is not as it was sent.
  await wakePage(page)
  // Thousands a month have the room as well.
  await page.locator('.a-month').evaluateAll((all) => {
    for (const one of all) one.textContent = (one.textContent ?? '').replace(/[\d,]+/, '1,667')
  })
  for (const width of [1600, 1440, 1408, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const fact of ['.a-month:visible', '.price']) {
      const boxes = await page
        .getByRole('article')
        .filter({ hasText: '10th and 12th' })
        .locator(fact)
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => [top, height]),
        )
      expect(boxes.length, fact).toBeGreaterThan(1)
      expect(new Set(boxes.map(String)).size, `${fact} ${width}`).toBe(1)
    }
  }
  await page.context().close()
})

test('Choose plan opens the messaging app in a new tab, with the plan and its price typed', async () => {
  const page = await open('/pricing')
  const typed = async (tier: string, category: string) => {
    const link = cardOf(page, tier, category).getByRole('link', { name: /^Choose plan/ })
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.host + address.pathname).toBe(`wa.me/${centre.contacts.whatsapp}`)
    return address.searchParams.get('text')
  }
  expect(await typed('HALF YEARLY', 'JEE')).toContain('the HALF YEARLY plan for JEE (₹1,25,000)')
  expect(await typed('MONTHLY', 'JEE')).toMatch(/the MONTHLY plan for JEE\. What is its price/)
  await page.context().close()
})

test('each plan with a price is an offer to search engines, and no other', async () => {
  const page = await open('/pricing')
  const products = (await structuredData(page)).filter((each) => each['@type'] === 'Product')
  expect(products.map(({ name, offers }) => [name, offers.price, offers.priceCurrency])).toEqual([
    ['MONTHLY, 10th and 12th', 499, 'INR'],
    ['HALF YEARLY, 10th and 12th', 2199, 'INR'],
    ['ANNUAL, 10th and 12th', 3999, 'INR'],
    ['HALF YEARLY, JEE', 125000, 'INR'],
    ['ANNUAL, NEET', 0, 'INR'],
  ])
  await page.context().close()
})

test('with no price at all, and with prices that cannot be read, all plans stand and lead to the chat', async () => {
  await setPrices(Object.fromEntries(Object.keys(PRICES).map((id) => [id, null])))
  const empty = await open('/pricing')
  await setPrices(PRICES)
  const failed = await open('/pricing', {}, broken.origin)
  const large = await empty.locator('.price').allTextContents()
  expect(large.slice(0, 3)).toEqual(['25-30 question papers', '200+ papers', '500+ papers'])
  expect(await empty.getByRole('listitem').getByText('200+ papers').count()).toBe(0)
  // The sample's number is nobody's: the button leads to the page that says so.
  const chat = empty.getByRole('main').getByRole('link', { name: 'Ask for prices in the chat', exact: true })
  expect(await chat.getAttribute('href')).toBe('/contact')
  for (const [page, sentence] of [
    [empty, /^Ask for prices in the chat$/],
    [failed, /^The prices could not be read just now\./],
  ] as const) {
    expect(await page.locator('main').getByText(sentence).isVisible()).toBe(true)
    expect(await page.getByText('Ask for the price').count()).toBe(0)
    expect(await page.getByRole('link', { name: /^Choose plan/ }).count()).toBe(9)
    expect(await page.locator('.ticket .stamp, .ticket .button:not(.button-line)').count()).toBe(0)
    expect((await structuredData(page)).map((each) => each['@type'])).toEqual(['BreadcrumbList'])
    // Nor are they filled on a phone: nothing is to be bought yet.
    await page.setViewportSize({ width: 360, height: 740 })
    const plan = page.getByRole('link', { name: /^Choose plan/ }).first()
    expect(await plan.evaluate((link) => getComputedStyle(link).boxShadow)).not.toBe('none')
    await page.context().close()
  }
  expect(logged).toContain('Prices could not be read')
})

test('a line that is lost on the way to Pricing leaves a sentence, not a broken page', async () => {
  const page = await openPage(browser)
  await page.route(/\.data(\?|$)/, (route) => route.abort())
  await page.goto(`${site.origin}/about`)
  await wakePage(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await page.getByText('The prices could not be read just now.').waitFor()
  expect(await page.getByRole('link', { name: /^Choose plan/ }).count()).toBe(9)
  await page.context().close()
})

test('Pricing on paper: whole cards with their prices, the number to call, nothing to press', async () => {
  const page = await open('/pricing')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('₹2,199').isVisible()).toBe(true)
  expect(await page.getByText(centre.contacts.phone).isVisible()).toBe(true)
  const pressed = page.getByRole('link', { name: /^Choose plan/ }).filter({ visible: true })
  expect(await pressed.count()).toBe(0)
  const kept = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).breakInside))
  expect(new Set(kept)).toEqual(new Set(['avoid']))
  await page.context().close()
})

test('axe finds nothing on tickets with prices and on those that could not be read, light and dark', async () => {
  for (const origin of [site.origin, broken.origin]) {
    const page = await open('/pricing', {}, origin)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeFaults(page)).toEqual([])
    }
    await page.context().close()
  }
})
