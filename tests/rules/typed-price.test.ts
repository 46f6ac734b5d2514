import { expect, test } from 'vitest'
import { inRupees, PLAN_IDS, planLabel } from '#domain/pricing/plan.ts'
import { parseRupees, readPrice } from '#domain/pricing/typed-price.ts'

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
