import { expect, test } from 'vitest'
import { nearWords } from '#domain/search/words/spelling.ts'

const KNOWN = ['physics', 'physical', 'mathematics', 'tamil', 'கணிதம்', 'அறிவியல்', 'light', 'sets']

test.each([
  ['phisics', ['physics']],
  ['phsyics', ['physics']],
  ['pphysics', ['physics']],
  ['mathamatis', ['mathematics']],
  ['matehmatcis', ['mathematics']],
  ['phicics', []],
  ['phisicel', ['physical']],
  ['phisice', []],
  ['set', []],
  ['sest', ['sets']],
  ['கனிதம்', ['கணிதம்']],
  ['அறவியல்', ['அறிவியல்']],
  ['கணதிம்', ['கணிதம்']],
  ['கணதிய்', []],
  ['', []],
])('%j is near %j', (word, near) => {
  expect(nearWords(word, KNOWN)).toEqual(near)
})

test('the nearest comes first', () => {
  expect(nearWords('statistcs', ['statistic', 'statistical', 'statistics'])).toEqual([
    'statistics',
    'statistic',
  ])
})
