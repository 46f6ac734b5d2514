import { expect, test } from 'vitest'
import { ensureExams, examColumns, examOf, setOf, shownSet } from '#domain/exam-sets.server.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'
import { log, openTestsDatabase } from '../support/own-database.ts'

const PAPER: Parameters<typeof examOf>[0] = {
  ...{ title: '', type: 'cbse', grade: '12', subject: 'Physics', month: 3, year: 2020 },
  ...{ variant: '', medium: '', kind: '', board: '', syllabus: '' },
}
const paper = (title: string, variant = '') => ({ ...PAPER, title, variant })

test.each([
  ['Board paper', 'Standard, Set 3', '3'],
  ['Board paper, set-2', '', '2'],
  ['Board paper (55/2/1)', '', '1'],
  ['Board paper, Set 1 (55/2/1)', 'Set 4', '4'],
  ['Board paper Set B', '', 'B'],
  ['Board paper (55/B)', '', null],
  ['Settlement of 1858', '', null],
  ['Set theory', '', null],
])('%j of the variant %j is the set %s', (title, variant, set) => {
  expect(setOf(paper(title, variant))).toBe(set)
})

test('an exam is the same for its sets alone', () => {
  const exam = examOf(paper('Board paper (55/2/1)', 'Set 1'))
  expect(examOf(paper('Another title, Set 2 (55/2/2)', 'Set 2'))).toBe(exam)
  for (const other of [
    paper('Board paper (55/3/1)', 'Set 1'),
    paper('Board paper (55/2/1)', 'Set 1, Compartment'),
    { ...paper('Board paper (55/2/1)', 'Set 1'), year: 2021 },
    { ...paper('Board paper (55/2/1)', 'Set 1'), month: 5 },
    { ...paper('Board paper (55/2/1)', 'Set 1'), board: 'Bihar' },
    { ...paper('Board paper (55/2/1)', 'Set 1'), medium: 'Hindi' },
  ])
    expect(examOf(other)).not.toBe(exam)
})

test('a medium that the variant said before it had a field of its own makes the same exam', () => {
  const before = examOf(paper('Board paper', 'Standard, Set 1, Tamil Medium'))
  expect(examOf({ ...paper('Board paper', 'Standard, Set 2'), medium: 'Tamil' })).toBe(before)
})

test('sets sort by their number and then their letter, and a paper that is no set has no exam', () => {
  const sets = ['Set 10', 'Set B', 'Set 2', 'Set 1'].map(
    (set) => examColumns(paper('Board paper', set)).examSet,
  )
  expect(sets.toSorted().map(shownSet)).toEqual(['1', '2', '10', 'B'])
  expect(examColumns(paper('Set theory'))).toEqual({ exam: '', examSet: '' })
})

test('all papers that nobody has filed are filed: by the start, or in the background where they are many', async () => {
  const own = await openTestsDatabase()
  await fillCatalogue({ kind: 'sqlite', path: own.path }, own, 1_100)
  const unfiled = async () => {
    const rows = own.db.selectFrom('papers').select(({ fn }) => fn.countAll<number>().as('papers'))
    return (await rows.where('exam', 'is', null).executeTakeFirstOrThrow()).papers
  }
  expect(await unfiled()).toBe(1_100)
  await ensureExams({ ...own, log })
  expect(await unfiled()).toBe(0)
  await own.db.updateTable('papers').set({ exam: null }).execute()
  await ensureExams({ ...own, log }, 1)
  await expect.poll(unfiled).toBe(0)
})
