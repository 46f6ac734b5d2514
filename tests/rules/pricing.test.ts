import { expect, test } from 'vitest'
import { messagesOf } from '#domain/language/messages.ts'
import {
  inRupees,
  lowestAMonth,
  offeredPlans,
  offeredPrices,
  PLAN_CATEGORIES,
  PLAN_IDS,
  PLAN_TIERS,
  type PlanId,
  type Prices,
  planLabel,
  rupeesAMonth,
  savedRupees,
} from '#domain/pricing/plan.ts'
import { parseRupees, readPrice } from '#domain/pricing/typed-price.ts'
import { site } from '#site'
import { directions, embeddedMap, wholeMap } from '#web/routes/visitor/contact/map-address.ts'
import { planChat } from '#web/routes/visitor/pricing/plan-names.ts'

const m = messagesOf('en')

function typed(address: string) {
  const url = new URL(address)
  expect(url.origin + url.pathname).toBe(`https://wa.me/${site.contacts.whatsapp}`)
  return url.searchParams.get('text')
}

test('rupees are grouped as in India', () => {
  expect([0, 499, 2199, 125000, 10_000_000].map(inRupees)).toEqual([
    '₹0',
    '₹499',
    '₹2,199',
    '₹1,25,000',
    '₹1,00,00,000',
  ])
})

test('the lowest a month is said only where it is true by the prices', () => {
  const lowest = (mon: number | null, half: number | null, ann: number | null) =>
    lowestAMonth(PLAN_CATEGORIES[1], {
      ...(Object.fromEntries(PLAN_IDS.map((id) => [id, 1])) as Prices),
      'jee-mon': mon,
      'jee-half': half,
      'jee-ann': ann,
    })
  expect([lowest(500, 2200, 4000), lowest(500, 2200, null), lowest(500, 2000, 9000)]).toEqual([
    'ann',
    'half',
    'half',
  ])
  expect([lowest(100, 600, 1200), lowest(null, null, 4000), lowest(null, null, null)]).toEqual(
    Array(3).fill(null),
  )
})

test('what a plan saves is said against as many months one by one, and only where it is something', () => {
  const saved = (mon: number | null, ann: number | null) =>
    savedRupees(PLAN_CATEGORIES[1], PLAN_TIERS[2], {
      ...(Object.fromEntries(PLAN_IDS.map((id) => [id, 1])) as Prices),
      'jee-mon': mon,
      'jee-ann': ann,
    })
  expect([saved(500, 4000), saved(500, 6000), saved(500, 7000)]).toEqual([2000, null, null])
  expect([saved(null, 4000), saved(500, null), saved(0, 0)]).toEqual([null, null, null])
})

test('a month of a plan costs its part of the price, in whole rupees', () => {
  const ofPlan = (id: string, rupees: number) => {
    const tier = PLAN_TIERS.find((one) => one.id === id)
    return tier && rupeesAMonth(tier, rupees)
  }
  expect([ofPlan('ann', 3999), ofPlan('half', 2199), ofPlan('mon', 499), ofPlan('ann', 0)]).toEqual([
    333, 367, 499, 0,
  ])
})

test('the chat opens with the plan and its price already typed', () => {
  expect(
    typed(planChat(site.contacts.whatsapp, { category: 'JEE', tier: 'HALF YEARLY', rupees: 2199 }, m)),
  ).toBe('Vanakkam, I would like the HALF YEARLY plan for JEE (₹2,199). How do I pay?')
})

test('without a price the chat asks for it', () => {
  expect(
    typed(planChat(site.contacts.whatsapp, { category: '10th and 12th', tier: 'ANNUAL', rupees: null }, m)),
  ).toBe('Vanakkam, I would like the ANNUAL plan for 10th and 12th. What is its price, and how do I pay?')
})

test('whatever a plan is called, its name stays in the text', () => {
  const odd = { category: 'A & B #1 +2 ?x=1', tier: '100% “new”\n', rupees: 1 }
  expect(typed(planChat(site.contacts.whatsapp, odd, m))).toContain(
    'the 100% “new”\n plan for A & B #1 +2 ?x=1 (₹1)',
  )
})

function boxOf(latitude: number, longitude: number) {
  const url = new URL(embeddedMap({ latitude, longitude }))
  expect(url.origin + url.pathname).toBe('https://www.openstreetmap.org/export/embed.html')
  expect(url.searchParams.get('layer')).toBe('mapnik')
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (url.searchParams.get('bbox') ?? '')
    .split(',')
    .map(Number)
  return { west, south, east, north, marker: url.searchParams.get('marker') }
}

test('the map shows the streets around the place, with the pin in the middle', () => {
  const { west, south, east, north, marker } = boxOf(13.0827, 80.2707)
  expect(marker).toBe('13.0827,80.2707')
  expect((west + east) / 2).toBeCloseTo(80.2707, 6)
  expect((south + north) / 2).toBeCloseTo(13.0827, 6)
})

test.each([
  [90, 0],
  [-90, 0],
  [0, 180],
  [0, -180],
  [90, 180],
  [-90, -180],
  [85.05, 179.9999],
  [0, 0],
  [-0.0000001, 0.0000001],
])(
  'at latitude %d and longitude %d the map is as large as anywhere and on the world',
  (latitude, longitude) => {
    const { west, south, east, north, marker } = boxOf(latitude, longitude)
    expect(west).toBeGreaterThanOrEqual(-180)
    expect(east).toBeLessThanOrEqual(180)
    expect(south).toBeGreaterThan(-85.06)
    expect(north).toBeLessThan(85.06)
    expect(east - west).toBeCloseTo(0.024, 5)
    expect(north - south).toBeCloseTo(0.012, 5)
    expect(marker).toMatch(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/)
    expect(marker).not.toContain('-0,')
  },
)

test('the links to the place name it', () => {
  const place = { latitude: 13.0827, longitude: 80.2707 }
  expect(wholeMap(place)).toBe(
    'https://www.openstreetmap.org/?mlat=13.0827&mlon=80.2707#map=17/13.0827/80.2707',
  )
  expect(directions(place)).toBe('https://www.google.com/maps/dir/?api=1&destination=13.0827,80.2707')
})

test.each([
  ['', null],
  ['  ', null],
  ['₹', null],
  ['₹ ', null],
  ['0', 0],
  ['007', 7],
  ['499', 499],
  ['₹499', 499],
  ['₹ 499 ', 499],
  ['₹\u00a01,499\u00a0', 1499],
  ['\u200e₹1,499\u200e', 1499],
  ['Rs. 499', 499],
  ['rs499', 499],
  ['INR 499', 499],
  ['Rs. 1,499/-', 1499],
  ['1499 /-', 1499],
  ['1499/-only', 1499],
  ['1,499 rupees only', 1499],
  ['1,499.00', 1499],
  ['1, 499', 1499],
  ['1,00,000', 100_000],
  ['₹1,00,000', 100_000],
  ['100,000', 100_000],
  ['1 00 000', 100_000],
  ['10 000', 10_000],
  ['1,00,00,000', 10_000_000],
  ['10000000', 10_000_000],
  ['௧,௪௯௯', 1499],
  ['१,४९९', 1499],
  ['１４９９', 1499],
  ['10000001', undefined],
  ['free', undefined],
  ['12.50', undefined],
  ['1.499', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['1,2', undefined],
  ['1,0,0', undefined],
  ['1,00', undefined],
  ['1,00,0', undefined],
  ['1,000,00', undefined],
  [',100', undefined],
  ['1,00,000,', undefined],
  ['₹₹5', undefined],
  ['5 6', undefined],
  ['/-', undefined],
  ['9'.repeat(400), undefined],
])('%j typed as a price is %j rupees', (text, rupees) => {
  expect(parseRupees(text)).toBe(rupees)
})

test.each([
  [
    'free',
    '“free” is not a price in whole rupees; type 0 if it costs nothing, or leave it empty for no price.',
  ],
  ['12.50', '“12.50” is not a price in whole rupees; type 12 or 13.'],
  ['₹1,499.5', '“₹1,499.5” is not a price in whole rupees; type 1,499 or 1,500.'],
  ['-1', '“-1” is not a price in whole rupees; it cannot be less than 0.'],
  ['1,0,0', '“1,0,0” is not a price in whole rupees; is it 100?'],
  ['1,00,0', '“1,00,0” is not a price in whole rupees; is it 1,000?'],
  ['five hundred', '“five hundred” is not a price in whole rupees; type a number such as 1,499.'],
  ['1,00,00,001', '“1,00,00,001” is more than ₹1,00,00,000; type less.'],
  ['x'.repeat(99), `“${'x'.repeat(24)}…” is not a price in whole rupees; type a number such as 1,499.`],
])('%j is named with what to do', (text, fault) => {
  expect(readPrice(text)).toEqual({ fault })
})

test('what is shown of a price is read as the same price', () => {
  for (const rupees of [0, 7, 99, 100, 999, 1000, 12_345, 100_000, 9_999_999, 10_000_000]) {
    expect(parseRupees(inRupees(rupees))).toBe(rupees)
  }
})

test('plans have names that people say', () => {
  expect(PLAN_IDS.map(planLabel)).toEqual(
    ['10th and 12th', 'JEE', 'NEET'].flatMap((category) =>
      ['MONTHLY', 'HALF YEARLY', 'ANNUAL'].map((tier) => `${category} · ${tier}`),
    ),
  )
})

test('a plan that the centre does not offer is left out, and a category without plans, too', () => {
  const hidden: PlanId[] = ['jee-mon', 'neet-mon', 'neet-half', 'neet-ann']
  expect(offeredPlans(hidden).map(({ category, tiers }) => [category.id, tiers.map(({ id }) => id)])).toEqual(
    [
      ['10th12th', ['mon', 'half', 'ann']],
      ['jee', ['half', 'ann']],
    ],
  )
  const prices = Object.fromEntries(PLAN_IDS.map((id) => [id, 500])) as Prices
  expect(offeredPrices(prices, hidden)).toMatchObject({ 'jee-mon': null, 'jee-half': 500 })
})
