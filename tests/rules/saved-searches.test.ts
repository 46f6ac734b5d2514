import { expect, test } from 'vitest'
import { keptTerm } from '#domain/activity/count-searches.server.ts'

test.each([
  ['  CBSE   Physics\n2024 ', 'cbse physics 2024'],
  ['கணிதம்', 'கணிதம்'],
  ['+2', '+2'],
  ['2021-2022 maths', '2021-2022 maths'],
  ['65/2/2', '65/2/2'],
  ['a'.repeat(60), 'a'.repeat(60)],
  [`${'🦜'.repeat(57)} ab`, `${'🦜'.repeat(57)} ab`],
])('a search for %j is kept as %j', (typed, kept) => {
  expect(keptTerm(typed)).toBe(kept)
})

test.each([
  '',
  ' ',
  '?!',
  'a',
  'a'.repeat(61),
  '9841012345',
  '98410 12345',
  '1234567',
  '1 2 3 4 5 6 7 8 9',
  '९८४१०१२३',
  'meena@example.in',
  'ｍｅｅｎａ＠example',
  'https://example',
  'www example',
  'example.com',
  'meena gmail',
])('a search for %j is nobody’s to keep', (typed) => {
  expect(keptTerm(typed)).toBeNull()
})

test('a year and a range of years are no telephone number', () => {
  for (const typed of ['123456', '2019 2020', '1 2 3 4 5 6 7 8']) expect(keptTerm(typed)).toBe(typed)
})
