import { describe, expect, test } from 'vitest'
import { fullTitle, shortTitle } from '#domain/language/labels.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { FACETS, facetValue, withValue } from '#domain/paper/filters.ts'
import { cleanVariant, levelOf, readVariant, unsaidParts, writeVariant } from '#domain/paper/variant.ts'

const PAPER = {
  title: 'Board paper, Set 1 (65/4/1)',
  type: 'cbse',
  grade: '12',
  subject: 'Mathematics',
  month: 'March',
  year: 2024,
} as const

test('what the title leaves to headings is before it', () => {
  expect(fullTitle(PAPER)).toBe('CBSE Class 12 Mathematics, March 2024: Board paper, Set 1 (65/4/1)')
  expect(fullTitle(PAPER, ' - ')).toMatch(/^CBSE Class 12 Mathematics, March 2024 - Board/)
  const jee = { ...PAPER, type: 'jee', grade: 'previous-years', subject: 'all' } as const
  expect(fullTitle({ ...jee, title: 'JEE Main, Shift 1' })).toBe('March 2024: JEE Main, Shift 1')
})

test.each([
  ['CBSE Class 12 Mathematics 65/4/1, 2024 Set 1', ''],
  ['cbse 12th mathematics of 2024', ''],
  ['CBSE Class XII Mathematics 2024', ''],
  ['Mathematics Set 12', 'CBSE Class 12, March 2024: '],
  ['CBSE Mathematics, class 10 and 120 marks', 'Class 12, March 2024: '],
  ['அரையாண்டுத் தேர்வு: கணிதம் 2024', 'CBSE Class 12 Mathematics: '],
])('%s says itself what it says', (title, before) => {
  expect(fullTitle({ ...PAPER, title })).toBe(before + title)
})

test('a title of two lines is shown whole', () => {
  for (const title of ['Set', 'அரையாண்டுத் தேர்வு: கணிதம்', 'Board paper, Set 1 (65/4/1)', 'x'.repeat(66)])
    expect(shortTitle(title)).toBe(title)
})

test.each([
  [
    'Applied Mathematics, Board paper, For visually impaired (364/B)',
    'Applied Mathematics, For visually impaired (364/B)',
  ],
  [
    'Half-yearly practice paper: Light, electricity and chemical reactions',
    'Half-yearly: Light, electricity and chemical reactions',
  ],
  [
    'Revision test: World wars and the freedom movement in Tamil Nadu',
    'Revision test: World wars and the freedom movement in Tamil Nadu',
  ],
])('of a longer one what tells no paper from another is left out: %s', (title, shown) => {
  expect(shortTitle(title)).toBe(shown)
})

test('of one that is still too long its beginning and its end are shown, in whole words where it has any', () => {
  const title = `Sample question paper ${'with the marking scheme '.repeat(5)}for Mathematics (041), Set 2`
  expect(shortTitle(title)).toBe('Sample question paper with … Mathematics (041), Set 2')
  expect(shortTitle('x'.repeat(200))).toBe(`${'x'.repeat(28)} … ${'x'.repeat(24)}`)
})

test('no letter of Tamil or Hindi is parted from its sign', () => {
  for (const word of ['கொ', 'दि']) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const [begin, end] = shortTitle(before + word.repeat(80)).split(' … ')
      expect([begin?.endsWith(word), end?.startsWith(word)]).toEqual([true, true])
    }
  }
})

const paper = {
  id: 'p1',
  type: 'cbse',
  grade: '12',
  subject: 'Tamil',
  month: 'March',
  year: 2024,
} as const

const pathOf = (title: string) => paperPath({ ...paper, title })

test("the title's letters and digits are in the address", () => {
  expect(pathOf('Board paper, Set 1 (65/4/1)')).toBe('/papers/p1/board-paper-set-1-65-4-1')
  expect(pathOf('  «Élan» & résumé — ½ paper  ')).toBe('/papers/p1/elan-resume-1-2-paper')
  expect(pathOf('தமிழ் Half-yearly')).toBe('/papers/p1/half-yearly')
})

test('a title with fewer than three of them gives way to what the paper is', () => {
  const instead = '/papers/p1/cbse-12-tamil-march-2024'
  expect(pathOf('அரையாண்டுத் தேர்வு')).toBe(instead)
  expect(pathOf('பகுதி 2 - ஆ 1')).toBe(`${instead}-2-1`)
  expect(pathOf('X2a')).toBe('/papers/p1/x2a')
})

test('a year, a code or a few Latin letters in a title of other letters are not all that the address says', () => {
  const facts = '/papers/p1/cbse-12-tamil-march-2024'
  expect(pathOf('கணிதம் பொதுத் தேர்வு 2024')).toBe(facts)
  expect(pathOf('गणित वार्षिक परीक्षा 2023')).toBe(`${facts}-2023`)
  expect(pathOf('கணிதம் வினாத்தாள் 2024 Set 2')).toBe(`${facts}-set-2`)
  expect(pathOf('2024')).toBe(facts)
  expect(pathOf('65/1/1')).toBe(`${facts}-65-1-1`)
  expect(pathOf('Mathematics (கணிதம்) 2024')).toBe('/papers/p1/mathematics-2024')
})

test('it is at most 80 characters long and does not end in a hyphen', () => {
  expect(pathOf('a'.repeat(200))).toBe(`/papers/p1/${'a'.repeat(80)}`)
  expect(pathOf(`${'a'.repeat(79)} and more`)).toBe(`/papers/p1/${'a'.repeat(79)}`)
  expect(pathOf(`${'(! '.repeat(60)}end`)).toBe('/papers/p1/end')
})

test.each([
  ['Standard, Set 3', 'Standard, Set 3'],
  ['set 3 , STANDARD,, re-exam', 'Standard, Set 3, re-exam'],
  ['for visually impaired, outside delhi', 'Outside Delhi, For visually impaired'],
  ['set 2, region c', 'Region C, Set 2'],
  ['தமிழ் medium', 'தமிழ் Medium'],
  ['one\u0000\n\u202etwo', 'one two'],
  ['Set 1, Set 2', 'Set 1, Set 2'],
  [' , ,', ''],
])('what was typed as %j is kept as %j, and stays so', (typed, kept) => {
  expect(cleanVariant(typed)).toBe(kept)
  expect(cleanVariant(kept)).toBe(kept)
})

test('a variant is read back as it was written', () => {
  const parts = { level: 'Basic', region: 'Delhi', set: 'Set 2', occasion: 'Compartment' }
  expect(writeVariant(parts)).toBe('Basic, Delhi, Set 2, Compartment')
  expect(readVariant('Basic, Delhi, Set 2, Compartment')).toEqual(parts)
  expect(readVariant('something else')).toEqual({})
})

test('what a title says already is not said twice, and a part of a word is no word', () => {
  expect(unsaidParts('Standard, Set 1', 'Mathematics (Standard), Board paper')).toEqual(['Set 1'])
  expect(unsaidParts('Set 1', 'Set 12')).toEqual(['Set 1'])
  expect(unsaidParts('', 'Anything')).toEqual([])
})

test.each([
  ['Board paper (30/2/1)', 'Standard, Set 1', 'Standard'],
  ['Mathematics (Basic) board question paper', '', 'Basic'],
  ['Maths standard model paper', '', 'Standard'],
  ['Basic Mathematics, pre-board', '', 'Basic'],
  ['10th standard question paper', '', null],
  ['Basic concepts of chemistry', 'Set 2', null],
])('the level of "%s" (%s) is %s', (title, variant, level) => {
  expect(levelOf({ title, variant })).toBe(level)
})

describe('facet values', () => {
  const PAPER = {
    type: 'state',
    grade: '12',
    subject: 'Physics',
    year: 2024,
    month: 3,
    answered: true,
    board: 'Bihar',
  }

  test('a paper’s values are in addresses as people read them, and ask for what the paper has', () => {
    const values = FACETS.map((facet) => [facet, facetValue(PAPER, facet)])
    expect(Object.fromEntries(values)).toEqual({
      ...{ type: 'state', grade: '12', subject: 'Physics', year: '2024', month: 'March', answered: 'yes' },
      board: 'Bihar',
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
})
