import { expect, test } from 'vitest'
import { facetValue, withValue } from '#domain/paper/facet-values.ts'
import { FACETS } from '#domain/paper/filters.ts'

const PAPER = { type: 'cbse', grade: '12', subject: 'Physics', year: 2024, month: 3, answered: true }

test('a paper’s values stand in addresses as people read them, and ask for what the paper has', () => {
  const values = FACETS.map((facet) => [facet, facetValue(PAPER, facet)])
  expect(Object.fromEntries(values)).toEqual({
    ...{ type: 'cbse', grade: '12', subject: 'Physics', year: '2024', month: 'March', answered: 'yes' },
  })
  expect(FACETS.reduce((filter, facet) => withValue(filter, facet, facetValue(PAPER, facet)), {})).toEqual({
    ...PAPER,
    month: 'March',
  })
})

test('what a paper does not have is empty', () => {
  for (const facet of FACETS) expect([facet, facetValue({}, facet)]).toEqual([facet, ''])
  expect(facetValue({ ...PAPER, answered: false }, 'answered')).toBe('')
  expect([1, 12].map((month) => facetValue({ month }, 'month'))).toEqual(['January', 'December'])
})

test('another value of a facet takes the place of the first, and leaves the others', () => {
  expect(withValue({ type: 'cbse', year: 2024 }, 'year', '2023')).toEqual({ type: 'cbse', year: 2023 })
})
