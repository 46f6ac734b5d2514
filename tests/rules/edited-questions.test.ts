import { expect, test } from 'vitest'
import { withTexts } from '#domain/questions/corrected-questions.server.ts'
import {
  addQuestion,
  boxesOf,
  continueQuestion,
  type EditedQuestion,
  moveEdge,
  moveSide,
  passageOf,
  removeBox,
  removeQuestion,
  setPassage,
} from '#domain/questions/edit-questions.ts'
import type { QuestionBox } from '#domain/questions/find-questions.ts'
import type { LinesOfPage } from '#domain/questions/page-rows.ts'
import { reviewReasonOf } from '#domain/questions/review-reason.ts'

const HEIGHT = 2036
const box = (top: number, bottom: number, more: Partial<QuestionBox> = {}): QuestionBox => {
  return { page: 1, left: 100, top, width: 1000, height: bottom - top, ...more }
}
const question = (number: string, ...boxes: QuestionBox[]): EditedQuestion => {
  return { number, section: 'A', marks: 2, printings: [{ language: 'en', boxes }] }
}
/** Where the boxes of each question begin and end: "7: 100-200 300-400". */
const edges = (list: readonly EditedQuestion[] | null | undefined) =>
  list?.map(({ number, printings }) => {
    const boxes = printings.flatMap((printing) => printing.boxes)
    return `${number}: ${boxes.map(({ top, height }) => `${top}-${top + height}`).join(' ')}`
  })
const THREE = [question('1', box(100, 300)), question('2', box(310, 500)), question('3', box(800, 900))]
const place = (at: number) => ({ question: at, printing: 0, box: 0 })
const at = (y: number, more: { page?: number; x?: number } = {}) => ({
  ...{ page: 1, x: 400, y, height: HEIGHT },
  ...more,
})

test('where a question begins, the one before ends, in either direction; none becomes nothing', () => {
  expect(edges(moveEdge(THREE, place(1), 'top', 250, HEIGHT))?.slice(0, 2)).toEqual([
    '1: 100-242',
    '2: 250-500',
  ])
  expect(edges(moveEdge(THREE, place(1), 'top', 400, HEIGHT))?.slice(0, 2)).toEqual([
    '1: 100-392',
    '2: 400-500',
  ])
  expect(edges(moveEdge(THREE, place(1), 'top', 0, HEIGHT))?.[0]).toBe('1: 100-120')
  expect(edges(moveEdge(THREE, place(1), 'top', 5000, HEIGHT))?.[1]).toBe('2: 480-500')
  expect(edges(moveEdge(THREE, place(2), 'top', 850, HEIGHT)), 'a heading stays between').toEqual([
    '1: 100-300',
    '2: 310-500',
    '3: 850-900',
  ])
})

test('where a question ends leaves a gap, or pushes the next one', () => {
  expect(edges(moveEdge(THREE, place(0), 'bottom', 200, HEIGHT))?.slice(0, 2)).toEqual([
    '1: 100-200',
    '2: 310-500',
  ])
  expect(edges(moveEdge(THREE, place(0), 'bottom', 350, HEIGHT))?.slice(0, 2)).toEqual([
    '1: 100-350',
    '2: 358-500',
  ])
  expect(edges(moveEdge(THREE, place(2), 'bottom', 9999, HEIGHT))?.[2]).toBe(`3: 800-${HEIGHT}`)
})

test('a box that is moved becomes as wide as its column, and leaves the other column alone', () => {
  const list = [
    question('1', box(100, 300, { width: 500 })),
    question('2', box(310, 500, { left: 130, width: 200 })),
    question('9', box(120, 600, { left: 740, width: 500 })),
  ]
  const moved = moveEdge(list, place(1), 'top', 200, HEIGHT)
  expect(moved[1]?.printings[0]?.boxes).toEqual([box(200, 500, { width: 500 })])
  expect(moved[2]).toEqual(list[2])
})

test('the sides of a box are moved within the page, and never past each other', () => {
  const sides = (list: readonly EditedQuestion[]) => {
    const { left = 0, width = 0 } = list[1]?.printings[0]?.boxes[0] ?? {}
    return [left, left + width]
  }
  expect(sides(moveSide(THREE, place(1), 'left', 700))).toEqual([700, 1100])
  expect(sides(moveSide(THREE, place(1), 'left', -5))).toEqual([0, 1100])
  expect(sides(moveSide(THREE, place(1), 'left', 5000))).toEqual([1040, 1100])
  expect(sides(moveSide(THREE, place(1), 'right', 700))).toEqual([100, 700])
  expect(sides(moveSide(THREE, place(1), 'right', 5000))).toEqual([100, 1440])
  expect(sides(moveSide(THREE, place(1), 'right', 0))).toEqual([100, 160])
  expect(moveSide(THREE, place(1), 'right', 700).filter((_, at) => at !== 1)).toEqual([THREE[0], THREE[2]])
})

test('a new question takes the rest of the one that it is begun within, or what is free, with the next number', () => {
  const long = [
    question('2.3', box(100, 1000), box(80, 400, { page: 2 })),
    question('2.5', box(500, 600, { page: 2 })),
  ]
  const split = addQuestion(long, at(600))
  expect([split?.at, edges(split?.list)]).toEqual([
    1,
    ['2.3: 100-592', '2.4: 600-1000 80-400', '2.5: 500-600'],
  ])
  expect(split?.list[1]).toMatchObject({ section: 'A', marks: 2 })
  const free = addQuestion(THREE, at(600))
  expect([free?.at, edges(free?.list)]).toEqual([2, ['1: 100-300', '2: 310-500', '3: 600-792', '3: 800-900']])
  expect(edges(addQuestion(THREE, at(950))?.list)?.[3]).toBe('4: 950-1190')
  expect(edges(addQuestion(THREE, at(200, { page: 2 }))?.list)?.[3]).toBe('4: 200-440')
  expect(edges(addQuestion([], at(200))?.list)).toEqual(['1: 200-440'])
  expect(addQuestion(THREE, at(490)), 'no room').toBeNull()
})

test('a question goes on elsewhere: in its own language, or as another printing', () => {
  expect(edges(continueQuestion(THREE, 2, at(100, { page: 2 })))?.[2]).toBe('3: 800-900 100-340')
  expect(edges(continueQuestion(THREE, 2, at(400))), 'out of another one').toEqual([
    '1: 100-300',
    '2: 310-392',
    '3: 400-500 800-900',
  ])
  const hindi: EditedQuestion = {
    ...question('4'),
    printings: [{ language: 'hi', boxes: [box(1000, 1200)] }],
  }
  const both = continueQuestion([...THREE, hindi], 2, at(1100))
  expect(both?.[2]?.printings.map(({ language }) => language)).toEqual(['en', 'hi'])
  expect(continueQuestion(THREE, 1, at(400)), 'within itself').toBeNull()
})

test('what is removed is gone, or belongs to the one before; of several parts one may go', () => {
  expect(edges(removeQuestion(THREE, 1, { join: false }))).toEqual(['1: 100-300', '3: 800-900'])
  expect(edges(removeQuestion(THREE, 1, { join: true }))).toEqual(['1: 100-500', '3: 800-900'])
  const two = [question('1', box(100, 300), box(80, 200, { page: 2 }))]
  expect(edges(removeBox(two, { question: 0, printing: 0, box: 1 }))).toEqual(['1: 100-300'])
  expect(edges(removeBox(THREE, place(0)))).toEqual(edges(THREE))
})

const PAGE: LinesOfPage = {
  page: 1,
  lines: [
    [100, 100, 300, 30, '1. Prove that the roots are real.'],
    [100, 200, 200, 30, 'OR'],
    [100, 250, 300, 30, 'Find the sum of the series.'],
    [100, 320, 300, 30, '2. State the theorem.'],
  ],
}

test('a corrected question says what is within its boxes, also once its page is turned', () => {
  const questions = [question('1', box(90, 290)), question('2', box(310, 400))]
  const texts = (turned: ReturnType<typeof withTexts>) => turned.map(({ printings }) => printings[0]?.text)
  const found = withTexts({ turns: {}, questions }, [PAGE], [])
  expect(texts(found)[0]).toBe('1. Prove that the roots are real.\nOR\nFind the sum of the series.')
  expect(found.map(({ choices }) => choices)).toEqual([2, 1])
  const upsideDown = PAGE.lines.map(([left, top, width, height, text]): (typeof PAGE.lines)[number] => [
    1440 - left - width,
    HEIGHT - top - height,
    width,
    height,
    text,
  ])
  const turned = withTexts(
    { turns: {}, questions },
    [{ page: 1, lines: upsideDown }],
    [{ height: HEIGHT, turn: 180 }],
  )
  expect(texts(turned)[1]).toBe('2. State the theorem.')
  expect(turned[1]?.printings[0]?.boxes).toEqual([box(HEIGHT - 400, HEIGHT - 310, { left: 340 })])
})

test('what several questions are about stays with them, and is taken off or shared', () => {
  const passage = box(20, 90, { isPassage: true })
  const list = [
    question('1', passage, box(100, 300)),
    question('2', box(310, 500)),
    THREE[2],
  ] as EditedQuestion[]
  expect(boxesOf(list).map(({ question: of, box: which }) => [of, which])).toEqual([
    [0, 1],
    [1, 0],
    [2, 0],
  ])
  expect(edges(moveEdge(list, { question: 0, printing: 0, box: 1 }, 'top', 120, HEIGHT))?.[0]).toBe(
    '1: 20-90 120-300',
  )
  expect(edges(removeBox(list, { question: 0, printing: 0, box: 1 }))?.[0], 'its own last part').toBe(
    '1: 20-90 100-300',
  )
  expect(edges(removeQuestion(list, 1, { join: true }))?.[0]).toBe('1: 20-90 100-500')
  const both = list.with(1, setPassage(list[1] as EditedQuestion, list[0] as EditedQuestion))
  expect(both.map(passageOf)).toEqual([1, 1, null])
  expect(edges([setPassage(both[0] as EditedQuestion, null)])).toEqual(['1: 100-300'])
  const tamil = {
    ...question('2'),
    printings: [{ language: 'ta', boxes: [box(310, 500)] }],
  } as EditedQuestion
  expect(passageOf(setPassage(tamil, list[0] as EditedQuestion)), 'of the other language').toBe(1)
  const page = {
    page: 1,
    lines: [
      [100, 30, 300, 30, 'The fuel of a train costs much.'],
      [100, 150, 300, 30, '1. Find it.'],
      [100, 400, 300, 30, '2. Why?'],
    ] satisfies LinesOfPage['lines'],
  }
  const told = withTexts({ turns: {}, questions: both }, [page], []).map(
    ({ printings }) => printings[0]?.text,
  )
  expect(told, 'once, since questions are compared by their words').toEqual([
    'The fuel of a train costs much.\n1. Find it.',
    '2. Why?',
    '',
  ])
})

test('questions need a look where the paper says another count, numbers are left out or none are found', () => {
  const doubt = (stated: number | null, ...numbers: string[]) => {
    return reviewReasonOf({ stated, questions: numbers.map((number) => ({ number })) }, 1_000)
  }
  expect(doubt(null, '1', '2', '3')).toBeNull()
  expect(doubt(3, '1', '2', '3')).toBeNull()
  expect(doubt(2, '1.1', '1.2', '2.1'), 'of which 1 and 2 count').toBeNull()
  expect(doubt(null, '1', '2', '1', '2', '3'), 'numbers that begin again').toBeNull()
  expect(doubt(4, '1', '2', '3')).toEqual({ stated: 4, found: 3, missing: [] })
  expect(doubt(null, '2', '3', '6')).toEqual({ stated: null, found: 3, missing: ['1', '4', '5'] })
  expect(doubt(null, '1.1', '1.3', '2.2')?.missing).toEqual(['1.2', '2.1'])
  expect(doubt(null)).toEqual({ stated: null, found: 0, missing: [] })
  expect(reviewReasonOf({ stated: null, questions: [] }, 20), 'nothing to read').toBeNull()
})
