import { expect, test } from 'vitest'
import type { FoundPaper } from '#domain/paper/admin-paper.ts'
import { alike, inBundles, reportOutcome, working } from '#web/routes/admin/papers/use-bulk.ts'

const ids = (count: number) => Array.from({ length: count }, (_, at) => `paper-${at}`)
const refused = (count: number) => ids(count).map((id) => ({ id, detail: 'Choose a subject.' }))

test.each([
  ['change', 4, 0, 0, 4, '4 papers are changed.'],
  ['bin', 1, 0, 0, 1, '1 paper is in the bin.'],
  ['restore', 1234, 0, 0, 1234, '1,234 papers are restored.'],
  ['delete', 50, 0, 0, 52, '50 of 52 papers are deleted for good.'],
  ['change', 1, 1, 0, 2, '1 of 2 papers is changed. 1 was not there any more.'],
  ['bin', 0, 2, 0, 2, '0 of 2 papers are in the bin. 2 were not there any more.'],
  [
    ...(['change', 3, 1, 1, 5] as const),
    '3 of 5 papers are changed. 1 was not there any more. 1 not: Choose a subject.',
  ],
] as const)('%s: %i done, %i missing, %i refused of %i', (action, done, missing, not, of, words) => {
  const outcome = { done: ids(done), missing: ids(missing), refused: refused(not) }
  expect(reportOutcome(action, outcome, of)).toBe(words)
})

test('fifty go at a time, and how far it is is said where there are more', () => {
  expect(inBundles(ids(52)).map((some) => some.length)).toEqual([50, 2])
  expect([inBundles([]), inBundles(ids(52)).flat()]).toEqual([[], ids(52)])
  expect(working('bin', 0, 50)).toBe('Deleting …')
  expect(working('change', 1050, 4000)).toBe('Changing: 1,050 of 4,000 papers …')
})

test('papers that were alike go back together, by the fields that were changed', () => {
  const paper = (id: string, year: number, month = 'May') =>
    ({
      id,
      type: 'cbse',
      grade: '12',
      subject: 'Physics',
      month,
      year,
      medium: '',
      syllabus: '',
      kind: '',
      title: id,
    }) as FoundPaper
  const papers = [paper('a', 2018), paper('b', 2018, 'June'), paper('c', 2019)]
  expect(alike(papers, ['year'])).toEqual([
    { change: { year: '2018' }, ids: ['a', 'b'] },
    { change: { year: '2019' }, ids: ['c'] },
  ])
  expect(alike(papers, ['degree', 'month'])).toEqual([
    { change: { degree: '12th-cbse', month: 'May' }, ids: ['a', 'c'] },
    { change: { degree: '12th-cbse', month: 'June' }, ids: ['b'] },
  ])
})
