import { expect, test } from 'vitest'
import { sayingsOf, timeAgo } from '#domain/centre/testimonial.ts'

const NOW = new Date('2026-11-21T06:00:00Z')

test('how long ago a testimonial was said ages with it', () => {
  expect(timeAgo('2026-11', NOW)).toBe('this month')
  expect(timeAgo('2026-10', NOW)).toBe('a month ago')
  expect(timeAgo('2026-06', NOW)).toBe('5 months ago')
  expect(timeAgo('2025-12', NOW)).toBe('11 months ago')
  expect(timeAgo('2025-11', NOW)).toBe('a year ago')
  expect(timeAgo('2024-12', NOW)).toBe('a year ago')
  expect(timeAgo('2024-11', NOW)).toBe('2 years ago')
  expect(timeAgo('2020-07', NOW)).toBe('6 years ago')
})

test('a testimonial from the future was said this month', () => {
  expect(timeAgo('2026-12', NOW)).toBe('this month')
  expect(timeAgo('2031-01', NOW)).toBe('this month')
})

test('a month begins when it begins in India', () => {
  expect(timeAgo('2026-10', new Date('2026-10-31T18:29:00Z'))).toBe('this month')
  expect(timeAgo('2026-10', new Date('2026-10-31T18:30:00Z'))).toBe('a month ago')
})

test('without consent a testimonial is not shown, and a sample is known as one', () => {
  const said = { text: 'It helped.', name: 'A parent', date: '2025-11' }
  const shown = sayingsOf(
    [
      { ...said, consent: true },
      { ...said, name: 'Who did not agree', consent: false },
      { ...said, name: 'A sample', consent: 'sample' },
    ],
    NOW,
  )
  expect(shown).toEqual([
    { ...said, ago: 'a year ago', sample: false },
    { ...said, name: 'A sample', ago: 'a year ago', sample: true },
  ])
})
