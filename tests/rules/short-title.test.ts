import { expect, test } from 'vitest'
import { shortTitle } from '#domain/paper/labels.ts'

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
