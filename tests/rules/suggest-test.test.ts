import { expect, test } from 'vitest'
import { type Candidate, suggestTest, type WantedTest } from '#domain/questions/suggest-test.ts'

/** "circles 3" is a question of Circles of 3 marks; each in a paper of its own. */
const made = (said: string, at: number, more: Partial<Candidate> = {}): Candidate => {
  const [chapter = '', marks] = said.split(' ')
  const key = `k${at}`
  return {
    ...{
      key,
      paper: `p${at}`,
      chapters: [chapter],
      marks: Number(marks),
      year: 2020,
      years: 1,
      likeness: key,
    },
    ...more,
  }
}
const many = (...said: string[]) => said.map((each, at) => made(each, at))
const draft = (candidates: Candidate[], wanted: Partial<WantedTest> = {}) =>
  suggestTest(candidates, {
    ...{ marks: 10, minutes: null, chapters: ['circles', 'triangles'], leftOut: new Set<string>(), seed: 1 },
    ...wanted,
  })
const twenty = Array.from({ length: 60 }, (_, at) =>
  made(`${at % 2 ? 'circles' : 'triangles'} ${1 + (at % 5)}`, at, { paper: `p${at % 7}` }),
)

test('marks are met, shared evenly among chapters, and of many sizes and papers', () => {
  const { questions, marks, missing, minutes } = draft(twenty, { marks: 40, minutes: 90 })
  expect([marks, missing, minutes]).toEqual([40, 0, 90])
  const of = (chapter: string) =>
    questions.filter((each) => each.chapter === chapter).reduce((sum, each) => sum + each.marks, 0)
  expect(Math.abs(of('circles') - of('triangles'))).toBeLessThanOrEqual(5)
  expect(new Set(questions.map((each) => each.marks))).toEqual(new Set([1, 2, 3, 4, 5]))
  const papers = questions.map(({ key }) => twenty.find((each) => each.key === key)?.paper)
  expect(
    Math.max(...[...Map.groupBy(papers, (paper) => paper).values()].map((own) => own.length)),
  ).toBeLessThan(5)
  expect(questions.map((each) => each.marks)).toEqual(questions.map((each) => each.marks).sort())
})

test('a seed gives the same draft whatever the order of the questions, and another seed another one', () => {
  const keys = (seed: number, of = twenty) => draft(of, { marks: 30, seed }).questions.map(({ key }) => key)
  expect(keys(7, twenty.toReversed())).toEqual(keys(7))
  expect(keys(8)).not.toEqual(keys(7))
})

test('marks are met wherever some of the questions add up to them', () => {
  const { marks, missing, questions } = draft(many('circles 4', 'circles 4', 'circles 3', 'circles 6'), {
    chapters: ['circles'],
    marks: 10,
  })
  expect([marks, missing]).toEqual([10, 0])
  expect(questions.map((each) => each.marks)).toEqual([4, 6])
  expect(draft(many('circles 3', 'circles 2', 'triangles 2'), { marks: 4 })).toMatchObject({
    marks: 4,
    missing: 0,
  })
  expect(draft(many('circles 5', 'circles 5', 'circles 4'), { marks: 8 })).toMatchObject({
    marks: 5,
    missing: 3,
  })
})

test('too few questions, and chapters without any, are said', () => {
  expect(draft(many('circles 3', 'circles 2'))).toMatchObject({
    ...{ marks: 5, aim: 10, missing: 5, without: ['triangles'] },
  })
  expect(draft([])).toEqual({
    ...{ questions: [], marks: 0, minutes: 0, aim: 10, missing: 10, without: ['circles', 'triangles'] },
  })
  expect(draft(many('circles 12'), { chapters: ['circles'] })).toMatchObject({ marks: 0, missing: 10 })
})

test('minutes allow as many marks as CBSE gives them: three hours for 80', () => {
  expect(draft(twenty, { marks: 40, minutes: 45 })).toMatchObject({
    aim: 20,
    marks: 20,
    missing: 0,
    minutes: 45,
  })
  expect(draft(twenty, { marks: 40, minutes: 300 })).toMatchObject({ aim: 40, marks: 40, minutes: 90 })
  expect(draft(twenty, { marks: 40, minutes: 1 })).toMatchObject({ aim: 0, questions: [] })
})

test('no question of the last test comes again, in the same words of another paper neither', () => {
  const asked = [
    made('circles 5', 1, { likeness: 'same' }),
    made('circles 5', 2, { likeness: 'same', year: 2015 }),
    made('circles 5', 3),
  ]
  const keys = (leftOut: string[]) =>
    draft(asked, { chapters: ['circles'], leftOut: new Set(leftOut) }).questions.map(({ key }) => key)
  expect(keys([]).sort()).toEqual(['k1', 'k3'])
  expect(keys(['k2'])).toEqual(['k3'])
})

test('a question of two chapters stands for the first one that is wanted, and those asked often go first', () => {
  const both = made('circles 2', 1, { chapters: ['triangles', 'circles'] })
  expect(draft([both], { marks: 2 }).questions).toEqual([{ key: 'k1', chapter: 'circles', marks: 2 }])
  expect(draft([both], { chapters: ['statistics'], marks: 2 }).questions).toEqual([])
  const alike = Array.from({ length: 40 }, (_, at) => made('circles 1', at, { years: at < 20 ? 4 : 1 }))
  const often = Array.from({ length: 20 }, (_, seed) => draft(alike, { marks: 10, seed }).questions)
    .flat()
    .filter(({ key }) => Number(key.slice(1)) < 20)
  expect(often.length).toBeGreaterThan(120)
})
