import { expect, test } from 'vitest'
import { shortTitle } from '#domain/paper/labels.ts'

test('a title of up to 96 letters is shown whole', () => {
  for (const title of ['Set', 'அரையாண்டுத் தேர்வு: கணிதம்', 'x'.repeat(96)]) expect(shortTitle(title)).toBe(title)
})

test('of a longer one its beginning and its end are shown, in whole words where it has any', () => {
  const title = `Sample question paper ${'with the marking scheme '.repeat(5)}for Mathematics (041), Set 2`
  expect(shortTitle(title)).toBe(
    'Sample question paper with the marking scheme with the … for Mathematics (041), Set 2',
  )
  expect(shortTitle('x'.repeat(200))).toBe(`${'x'.repeat(60)} … ${'x'.repeat(32)}`)
})

test('no letter of Tamil or Hindi is parted from its sign', () => {
  for (const word of ['கொ', 'दि']) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const [begin, end] = shortTitle(before + word.repeat(80)).split(' … ')
      expect([begin?.endsWith(word), end?.startsWith(word)]).toEqual([true, true])
    }
  }
})
