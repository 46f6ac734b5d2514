import { expect, test } from 'vitest'
import { PLAN_IDS, type Prices } from '#domain/pricing/plan.ts'
import { priceText, settled, stateOf } from '#web/routes/admin/prices/price-draft.ts'

const saved = { ...Object.fromEntries(PLAN_IDS.map((id) => [id, null])), 'jee-ann': 4999 } as Prices
const typed = (text: string, was: number | null = 4999) => ({ 'jee-ann': { text, was } })

test('a field shows the saved price with Indian grouping until something is typed', () => {
  expect(stateOf('jee-ann', {}, saved)).toMatchObject({ text: '4,999', changed: false, fault: null })
  expect(stateOf('neet-ann', {}, saved)).toMatchObject({ text: '', changed: false })
  expect([priceText(100_000), priceText(0), priceText(null)]).toEqual(['1,00,000', '0', ''])
})

test.each([
  ['5499', true],
  ['Rs. 4,999/-', false],
  ['', true],
  ['almost', true],
])('%j is a change: %j', (text, changed) => {
  const state = stateOf('jee-ann', typed(text), saved)
  expect([state.text, state.changed, state.overtaken]).toEqual([text, changed, false])
  expect(state.fault !== null).toBe(text === 'almost')
})

test('a price that was changed elsewhere since its typing began is overtaken, unless both are the same', () => {
  expect(stateOf('jee-ann', typed('6000', 5200), saved).overtaken).toBe(true)
  expect(stateOf('jee-ann', typed('almost', 5200), saved).overtaken).toBe(true)
  expect(stateOf('jee-ann', typed('4999', 5200), saved)).toMatchObject({ changed: false, overtaken: false })
})

test('a field that is left gets its grouping, gives up what is saved already, and keeps what is wrong', () => {
  for (const [text, shown] of [
    ['100000', '1,00,000'],
    ['₹ 2500', '2,500'],
    ['Rs. 1,499/-', '1,499'],
    ['  ', ''],
    ['12.50', '12.50'],
  ] as const)
    expect(settled('jee-ann', typed(text), saved)).toEqual(typed(shown))
  expect(settled('jee-ann', typed('₹4999'), saved)).toEqual({})
})
