import { expect, test } from 'vitest'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { understood, vocabulary } from './vocabulary.ts'

test.each([
  ['', ''],
  [' \t\n', ''],
  ['"%_-:(){}^~\'\\*', ''],
  ['😀 👩🏽‍🏫', ''],
  ['\u0308', ''],
  ['"cbse" AND NEAR(maths*, 2) OR -12', 'type=cbse subject=Mathematics grade=12 | NEAR | 2'],
  ['\u202ecbse\u200b ma\u00adths\u0000 12\u200f', 'type=cbse subject=Mathematics grade=12'],
  ['கணி\u200cதம்', 'subject=Mathematics'],
  ['c\u0000b', 'c | b'],
  ['a', 'a'],
  ['q', 'q'],
  ['9', 'grade=9'],
  ['12345678901234567890', '12345678901234567890'],
  ['constructor __proto__ toString', 'constructor | proto | toString'],
  ['\ud800 maths', 'subject=Mathematics'],
])('%j gives %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test('a hundred characters are read, and no more', () => {
  expect(understood(`${'a'.repeat(100)} maths`)).toBe('a'.repeat(100))
  expect(understandQuery('𝒙'.repeat(300), vocabulary).terms[0]?.typed).toBe('𝒙'.repeat(100))
})

test('whatever is typed, every part and every term is of the text and can be taken off', () => {
  const random = randomOf(7)
  const pieces = [
    ...[...vocabulary.meanings.keys()].filter((_, at) => at % 9 === 0),
    ...'12 10th x 2019 2021-22 65/4/1 + " * ( ) - : % _ \' \\ chapter class std ஆம் ் ா \u200d \u202e \u0000 😀 é İ ﬁ ① १० ١٢ கணி'.split(
      ' ',
    ),
  ]
  for (let run = 0; run < 3_000; run++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 9) }, () => {
      if (random() < 0.7) return pieces[Math.floor(random() * pieces.length)]
      return String.fromCodePoint(...Array.from({ length: 4 }, () => Math.floor(random() * 0x3000)))
    }).join(random() < 0.5 ? ' ' : '')
    const { parts, terms } = understandQuery(text, vocabulary)
    expect(new Set(parts.map(({ facet }) => facet)).size).toBe(parts.length)
    for (const { ways, typed } of terms) {
      expect(typed).not.toBe('')
      expect(ways.length).toBeGreaterThan(0)
      expect(ways.flat().every((word) => /[\p{L}\p{N}\p{Co}]/u.test(word) && !/[\s"*]/.test(word))).toBe(true)
    }
    for (const { without, facet } of parts) {
      const left = understandQuery(without, vocabulary).parts
      expect([text, left.length + 2 > parts.length || left.every((part) => part.facet !== facet)]).toEqual([
        text,
        true,
      ])
      expect(without).toBe(without.trim())
    }
  }
})

function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
