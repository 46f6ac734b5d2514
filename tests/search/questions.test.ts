import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { type ChapterTable, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import { insideTerms } from '#domain/search/finding/find-inside.server.ts'
import {
  countQuestions,
  findQuestions,
  readSaidOfQuestions,
} from '#domain/search/questions/find-questions.server.ts'
import { askedClass } from '#domain/search/questions/weightage.server.ts'
import type { MadeQuestion } from '../support/made-questions.ts'
import { addPaper, clock, log, type MadePaper, openTestsDatabase } from '../support/own-database.ts'
import { vocabulary } from './vocabulary.ts'

const recogniser = { isOn: async () => false } as App['recogniser']
const now = new Date('2026-11-21T06:00:00Z')

/** A search over the questions of these papers alone. */
async function searchOf(
  papers: [title: string, questions: (string | MadeQuestion)[], more?: Partial<MadePaper>][],
  table?: ChapterTable,
) {
  const app = { ...(await openTestsDatabase(table)), vocabulary, clock, log, recogniser }
  for (const [title, asked, more] of papers) {
    const questions = asked.map((each) => (typeof each === 'string' ? { text: each } : each))
    await addPaper(app, { title, questions, ...more })
  }
  const find = async (q: string, more: Parameters<typeof findQuestions>[1] = {}) =>
    await findQuestions(app, { q, ...more })
  return {
    app,
    find,
    /** Title of the paper and number of each question. */
    found: async (q: string, more: Parameters<typeof findQuestions>[1] = {}) =>
      (await find(q, more)).questions.map(({ paper, id }) => `${paper.title} ${id}`),
  }
}

test.each([
  ['probability, 5 marks, of the last ten years', 'probability', { marks: 5, from: 2017 }],
  ['5 mark questions on circles', 'questions on circles', { marks: 5 }],
  ['ஐந்து மதிப்பெண் நிகழ்தகவு', 'நிகழ்தகவு', { marks: 5 }],
  ['निर्देशांक ज्यामिति 3 अंक पिछले 5 साल', 'निर्देशांक ज्यामिति', { marks: 3, from: 2022 }],
  ['matrices 2015 to 2020', 'matrices', { from: 2015, to: 2020 }],
  ['matrices from 2015', 'matrices', { from: 2015 }],
  ['matrices until 2015', 'matrices', { to: 2015 }],
  ['matrices 2015-2020', 'matrices', { from: 2015, to: 2020 }],
  ['benchmarks of 2019', 'benchmarks of 2019', {}],
  ['90 marks', '90 marks', {}],
  ['population from 1850 to 1900', 'population from 1850 to 1900', {}],
  ['', '', {}],
])('%j asks for %j with %j', (text, rest, expected) => {
  const read = readSaidOfQuestions(text, now)
  const { marks, years } = read.said
  const { typed: _, ...range } = years ?? { typed: '' }
  expect([read.rest, { ...(marks && { marks: marks.value }), ...range }]).toEqual([rest, expected])
})

test.each<[QuestionFilter, string | null, ReturnType<typeof askedClass>]>([
  [{}, null, null],
  [{ type: 'cbse' }, null, null],
  [{ grade: '12' }, null, null],
  [{ type: 'cbse', grade: '12' }, null, { type: 'cbse', grade: '12', board: '', course: '' }],
  [{ type: 'cbse', grade: '12' }, 'applied', { type: 'cbse', grade: '12', board: '', course: 'applied' }],
  [{ type: 'state', grade: '10' }, null, { type: 'state', grade: '10', board: 'Tamil Nadu', course: '' }],
  [
    { type: 'state', grade: '10', board: 'Bihar' },
    null,
    { type: 'state', grade: '10', board: 'Bihar', course: '' },
  ],
])('the weightage of %j, course %j, is that of %j', (filter, course, expected) => {
  expect(askedClass(filter, course)).toEqual(expected)
})

test('words narrow as in a search for papers, and what is left is looked for in questions', async () => {
  const { found, find } = await searchOf([
    ['Old', [{ text: 'A die is thrown. Find the probability of a six.', marks: 5 }], { year: 2012 }],
    [
      'New',
      [
        { text: 'A coin is tossed: the probability of heads', marks: 2 },
        { text: 'Draw a circle', marks: 5 },
      ],
      { year: 2024 },
    ],
    ['Ten', [{ text: 'Probability of rain', marks: 5 }], { grade: '10', year: 2023 }],
  ])
  expect(await found('probability')).toEqual(['New q1', 'Ten q1', 'Old q1'])
  expect(await found('class 10 probability')).toEqual(['Ten q1'])
  expect(await found('+2 maths probability questions')).toEqual(['New q1', 'Old q1'])
  expect(await found('probability, 5 marks, of the last ten years')).toEqual(['Ten q1'])
  expect(await found('probability 2012')).toEqual(['Old q1'])
  expect(await found('probability', { filter: { marks: 2 } })).toEqual(['New q1'])
  expect(await found('probability 5 marks', { filter: { marks: 2 } })).toEqual(['New q1'])
  expect(await found('probability 5 marks', { lifted: ['marks'] })).toEqual(['New q1', 'Ten q1', 'Old q1'])
  expect(await found('5 marks')).toEqual(['New q2', 'Ten q1', 'Old q1'])
  expect(await found('')).toEqual(['New q1', 'New q2', 'Ten q1', 'Old q1'])
  expect(await found('???')).toEqual([])
  for (const words of [
    'important questions',
    'previous year questions',
    'question papers',
    'pyq',
    'Important',
    'வினாக்கள்',
  ])
    expect([words, await found(words)], 'words about nothing').toEqual([words, await found('')])
  expect(await found('cbse class 10 previous year questions')).toEqual(['Ten q1'])
  expect(await found('year')).toEqual([])
  for (const words of [
    'most important questions',
    'all sums',
    'chapter-wise practice problems',
    'chapter wise',
  ])
    expect([words, await found(`${words} class 10`)]).toEqual([words, ['Ten q1']])
  expect(await found('most repeated 5 marks questions on probability')).toEqual(['Ten q1', 'Old q1'])
  expect(await found('a model of a circle'), 'before another word it is a topic').toEqual([])
  expect((await find('', { page: 2, size: 3 })).questions).toHaveLength(1)
})

test('of hundreds of questions all pages are counted', async () => {
  const questions = Array.from({ length: 300 }, (_, at) => `Prove theorem ${at}.`)
  const { find } = await searchOf([2021, 2022].map((year) => ['Ten', questions, { year }]))
  expect(await find('', { page: 1, size: 10 })).toMatchObject({ total: 600, pages: 60 })
})

test('words of a paper’s title find its questions where no question has them, and an exam that is named before any', async () => {
  const { found, find } = await searchOf([
    [
      'Half Yearly Mathematics Set 1',
      ['Draw a circle of radius 2 cm.', 'Solve the set 2x = 1.'],
      { year: 2023 },
    ],
    [
      'Public exam, set 2',
      ['Find the interest compounded half yearly.', 'Draw a square.', 'Count the subsets of set A.'],
      { year: 2024 },
    ],
    ['Unit test, set A', ['How many subsets has {1}?'], { year: 2021 }],
    ['Supplementary exam', ['Draw two circles.', 'The public sector of a circle'], { year: 2020 }],
    ['Economy', ['When does supply meet demand?', 'Public goods'], { year: 2019 }],
    ['Chapter test: Probability', ['A die is thrown.', 'A coin is tossed: set 1, 2.'], { year: 2018 }],
  ])
  const [half, set2, setA] = ['Half Yearly Mathematics Set 1', 'Public exam, set 2', 'Unit test, set A']
  for (const words of ['half yearly questions', 'hly', 'அரையாண்டு'])
    expect([words, await found(words)]).toEqual([words, [`${half} q1`, `${half} q2`]])
  for (const words of ['set 1', 'set I']) {
    expect(await found(words)).toEqual([`${half} q1`, `${half} q2`])
    expect(await found(`${words} circle`)).toEqual([`${half} q1`])
    expect(await found(`coin, ${words}`), 'where no paper of that set has it, a text that says both').toEqual(
      ['Chapter test: Probability q2'],
    )
  }
  expect(await found('set 2 square questions')).toEqual([`${set2} q2`])
  expect(await found('subsets of set a')).toEqual([`${set2} q3`])
  expect(await found('set a')).toEqual([`${setA} q1`])
  expect(await found('half yearly circle')).toEqual([`${half} q1`])
  expect(await found('half yearly circle of a zebra')).toEqual([`${half} q1`])
  expect(await found('interest compounded half yearly')).toEqual([`${set2} q1`])
  expect(await found('set'), 'texts go first').toEqual([
    `${set2} q3`,
    `${half} q2`,
    'Chapter test: Probability q2',
  ])
  expect(await found('supply'), 'as it was typed in a text').toEqual(['Economy q1'])
  expect(await found('supply circles')).toEqual(['Supplementary exam q1', 'Supplementary exam q2'])
  expect(await found('public sector'), 'all in a text').toEqual(['Supplementary exam q2'])
  expect(await found('public')).toEqual([`${set2} q1`, `${set2} q2`, `${set2} q3`])
  const { total, isPartly, counts } = await find('probability')
  expect([total, isPartly], 'a term that the title says alone').toEqual([2, false])
  expect(counts.year).toEqual([{ value: '2018', questions: 2 }])
  expect(await found('quarterly'), 'said nowhere').toEqual([])
})

test('where neither titles nor texts name a school exam, its month does', async () => {
  const { found } = await searchOf([
    ['Paper of December', ['Draw a line.'], { month: 12, type: 'state', grade: '10' }],
    ['Paper of March', ['Draw a circle.'], { month: 3, type: 'state', grade: '10' }],
  ])
  expect(await found('half yearly questions')).toEqual(['Paper of December q1'])
})

test('questions in which the words are together come first, then the newest; or the newest alone', async () => {
  const { found } = await searchOf([
    ['New', ['A sphere has an area. Is the surface of it curved?'], { year: 2025 }],
    ['Old', ['Find the surface area of a sphere of radius 7 cm.'], { year: 2015 }],
    [
      'Middle',
      ['The surface is smooth and white, unlike its base: draw the area of a sphere'],
      { year: 2020 },
    ],
  ])
  expect((await found('surface area of a sphere'))[0]).toBe('Old q1')
  expect(await found('surface area of a sphere', { sort: 'newest' })).toEqual([
    'New q1',
    'Middle q1',
    'Old q1',
  ])
})

test('a term’s synonyms count in questions of its own subject, and stems are no other words', async () => {
  const { found } = await searchOf([
    ['Maths', ['Using integration find the area under the curve']],
    ['History', ['The integration of the princely states'], { subject: 'Social Science' }],
  ])
  expect(await found('integral')).toEqual(['Maths q1'])
})

test('a question printed in two languages is one, found by either and shown in the reader’s', async () => {
  const { find } = await searchOf([
    ['Both', [{ text: 'Find the value of k.', hindi: 'k का मान ज्ञात कीजिए।' }]],
  ])
  for (const q of ['value', 'ज्ञात']) expect((await find(q)).total).toBe(1)
  const [english, hindi] = await Promise.all(
    (['en', 'hi'] as const).map(async (language) => (await find('value', { language })).questions[0]?.text),
  )
  expect([english, hindi]).toEqual(['Find the value of k.', 'k का मान ज्ञात कीजिए।'])
})

test('where no question has all words, those with the rarest are found, and it is said', async () => {
  const { find, app } = await searchOf([['One', ['The hypotenuse of a triangle', 'A triangle']]])
  const asked = await find('hypotenuse triangle zebra')
  expect([asked.questions.map(({ id }) => id), asked.isPartly]).toEqual([['q1'], true])
  expect((await find('hypotenuse zebra')).total).toBe(0)
  expect(await countQuestions(app, { q: 'hypotenuse triangle zebra' })).toMatchObject({ total: 0 })
  expect(await countQuestions(app, { q: 'triangle' })).toMatchObject({ total: 2, more: false })
  expect(insideTerms([], { corrections: [] })).toEqual([])
})

test('counts what each value would leave, with words and without, the filter’s own aside', async () => {
  const { find } = await searchOf([
    ['One', [{ text: 'circle', marks: 2 }, { text: 'circle', marks: 5 }, 'square'], { year: 2020 }],
    ['Two', [{ text: 'circle', marks: 5 }], { year: 2021, subject: 'Physics' }],
    ['Three', [{ text: 'circle', marks: 5 }], { year: 2022, type: 'state', grade: '10' }],
  ])
  const counts = async (q: string, filter = {}) => {
    const { counts, total } = await find(q, { filter })
    const said = Object.entries(counts).map(([facet, values]) => [
      facet,
      Object.fromEntries(values.map(({ value, questions }) => [value, questions])),
    ])
    return { total, ...Object.fromEntries(said) }
  }
  const expected = {
    total: 2,
    type: { cbse: 2, state: 1 },
    grade: { 12: 2, 10: 0 },
    subject: { Mathematics: 1, Physics: 1 },
    chapter: {},
    marks: { 2: 1, 5: 2 },
    year: { 2020: 1, 2021: 1 },
    board: {},
  }
  expect(await counts('circle', { marks: 5, type: 'cbse' })).toEqual({ ...expected, grade: { 12: 2 } })
  expect(await counts('', { marks: 5, type: 'cbse' })).toEqual({ ...expected, grade: { 12: 2 } })
  expect(await counts('circle', { from: 2021 })).toMatchObject({
    total: 2,
    year: { 2020: 2, 2021: 1, 2022: 1 },
  })
  expect(await counts('', { from: 2021 })).toMatchObject({ total: 2, year: { 2020: 3, 2021: 1, 2022: 1 } })
})

test('numbers that begin again in a section have addresses of their own', async () => {
  const { found } = await searchOf([
    [
      'Sections',
      [
        { text: 'circle', number: '1' },
        { text: 'square', number: '1' },
        { text: 'circle', number: '1' },
      ],
    ],
  ])
  expect(await found('square')).toEqual(['Sections q1-2'])
  expect(await found('circle')).toEqual(['Sections q1', 'Sections q1-3'])
})

const CHAPTERS = readChapters(`
[CBSE, Class 12]
Circles | வட்டங்கள் | वृत्त
sure: circle
maybe: round
Triangles | |
sure: triangle
`)

test('a chapter narrows to questions that are or may be of it, is counted under the other filters, and named in each language', async () => {
  const { find, found } = await searchOf(
    [
      [
        'One',
        [
          { text: 'Draw a circle', marks: 2 },
          { text: 'Draw a triangle in a circle', marks: 5 },
          'Draw a square',
        ],
      ],
      ['Two', [{ text: 'Draw a round table', marks: 5 }], { year: 2025 }],
      ['Ten', ['Draw a circle'], { grade: '10', year: 2020 }],
    ],
    CHAPTERS,
  )
  const counted = async (q: string, filter = {}) => {
    const { counts, total } = await find(q, { filter })
    const of = (facet: 'chapter' | 'marks') =>
      Object.fromEntries(counts[facet].map(({ value, questions }) => [value, questions]))
    return { total, chapter: of('chapter'), marks: of('marks') }
  }
  const filter = { chapter: 'circles' }
  expect(await found('', { filter })).toEqual(['Two q1', 'One q1', 'One q2'])
  expect(await counted('')).toMatchObject({ total: 5, chapter: { circles: 3, triangles: 1 } })
  const all = { total: 3, chapter: { circles: 3, triangles: 1 }, marks: { 2: 1, 5: 2 } }
  expect(await counted('', filter)).toEqual(all)
  expect(await counted('draw', filter)).toMatchObject({ total: 3, marks: { 2: 1, 5: 2 } })
  expect(await counted('', { ...filter, marks: 5 })).toEqual({
    total: 2,
    chapter: { circles: 2, triangles: 1 },
    marks: { 2: 1, 5: 2 },
  })
  expect(await found('', { filter, sort: 'asked' })).toEqual(['Two q1', 'One q1', 'One q2'])
  const chapters = async (language: 'en' | 'ta') =>
    (await find('', { filter, language })).questions.map((question) => question.chapters)
  expect(await chapters('en')).toEqual([
    [{ id: 'circles', name: 'Circles', isSure: false }],
    [{ id: 'circles', name: 'Circles', isSure: true }],
    [
      { id: 'circles', name: 'Circles', isSure: true },
      { id: 'triangles', name: 'Triangles', isSure: true },
    ],
  ])
  expect((await chapters('ta'))[2]?.map(({ name }) => name)).toEqual(['வட்டங்கள்', 'Triangles'])
})
