import { expect, test } from 'vitest'
import { paperPath } from '#domain/paper/paper-path.ts'

const paper = {
  id: 'p1',
  type: 'cbse',
  grade: '12',
  subject: 'Tamil',
  month: 'March',
  year: 2024,
} as const

const pathOf = (title: string) => paperPath({ ...paper, title })

test("the title's letters and digits stand in the address", () => {
  expect(pathOf('Board paper, Set 1 (65/4/1)')).toBe('/papers/p1/board-paper-set-1-65-4-1')
  expect(pathOf('  «Élan» & résumé — ½ paper  ')).toBe('/papers/p1/elan-resume-1-2-paper')
  expect(pathOf('தமிழ் Half-yearly')).toBe('/papers/p1/half-yearly')
})

test('a title with fewer than three of them gives way to what the paper is', () => {
  const instead = '/papers/p1/cbse-12-tamil-march-2024'
  expect(pathOf('அரையாண்டுத் தேர்வு')).toBe(instead)
  expect(pathOf('பகுதி 2 - ஆ 1')).toBe(instead)
  expect(pathOf('X2a')).toBe('/papers/p1/x2a')
})

test('it is at most 80 characters long and does not end in a hyphen', () => {
  expect(pathOf('a'.repeat(200))).toBe(`/papers/p1/${'a'.repeat(80)}`)
  expect(pathOf(`${'a'.repeat(79)} and more`)).toBe(`/papers/p1/${'a'.repeat(79)}`)
  expect(pathOf(`${'(! '.repeat(60)}end`)).toBe('/papers/p1/end')
})
