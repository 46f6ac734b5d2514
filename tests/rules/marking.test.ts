import { expect, test } from 'vitest'
import { bookmarkOf, isBookmark, toggleBookmark } from '#domain/sitting/bookmarks.ts'
import { isMistake, marksOf, percentOf, readKey, totalsOf } from '#domain/sitting/marking.ts'
import {
  afterMarking,
  afterReview,
  byDue,
  dayOf,
  type PracticeCard,
  SPACING_DAYS,
} from '#domain/sitting/practice-cards.ts'
import { newIn, readPracticeFile, writePracticeFile } from '#domain/sitting/practice-file.ts'
import { progressOf } from '#domain/sitting/progress.ts'
import { type Answer, isSitting, nextSitting, type Sitting, schemeOf } from '#domain/sitting/sitting.ts'
import { startClock } from '#domain/sitting/sitting-clock.ts'
import { keyIn, type SittingPaper, type SittingQuestion, sitPath } from '#domain/sitting/sitting-paper.ts'

const AT = { wall: Date.UTC(2026, 1, 20, 4, 30), mono: 0, load: 'a', isSeen: true }
const TODAY = dayOf(AT.wall)

const question = (id: string, section: string, marks: number | null, options = ''): SittingQuestion => ({
  ...{ id, number: id.slice(1), section, marks, options, text: '' },
  areas: [{ page: 2, x: 0, y: 0, width: 1, height: 0.1 }],
})
const QUESTIONS = [
  question('q1', 'A', 1, 'ABCD'),
  question('q2', 'A', 1, 'ABCD'),
  question('q3', 'A', 1, 'ABCD'),
  question('q21', 'B', 5),
  question('q22', 'B', null),
]

function sittingOf(answers: Record<string, Partial<Answer>>, more: Partial<Sitting> = {}): Sitting {
  const size = { width: 1440, height: 2036 }
  const paper = {
    ...{ id: 'p', title: 'Waves', type: 'cbse', grade: '12', subject: 'Physics', month: 'March', year: 2024 },
    ...{ link: '/files/a.pdf', referenceLink: null, base: '/papers/p/pages/t', time: null },
    ...{ questions: QUESTIONS, pages: [size, size, size] },
  } as SittingPaper
  return {
    ...{ version: 1, id: 's', paper, begunAt: AT.wall, allowed: null, reading: 0, clock: startClock(AT) },
    ...{ state: 'down', pauses: 0, open: null, downAt: AT.wall, scheme: null, whole: null, isMarked: false },
    answers: Object.fromEntries(Object.entries(answers).map(([id, each]) => [id, { ms: 0, ...each }])),
    ...more,
  }
}

/** The cards once "Done" is pressed. */
const withMistakes = (cards: readonly PracticeCard[], sitting: Sitting, today: number) => [
  ...afterMarking(cards, { before: sitting, after: { ...sitting, isMarked: true }, today }),
]

const BOOKMARK = bookmarkOf({
  paper: sittingOf({}).paper,
  question: QUESTIONS[0] as SittingQuestion,
  ...{ page: 2, pages: 3 },
  shown: { address: '/api/papers/p/questions/q1/picture', width: 900, height: 120 },
})

test('a bookmark is put first, taken away by the same press, and keeps only what it takes to show it', () => {
  const other = { ...BOOKMARK, id: 'p/q2' }
  const both = toggleBookmark([BOOKMARK], other)
  expect(both.map(({ id }) => id)).toEqual(['p/q2', 'p/q1'])
  expect(toggleBookmark(both, other)).toEqual([BOOKMARK])
  expect(Object.keys(BOOKMARK.paper)).not.toContain('questions')
  expect(isBookmark(JSON.parse(JSON.stringify(BOOKMARK)))).toBe(true)
  const { paper, question, shown } = BOOKMARK
  for (const wrong of [
    { id: 1 },
    { paper: { ...paper, title: undefined } },
    { paper: { ...paper, year: '2024' } },
    { question: { ...question, text: null } },
    { page: '2' },
    { pages: null },
    { shown: { ...shown, address: 'https://elsewhere.example/api/papers/p' } },
    { shown: { areas: [], pages: [], base: 'https://elsewhere.example/papers/' } },
  ])
    expect(isBookmark({ ...BOOKMARK, ...wrong })).toBe(false)
})

test('progress is that of marked sittings by subject, the oldest first, the subject sat last first', () => {
  const on = (id: string, day: number, marks: number, subject = 'Physics', isMarked = true) => {
    const sitting = sittingOf({ q21: { marks } }, { id, begunAt: AT.wall + day, isMarked })
    return { ...sitting, paper: { ...sitting.paper, subject } }
  }
  const all = [on('c', 3, 5), on('a', 1, 2), on('b', 2, 3, 'Biology'), on('d', 4, 4, 'Physics', false)]
  expect(
    progressOf(all as Sitting[]).map(({ subject, sittings }) => [
      subject,
      sittings.map(({ percent }) => percent),
    ]),
  ).toEqual([
    ['Physics', [40, 100]],
    ['Biology', [60]],
  ])
})

/** Two of geometry, of which one is of circles, too; the others of none. */
function withChapters(answers: Record<string, Partial<Answer>>, more: Partial<Sitting> = {}): Sitting {
  const [geometry, circles] = [
    { id: 'geometry', name: 'Geometry' },
    { id: 'circles', name: 'Circles' },
  ]
  const sitting = sittingOf(answers, more)
  const questions = QUESTIONS.map((each) =>
    each.id === 'q1'
      ? { ...each, chapters: [geometry] }
      : each.id === 'q21'
        ? { ...each, chapters: [circles, geometry] }
        : each,
  )
  return { ...sitting, paper: { ...sitting.paper, questions } }
}

test('marks are summed by chapter: of two chapters half in each, and what no chapter is known for last', () => {
  const sitting = withChapters({
    q1: { marks: 1, ms: 10 },
    q2: { marks: 0, ms: 20 },
    q21: { marks: 4, ms: 60 },
  })
  const { marks, chapters } = totalsOf(sitting)
  expect(chapters).toEqual([
    { id: 'geometry', name: 'Geometry', marks: 3, of: 3.5, unmarked: 0, ms: 40 },
    { id: 'circles', name: 'Circles', marks: 2, of: 2.5, unmarked: 0, ms: 30 },
    { id: null, name: null, marks: 0, of: 1, unmarked: 2, ms: 20 },
  ])
  expect(chapters.reduce((sum, chapter) => sum + chapter.marks, 0)).toBe(marks)
  expect(totalsOf(sittingOf({ q1: { marks: 1 } })).chapters).toEqual([])
})

test('progress by chapter adds up all sittings of a subject, and puts first what went worst', () => {
  const sittings = [
    withChapters({ q1: { marks: 1 }, q21: { marks: 1 } }, { isMarked: true }),
    withChapters({ q1: { marks: 1 }, q2: { marks: 0 } }, { id: 's2', isMarked: true }),
    withChapters({ q21: { marks: 5 } }, { id: 's3' }),
    sittingOf({ q1: { marks: 0 } }, { id: 's4', isMarked: true }),
  ]
  expect(
    progressOf(sittings).map(({ chapters }) => chapters.map(({ id, marks, of }) => [id, marks, of])),
  ).toEqual([
    [
      ['circles', 0.5, 2.5],
      ['geometry', 2.5, 4.5],
      [null, 0, 1],
    ],
  ])
  expect(progressOf(sittings.slice(3))[0]?.chapters).toEqual([])
})

test('a multiple choice marks itself by its key, without and with marks for wrong ones', () => {
  const answers = { q1: { choice: 'B', key: 'B' }, q2: { choice: 'A', key: 'C' }, q3: { key: 'D' } }
  const marks = (scheme: Sitting['scheme']) =>
    QUESTIONS.slice(0, 4).map((each) => marksOf(sittingOf(answers, { scheme }), each))
  expect(marks(null)).toEqual([1, 0, 0, null])
  expect(marks(schemeOf({ type: 'neet' }))).toEqual([4, -1, 0, null])
  expect([schemeOf({ type: 'jee' }), schemeOf({ type: 'cbse' })]).toEqual([{ right: 4, wrong: 1 }, null])
})

test('marks by hand go before the key, until another key is typed', () => {
  const given = sittingOf({ q1: { choice: 'A', key: 'B', marks: 0.5 } })
  const [first] = QUESTIONS as [SittingQuestion]
  expect(marksOf(given, first)).toBe(0.5)
  expect(marksOf(nextSitting(given, { type: 'key', keys: { q1: 'A' } }, AT), first)).toBe(1)
})

test('totals are those of what was marked, by section too, with the time that each took', () => {
  const total = totalsOf(
    sittingOf({
      q1: { choice: 'B', key: 'B', ms: 1_000 },
      q2: { choice: 'A', key: 'C', ms: 2_000 },
      q21: { marks: 2.5, ms: 9_000 },
    }),
  )
  expect(total).toEqual({
    ...{ marks: 3.5, of: 7, unmarked: 2, ms: 12_000, chapters: [] },
    sections: [
      { name: 'A', marks: 1, of: 2, unmarked: 1, ms: 3_000 },
      { name: 'B', marks: 2.5, of: 5, unmarked: 1, ms: 9_000 },
    ],
  })
  expect([percentOf(total), percentOf({ marks: 0, of: 0 })]).toEqual([50, null])
})

test('a paper without questions has the sum that was typed', () => {
  const sitting = sittingOf({}, { whole: { marks: 61, of: 80 } })
  sitting.paper = { ...sitting.paper, questions: [] }
  expect(totalsOf(sitting)).toMatchObject({ marks: 61, of: 80 })
})

test('a key is read as it is typed, for the multiple choices of the paper alone', () => {
  for (const text of ['1 B, 2 c, 3 D', '1) B\n2) C\n3) D', '1.(2) 2.(3) 3.(4)', '1-B;2-C;3-D;21-A;99-B'])
    expect(readKey(text, QUESTIONS), text).toEqual({ q1: 'B', q2: 'C', q3: 'D' })
  for (const text of ['', 'the answers are below', '1 Bag', '2026 A'])
    expect(readKey(text, QUESTIONS), text).toEqual({})
})

test('numbers that begin again in a second section are read in the order of the paper', () => {
  const twice = [question('q1', 'A', 1, 'ABCD'), { ...question('q1-2', 'B', 1, 'ABCD'), number: '1' }]
  expect(readKey('1 A 1 D', twice)).toEqual({ q1: 'A', 'q1-2': 'D' })
})

test('what went wrong comes back after 1, 3, 7 and 21 days, and then no more', () => {
  const sitting = sittingOf({
    q1: { choice: 'B', key: 'B' },
    q2: { choice: 'A', key: 'C' },
    q21: { marks: 4 },
  })
  expect(QUESTIONS.filter((each) => isMistake(sitting, each)).map(({ id }) => id)).toEqual(['q2', 'q21'])
  let cards = withMistakes([], sitting, TODAY)
  expect(cards.map(({ id, choice, key, due }) => [id, choice, key, due - TODAY])).toEqual([
    ['p/q2', 'A', 'C', 1],
    ['p/q21', null, null, 1],
  ])
  expect(cards[0]?.paper.pages).toEqual([null, { width: 1440, height: 2036 }, null])
  let day = TODAY
  const waits: number[] = []
  while (cards.some(({ id }) => id === 'p/q2')) {
    const card = cards.find(({ id }) => id === 'p/q2') as PracticeCard
    waits.push(card.due - day)
    day = card.due
    cards = afterReview(cards, 'p/q2', { isRight: true, today: day })
  }
  expect([waits, SPACING_DAYS]).toEqual([
    [1, 3, 7, 21],
    [1, 3, 7, 21],
  ])
  expect(cards.map(({ id }) => id)).toEqual(['p/q21'])
})

test('a mistake in a worksheet is one of its paper: the same card, cut from the pages there, with its own answer', () => {
  const { questions: _, time: __, ...origin } = sittingOf({}).paper
  const from = { ...origin, id: 'other', base: '/papers/other/pages/t', question: 'q7', number: '7' }
  const asked = { ...(QUESTIONS[3] as SittingQuestion), from }
  const answer = {
    areas: [{ page: 1, x: 0, y: 0, width: 1, height: 1 }],
    text: 'x',
    pages: [null],
    base: '/papers/other/pages/a',
  }
  const paper = {
    ...sittingOf({}).paper,
    link: '',
    worksheet: '/worksheet/abc?set=B',
    pages: [],
    base: '',
    questions: [asked],
  }
  const sitting = {
    ...sittingOf({ q21: { marks: 0 } }),
    paper: { ...paper, answers: { pages: [], base: '', of: { q21: answer } } },
  }
  expect(isSitting(JSON.parse(JSON.stringify(sitting)))).toBe(true)
  const [card] = withMistakes([], sitting, TODAY)
  expect(card).toMatchObject({
    id: 'other/q7',
    paper: { id: 'other', base: '/papers/other/pages/t', pages: [null, { width: 1440 }, null] },
    question: { id: 'q7', number: '7' },
    answer: { base: '/papers/other/pages/a' },
  })
  expect(card?.paper).not.toHaveProperty('questions')
  expect([sitPath(paper), sitPath(sittingOf({}).paper)]).toEqual([
    '/worksheet/abc/sit?set=B',
    '/papers/p/sit',
  ])
  const forged = [
    { ...paper, worksheet: 'https://elsewhere.example/' },
    { ...paper, worksheet: undefined },
    { ...paper, questions: [{ ...asked, from: { ...from, link: 'https://elsewhere.example/a.pdf' } }] },
    { ...paper, questions: [{ ...asked, from: { ...from, base: 'https://elsewhere.example' } }] },
  ].map((each) => isSitting({ ...sitting, paper: each }))
  expect(forged).toEqual([false, false, false, false])
})

test('a question that went wrong again begins from the first day, in a review as in a sitting', () => {
  const sitting = sittingOf({ q2: { choice: 'A', key: 'C' } })
  const once = afterReview(withMistakes([], sitting, TODAY), 'p/q2', { isRight: true, today: TODAY + 1 })
  expect(once[0]?.due).toBe(TODAY + 4)
  const [again] = afterReview(once, 'p/q2', { isRight: false, today: TODAY + 4 })
  expect([again?.step, again?.due]).toEqual([0, TODAY + 5])
  expect(withMistakes(once, sitting, TODAY + 2).map(({ step, due }) => [step, due])).toEqual([[0, TODAY + 3]])
})

test('marks changed after Done take a card back or make one, and leave all others as they are', () => {
  const done = sittingOf({ q2: { choice: 'A', key: 'C' }, q21: { marks: 0 } }, { isMarked: true })
  const cards = withMistakes([], { ...done, isMarked: false }, TODAY).map((card) => ({ ...card, step: 2 }))
  const changed = (question: string, marks: number | null, from = cards) => {
    const after = nextSitting(done, { type: 'mark', question, marks }, AT)
    return afterMarking(from, { before: done, after, today: TODAY + 1 }).map(({ id, step }) => [id, step])
  }
  expect(changed('q21', 5)).toEqual([['p/q2', 2]])
  expect(changed('q21', null)).toEqual([['p/q2', 2]])
  expect(changed('q21', 2)).toEqual(cards.map(({ id }) => [id, 2]))
  expect(changed('q22', 0)).toEqual([
    ['p/q2', 2],
    ['p/q21', 2],
    ['p/q22', 0],
  ])
  // What was learnt since does not come back, and "Done" pressed again changes nothing.
  expect(changed('q22', 1, [])).toEqual([])
  expect(afterMarking(cards, { before: done, after: done, today: TODAY + 1 })).toBe(cards)
})

test('cards of today come before those of later days, which change at midnight in India', () => {
  const made = withMistakes([], sittingOf({ q2: { marks: 0 }, q21: { marks: 0 } }), TODAY)
  const cards = afterReview(made, 'p/q2', { isRight: true, today: TODAY + 1 })
  const ids = (all: PracticeCard[]) => all.map(({ id }) => id)
  const { due, later } = byDue(cards, TODAY + 1)
  expect([ids(due), ids(later)]).toEqual([['p/q21'], ['p/q2']])
  const [before, after] = [Date.UTC(2026, 1, 20, 18, 29), Date.UTC(2026, 1, 20, 18, 30)]
  expect(dayOf(after) - dayOf(before)).toBe(1)
})

test('a file for another phone is read as it was written, adds what is missing, and changes nothing that is there', () => {
  const sitting = sittingOf({ q2: { choice: 'A', key: 'C' } })
  const cards = withMistakes([], sitting, TODAY)
  const bookmarks = [BOOKMARK]
  const file = readPracticeFile(writePracticeFile({ sittings: [sitting], cards, bookmarks }))
  expect(file).toEqual({ sittings: [sitting], cards, bookmarks })
  if (typeof file === 'string') throw new Error(file)
  expect(isSitting(file.sittings[0])).toBe(true)
  expect(newIn(file, { sittings: [], cards: [], bookmarks: [] })).toEqual(file)
  const moved = cards.map((card) => ({ ...card, step: 2 }))
  const left = { sittings: [sitting], cards: [], bookmarks: [] }
  expect(newIn(file, { sittings: [], cards: moved, bookmarks })).toEqual(left)
})

test('a damaged file, another file and one of a later version are told apart, and none is read in part', () => {
  const sitting = sittingOf({})
  const whole = writePracticeFile({ sittings: [sitting], cards: [], bookmarks: [] })
  const changed = (change: object) => JSON.stringify({ ...JSON.parse(whole), ...change })
  const said = [
    whole.slice(0, -20),
    '',
    '[]',
    'null',
    changed({ kind: 'other' }),
    changed({ sittings: [sitting, { id: 's2' }] }),
    changed({ cards: [{ id: 'x' }] }),
    changed({ bookmarks: [{ ...BOOKMARK, shown: { address: 'https://elsewhere.example/a.webp' } }] }),
    changed({ sittings: [{ ...sitting, paper: { ...sitting.paper, subject: undefined } }] }),
    changed({
      sittings: [{ ...sitting, paper: { ...sitting.paper, referenceLink: 'javascript:alert(1)' } }],
    }),
    changed({
      sittings: [
        withChapters({}),
        {
          ...sitting,
          paper: { ...sitting.paper, questions: [{ ...QUESTIONS[0], chapters: [{ id: 'a', name: {} }] }] },
        },
      ],
    }),
    changed({ version: 2, sittings: 'in another way' }),
  ].map((text) => readPracticeFile(text))
  expect(said).toEqual([...Array(11).fill('damaged'), 'newer'])
  // Of before there were bookmarks.
  expect(readPracticeFile(changed({ bookmarks: undefined }))).toMatchObject({ bookmarks: [] })
})

test('pens down marks multiple choices by the options that their answers begin with', () => {
  const answer = (key?: string) => ({ areas: [], text: '', ...(key && { key }) })
  const sat = sittingOf({ q1: { choice: 'B' }, q2: { choice: 'A' } }, { state: 'sitting' })
  const of = { q1: answer('B'), q2: answer('C'), q3: answer(), q21: answer('A') }
  const paper = { ...sat.paper, answers: { pages: [], base: '', of } }
  const down = nextSitting({ ...sat, paper }, { type: 'pens-down' }, AT)
  expect(QUESTIONS.map((each) => marksOf(down, each))).toEqual([1, 0, null, null, null])
})

test('an option is read at the beginning of an answer alone', () => {
  for (const text of [
    '1. (b) 3780',
    'Ans 12. (B)',
    '4 (2)',
    '7. B',
    'Sol. 3: Ans: (b) since x = 2',
    'Q3 B. 12 cm',
  ])
    expect(keyIn(text), text).toBe('B')
  for (const text of [
    '',
    '1. A circle has one centre.',
    '2. (a) 13 (b) 14',
    '3. Because (b) is right',
    '5. By Ohm’s law',
    '6. 2 cm',
    '7. (i) B',
  ])
    expect(keyIn(text), text).toBe(null)
})
