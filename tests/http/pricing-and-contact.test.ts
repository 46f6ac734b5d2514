import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as centre } from '#site'
import { openSite, type Site } from '../support/site.ts'
import { unreadable } from '../support/unreadable.ts'

const PRICES = {
  '10th12th-mon': 499,
  '10th12th-half': 2199,
  '10th12th-ann': 3999,
  'jee-half': 125000,
  'neet-ann': 0,
}
const CATEGORIES = ['10th and 12th', 'JEE', 'NEET']
const TIERS = { MONTHLY: '30 days', 'HALF YEARLY': '6 months', ANNUAL: '12 months' }
const PAPERS = ['25-30 question papers', '200+ papers', '500+ papers']

let site: Site
let broken: Site
const logged: string[] = []
beforeAll(async () => {
  const parts = (app: App) => unreadable(app, ['prices', 'visitCount'], logged)
  ;[site, broken] = await Promise.all([openSite(), openSite({ parts })])
})
afterAll(() => Promise.all([site?.end(), broken?.end()]))

async function setPrices(prices: Record<string, number | null>) {
  const { headers } = await site.signIn()
  const sent = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(prices) }
  expect((await site.fetch('/api/admin/prices', { method: 'PUT', ...sent })).status).toBe(200)
}

const textOf = (html = '') => html.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&')

async function read(path: string, of = site) {
  const html = (await (await of.fetch(path)).text()).replaceAll('<!-- -->', '')
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)
  return {
    text: textOf(html.slice(html.indexOf('<main'), html.indexOf('</main>'))),
    hrefs: all(/<a [^>]*href="([^"]*)"/g).map(textOf),
    cards: all(/<article[^>]*>(.*?)<\/article>/gs).map((card) => ({
      name: textOf(/<h3[^>]*>(.*?)<\/h3>/s.exec(card)?.[1]),
      text: textOf(card),
      features: [...card.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, feature]) => textOf(feature)),
      chat: new URL(textOf(/href="(https:[^"]*)"/.exec(card)?.[1])),
    })),
    data: all(/<script type="application\/ld\+json">(.*?)<\/script>/gs).map((text) => JSON.parse(text)),
  }
}

test('three categories of three plans in their order, each with its time, its three features and its price', async () => {
  await setPrices(PRICES)
  const { cards, data } = await read('/pricing')
  expect(cards.map(({ name }) => name)).toEqual(
    CATEGORIES.flatMap((category) => Object.keys(TIERS).map((tier) => `${tier}, ${category}`)),
  )
  for (const [at, { text, features }] of cards.entries()) {
    expect(features).toEqual([PAPERS[at % 3], 'Study Materials', 'Chat support'])
    expect(text).toContain(Object.values(TIERS)[at % 3])
  }
  expect(cards.map(({ text }) => /₹[\d,]+ Only|Ask for the price/.exec(text)?.[0])).toEqual([
    ...['₹499 Only', '₹2,199 Only', '₹3,999 Only', 'Ask for the price', '₹1,25,000 Only'],
    ...['Ask for the price', 'Ask for the price', 'Ask for the price', '₹0 Only'],
  ])
  // Each plan with a price is an offer to search engines, and no other.
  const offers = data.filter((each) => each['@type'] === 'Product')
  expect(offers.map(({ name, offers: { price, priceCurrency } }) => [name, price, priceCurrency])).toEqual([
    ['MONTHLY, 10th and 12th', 499, 'INR'],
    ['HALF YEARLY, 10th and 12th', 2199, 'INR'],
    ['ANNUAL, 10th and 12th', 3999, 'INR'],
    ['HALF YEARLY, JEE', 125000, 'INR'],
    ['ANNUAL, NEET', 0, 'INR'],
  ])
})

test('Choose plan leads to the messaging app, with the plan and its price typed', async () => {
  await setPrices(PRICES)
  const { cards } = await read('/pricing')
  for (const { chat } of cards) expect(chat.host + chat.pathname).toBe(`wa.me/${centre.contacts.whatsapp}`)
  const typed = cards.map(({ chat }) => chat.searchParams.get('text'))
  expect(typed[4]).toContain('the HALF YEARLY plan for JEE (₹1,25,000)')
  expect(typed[3]).toMatch(/the MONTHLY plan for JEE\. What is its price/)
})

test('with no price at all, and with prices that cannot be read, all plans lead to the chat', async () => {
  await setPrices(Object.fromEntries(Object.keys(PRICES).map((id) => [id, null])))
  const [empty, failed] = await Promise.all([read('/pricing'), read('/pricing', broken)])
  expect(empty.text).toContain('Ask for prices in the chat')
  // The sample's number is nobody's: the link leads to the page that says so.
  expect(empty.hrefs).toContain('/contact')
  expect(failed.text).toContain('The prices could not be read just now.')
  expect(logged).toContain('Prices could not be read')
  for (const { cards, text, data } of [empty, failed]) {
    expect(cards.length).toBe(9)
    expect(text).not.toMatch(/Ask for the price(?!s)|₹/)
    // The number of papers is the large line then, and no feature.
    for (const [at, card] of cards.entries()) {
      expect(card.text).toContain(PAPERS[at % 3])
      expect(card.features).toEqual(['Study Materials', 'Chat support'])
    }
    expect(data.map((each) => each['@type'])).toEqual(['BreadcrumbList'])
  }
})

test('Contact calls, writes, chats and leads there, and says what of it is a sample', async () => {
  const { text, hrefs } = await read('/contact')
  const { contacts, position } = centre
  const number = contacts.phone.replaceAll(' ', '')
  for (const href of [`tel:${number}`, `mailto:${contacts.email}`, `https://wa.me/${contacts.whatsapp}`])
    expect(hrefs).toContain(href)
  expect(hrefs.find((href) => href.includes('openstreetmap'))).toContain(
    `mlat=${position.latitude}&mlon=${position.longitude}`,
  )
  expect(hrefs.find((href) => href.includes('google'))).toContain(
    `destination=${position.latitude},${position.longitude}`,
  )
  for (const line of [...contacts.address, contacts.locality, contacts.postalCode])
    expect(text).toContain(line)
  expect(text).toContain(`${position.latitude}° N, ${position.longitude}° E`)
  expect(text).toMatch(/on this site are samples\./)
})

test('visits that cannot be read are a sentence, and the failure is logged', async () => {
  expect((await read('/contact', broken)).text).toContain('The visits could not be read just now.')
  expect(logged).toContain('Visits could not be read')
})

test('Pricing leaves out what the centre does not offer: a plan, its price for search engines, a category', async () => {
  const own = await openSite()
  onTestFinished(() => own.end())
  const hiddenPlans = ['jee-mon', 'neet-mon', 'neet-half', 'neet-ann'] as const
  await own.app.db.updateTable('prices').set({ rupees: 777 }).where('id', '=', 'jee-mon').execute()
  await publishCentre(own.app, { ...centre, hiddenPlans: [...hiddenPlans] }, null, { basedOn: 0 })
  const { cards, text } = await read('/pricing', own)
  expect(cards.map(({ name }) => name)).toHaveLength(5)
  expect(text).not.toMatch(/NEET|777/)
  expect(await (await own.fetch('/pricing')).text()).not.toContain('777')
})
