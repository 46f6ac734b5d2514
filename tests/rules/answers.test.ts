import { expect, test } from 'vitest'
import { isUnread, type TextLine } from '#domain/page-text/text-line.ts'
import { findAnswers } from '#domain/questions/find-answers.ts'
import type { LinesOfPage } from '#domain/questions/page-rows.ts'

/** Pages of lines below each other, written with their left edges: "70 1. | 170 See above". */
function pagesOf(...pages: string[]): LinesOfPage[] {
  return pages.map((page, number) => ({
    page: number + 1,
    lines: page
      .trim()
      .split('\n')
      .flatMap((row, place) =>
        row.split(' | ').map((run): TextLine => {
          const [, left, text = ''] = /^(\d+) (.*)$/.exec(run.trim()) ?? []
          return [Number(left), 100 + 50 * place, text.length * 14, 24, text]
        }),
      ),
  }))
}
const textsOf = (...pages: string[]) =>
  Object.fromEntries(
    findAnswers(pagesOf(...pages)).questions.map(({ number, printings }) => [
      number,
      printings.map(({ text }) => text).join(' / '),
    ]),
  )

test('the first column of a marking scheme numbers its answers, not their steps or marks', () => {
  expect(
    textsOf(
      `70 General Instructions:
       70 1 | 170 You are aware that evaluation is the most important process.
       70 2 | 170 The marking scheme carries only suggested value points.
       600 SECTION A
       70 1 | 170 (c) 3780 | 1300 1
       70 2 | 170 (b) 2 | 1300 1
       70 3 | 170 Step 1. Let the speed be x
       170 2. Then 360 / x | 1300 1
       170 3. So x = 45 | 1300 1`,
      `70 4 | 170 Correct figure | 1300 2`,
    ),
  ).toEqual({
    1: '1 (c) 3780 1',
    2: '2 (b) 2 1',
    3: '3 Step 1. Let the speed be x\n2. Then 360 / x 1\n3. So x = 45 1',
    4: '4 Correct figure 2',
  })
})

test('a word before the number may say that it is an answer', () => {
  for (const word of ['Ans', 'Answer', 'Sol.', 'Solution', 'A', 'उत्तर', 'விடை'])
    expect(
      Object.keys(
        textsOf(
          [1, 2, 3].map((number) => `70 ${word} ${number}. | 200 It is ${number * 12} cm wide.`).join('\n'),
        ),
      ),
    ).toEqual(['1', '2', '3'])
})

test('each cell of a key is an answer by itself: in one run, in two, or below its number', () => {
  const inOne = `70 1. (b) | 400 2. (a) | 700 3. (d) | 1000 4. (c)
    70 5. (b) | 400 6. (a) | 700 7. (d) | 1000 8. (c)`
  expect(textsOf(inOne)).toMatchObject({ 1: '1. (b)', 4: '4. (c)', 7: '7. (d)' })
  const [, second] = findAnswers(pagesOf(inOne)).questions
  expect(second?.printings[0]?.boxes).toEqual([{ page: 1, left: 400, top: 100, width: 84, height: 24 }])
  expect(
    textsOf(`70 1 | 120 B | 400 2 | 450 A | 700 3 | 750 D
      70 4 | 120 C | 400 5 | 450 A | 700 6 | 750 D`),
  ).toMatchObject({ 2: '2 A', 6: '6 D' })
  expect(
    textsOf(`70 Q | 200 1 | 300 2 | 400 3 | 500 4
      70 Ans | 200 C | 300 A | 400 B | 500 D
      70 Q | 200 5 | 300 6 | 400 7 | 500 8
      70 Ans | 200 A | 300 A | 400 B | 500 D`),
  ).toMatchObject({ 1: '1 C', 4: '4 D', 8: '8 D' })
})

test('cells that are so near that they were read as one line are told apart', () => {
  const { questions } = findAnswers(pagesOf('70 1. (b) 2. (a) 3. (d) 4. (c) 5. (b)'))
  expect(questions.map(({ printings }) => printings[0]?.text)).toEqual([
    '1. (b)',
    '2. (a)',
    '3. (d)',
    '4. (c)',
    '5. (b)',
  ])
})

test('where numbers are in the middle of their cells, an answer begins above its number', () => {
  const cell = (number: number, top: number): TextLine[] => [
    [170, top, 600, 24, `First line of ${number}`],
    [70, top + 20, 30, 24, `${number}.`],
    [170, top + 40, 600, 24, `Last line of ${number}`],
  ]
  const lines = [1, 2, 3, 4].flatMap((number) => cell(number, 100 * number))
  const { questions } = findAnswers([{ page: 1, lines }])
  expect(questions.map(({ printings }) => printings[0]?.boxes[0])).toMatchObject(
    [1, 2, 3, 4].map((number) => ({ top: 100 * number, height: 64 })),
  )
})

test('a key goes before the worked answers that follow it', () => {
  expect(
    textsOf(`70 1. (b) | 400 2. (a) | 700 3. (d)
      70 4. (b) | 400 5. (a) | 700 6. (d)
      600 SECTION B
      70 7. Given: a circle with its centre at O.
      70 8. Let the numbers be x and y.`),
  ).toEqual({
    1: '1. (b)',
    2: '2. (a)',
    3: '3. (d)',
    4: '4. (b)',
    5: '5. (a)',
    6: '6. (d)',
    7: '7. Given: a circle with its centre at O.',
    8: '8. Let the numbers be x and y.',
  })
})

test('a table of numbers is no key, and prose has no answers', () => {
  expect(textsOf('70 12 | 200 15 | 300 19\n70 20 | 200 22 | 300 28')).toEqual({})
  expect(textsOf('70 See the book for all answers.')).toEqual({})
})

test('a page that is a key has its words from its file, though it has few letters', () => {
  const key = Array.from({ length: 20 }, (_, at) => `${at + 1}. (${(at % 4) + 1})`).join(' ')
  expect(isUnread(key)).toBe(false)
  expect(isUnread('Page 3 of 12 65/1/1')).toBe(true)
})
