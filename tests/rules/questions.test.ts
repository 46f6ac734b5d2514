import { expect, test } from 'vitest'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { findQuestions } from '#domain/questions/find-questions.ts'
import type { LinesOfPage } from '#domain/questions/page-rows.ts'
import { partsIn } from '#domain/questions/question-parts.ts'
import { layoutOf, printingFor, versionOf } from '#domain/questions/question-picture.server.ts'
import { reviewReasonOf } from '#domain/questions/review-reason.ts'

/** A line at a height, from its left edge; as wide as its letters. */
const at = (left: number, top: number, text: string): TextLine => [left, top, text.length * 14, 24, text]

/** Pages of lines that are one below the other, written with their left edge: "70 1. Prove that …". */
function paper(...pages: string[]): LinesOfPage[] {
  return pages.map((page, number) => ({
    page: number + 1,
    lines: page
      .trim()
      .split('\n')
      .flatMap((row, place) =>
        row
          .trim()
          .split(' | ')
          .map((run) => {
            const [, left, text] = /^(\d+) (.*)$/.exec(run.trim()) ?? []
            return at(Number(left), 100 + 50 * place, text ?? '')
          }),
      ),
  }))
}
const numbersOf = (pages: LinesOfPage[]) => findQuestions(pages).questions.map(({ number }) => number)

test('questions are numbers that follow each other at one edge; instructions and options are none', () => {
  const found = findQuestions(
    paper(
      `500 General Instructions :
       70 1. All questions are compulsory.
       70 2. This question paper contains 4 questions.
       70 3. Use of calculators is not permitted.
       600 SECTION A
       70 1. | 170 If the roots are equal, then the value of k is | 1350 1
       170 1. 24
       170 2. 36
       70 2. | 170 Find the distance between the points. | 1350 1`,
      `600 SECTION B
       70 3. | 170 Prove that the tangents are equal. | 1350 3
       600 OR
       170 Find the area of the sector of a circle of radius 7 cm.
       70 4. | 170 In 2024 a cart of 5 kg moves. | 1350 3
       700 2`,
    ),
  )
  expect(found.stated).toBe(4)
  expect(
    found.questions.map(({ number, section, marks, choices }) => [number, section, marks, choices]),
  ).toEqual([
    ['1', 'A', 1, 1],
    ['2', 'A', 1, 1],
    ['3', 'B', 3, 2],
    ['4', 'B', 3, 1],
  ])
  expect(found.questions[2]?.printings[0]?.text).toContain('radius 7 cm')
})

test.each([
  ['parts', '7. (a) Define a class.\n(b) Define an object.\nOR\n(a) Define a struct.', ['a', 'b']],
  [
    'parts of a case study',
    '36. A train runs.\n(i) Find its speed.\n(ii) Find its cost.\n(iii) Why?',
    ['i', 'ii', 'iii'],
  ],
  ['one part alone', '7. (a) Define a class.', []],
  ['options', '7. Which is a prime?\n(a) 1\n(b) 2\n(c) 4\n(d) 6', []],
  ['words in brackets', '7. Find x\n(in cm) and\n(iv) y.', []],
])('%s of a question are told by their labels', (_, text, parts) => {
  expect(partsIn(text)).toEqual(parts)
})

test('a question reaches from its number to the next, over pages, and begins above it where a fraction does', () => {
  const lines: TextLine[] = [
    at(70, 200, '1.'),
    at(170, 200, 'Find the sum of the first ten terms of this progression.'),
    at(170, 300, 'It is given that the first term is three.'),
    at(300, 480, '5'),
    at(70, 500, '2.'),
    at(170, 500, 'If'),
    at(300, 520, '7'),
    at(170, 1800, 'Show your steps in full.'),
  ]
  const next: TextLine[] = [
    at(170, 100, 'Then say why.'),
    at(70, 200, '3.'),
    at(170, 200, 'State the theorem.'),
  ]
  const { questions } = findQuestions([
    { page: 1, lines },
    { page: 2, lines: next },
  ])
  const [, second] = questions.map(({ printings }) => printings[0]?.boxes)
  expect(second).toEqual([
    { page: 1, left: 70, top: 480, width: 436, height: 1344 },
    { page: 2, left: 170, top: 100, width: 182, height: 24 },
  ])
})

test('a bilingual paper has each question once, in both languages', () => {
  const found = findQuestions(
    paper(
      `70 1. | 170 निम्नलिखित में से कौन सी संख्या अभाज्य है
       70 2. | 170 वृत्त की त्रिज्या ज्ञात कीजिए जब परिधि दी गई है
       70 3. | 170 सिद्ध कीजिए कि स्पर्श रेखाएँ बराबर होती हैं`,
      `70 1. | 170 Which of these numbers is a prime?
       70 2. | 170 Find the radius of the circle.
       70 3. | 170 Prove that the tangents are equal.`,
    ),
  )
  expect(
    found.questions.map(({ number, printings }) => [number, printings.map(({ language }) => language)]),
  ).toEqual([
    ['1', ['hi', 'en']],
    ['2', ['hi', 'en']],
    ['3', ['hi', 'en']],
  ])
})

test('a bilingual paper whose best chain changes its language half-way has both printings of all questions', () => {
  const hindi = 'निम्नलिखित में से कौन सी संख्या अभाज्य है'
  const page = (from: number, to: number, text: string) =>
    Array.from({ length: to - from + 1 }, (_, at) => `70 ${from + at}. | 170 ${text}`).join('\n')
  const both = (from: number, to: number, more = '') => [
    page(from, to, hindi + more),
    page(from, to, 'Which of these numbers is a prime?'),
  ]
  // Which of two printings the best chain takes is even: what is left to the second one are less than 60 in 100.
  const { questions } = findQuestions(
    paper(...both(1, 9), ...both(10, 18, `\n170 ${hindi}`), ...both(19, 25), ...both(26, 28)),
  )
  expect(questions.map(({ printings }) => printings.map(({ language }) => language).sort())).toEqual(
    Array.from({ length: 28 }, () => ['en', 'hi']),
  )
})

test('the instructions of the other language, below the last question of a page, are of no question', () => {
  const { questions } = findQuestions(
    paper(
      `70 1. | 170 समान्तर श्रेढ़ी का योग ज्ञात कीजिए।
       70 2. | 170 दिए गए वृत्त का क्षेत्रफल ज्ञात कीजिए।
       70 General Instructions :
       70 Read the following instructions very carefully.`,
      `70 1. | 170 Find the sum of the arithmetic progression.
       70 2. | 170 Find the area of the given circle.`,
    ),
  )
  const texts = questions.map(({ printings }) => printings.map(({ text }) => text).join(' '))
  expect(texts).toHaveLength(2)
  expect(texts.join(' ')).not.toMatch(/instructions/i)
})

test('numbers that begin again in each section, and those of two parts, are read as they are printed', () => {
  const section = (name: string) => `600 SECTION ${name}
    70 1. | 170 Write the names of four data types.
    70 2. | 170 Write a function that counts words.
    70 3. | 170 Explain the output of this program.`
  const { questions } = findQuestions(paper(section('A'), section('B')))
  expect(questions.map((one) => `${one.section}${one.number}`)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  expect(numbersOf(paper('70 1.1. Find x.\n70 1.2. Find y.\n70 2.1. Find z.\n70 2.2. Prove it.'))).toEqual([
    '1.1',
    '1.2',
    '2.1',
    '2.2',
  ])
})

test('without a dot a number counts at the edge of the one before it, which on a page is nearer than from page to page', () => {
  expect(
    numbersOf(
      paper(
        `70 1 Which of these numbers is a prime, and which of them is an even number as well?
         70 2 Find x.
         120 3 | 200 Prove that the tangents are equal.`,
      ),
    ),
  ).toEqual(['1', '2'])
  expect(
    numbersOf(
      paper(
        '70 1 | 170 Which of these numbers is a prime?\n70 2 | 170 Find the radius of the circle.',
        '120 3 | 220 Prove that the tangents are equal.',
      ),
    ),
  ).toEqual(['1', '2', '3'])
})

test('two columns are read one after the other', () => {
  const column = (left: number, first: number) =>
    [0, 1, 2, 3, 4, 5].map((row) =>
      at(left, 100 + row * 250, `${first + row}. The sum of the angles of a triangle is`),
    )
  const { questions } = findQuestions([{ page: 1, lines: [...column(740, 7), ...column(100, 1)] }])
  expect(questions.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('marks come from instructions before the margin, and sums and products of the margin are known', () => {
  const { questions } = findQuestions(
    paper(
      `70 Question numbers 1 to 2 carry 2 marks each.
       70 1. | 170 Find the mean of the data below. | 1350 7
       70 2. | 170 Find the median of the data below.
       70 3. | 170 Answer these in one word. | 1300 1×4=4
       70 4. | 170 Draw the graph of this function. | 1300 2+3=5
       70 5. | 170 State the law of reflection. [3]`,
    ),
  )
  expect(questions.map(({ marks }) => marks)).toEqual([2, 2, 4, 5, 3])
})

test('marks of parts are added, of an alternative to a part or to several only once, and cells of a table are none', () => {
  const { questions } = findQuestions(
    paper(
      `70 1. | 120 (a) Write the names of four data types. | 1350 2
       120 (b) Explain polymorphism. | 1350 3
       600 OR
       120 (b) Explain inheritance. | 1350 3
       120 (c) Find the output of this program. | 1350 4`,
      `70 2. | 120 (a) Define a class. | 1350 2
       120 (b) Define an object. | 1350 3
       600 OR
       120 (a) Define a struct. | 1350 3
       120 (b) Define a union. | 1350 2
       70 3. | 120 State the theorem of Thales. | 1350 5
       600 OR
       120 State the theorem of Euclid. | 1350 5
       70 4. | 170 Find the mean of this table.
       170 Marks | 700 10 | 900 20 | 1100 30 | 1350 40
       170 Pupils | 700 5 | 900 2 | 1100 3 | 1350 4`,
    ),
  )
  expect(questions.map(({ marks }) => marks)).toEqual([9, 5, 5, null])
})

test('marks of a section count for a question that only its other language names', () => {
  const { questions } = findQuestions(
    paper(
      `70 Section A comprises of 2 questions of 4 marks each. Section B comprises of 1 question of 5 marks.
       600 SECTION A
       70 1. | 170 निम्नलिखित में से कौन सी संख्या अभाज्य है
       70 2. | 170 वृत्त की त्रिज्या ज्ञात कीजिए जब परिधि दी गई है
       600 ௨ண்ட ப
       70 3. | 170 सिद्ध कीजिए कि स्पर्श रेखाएँ बराबर होती हैं`,
      `70 1. | 170 Which of these numbers is a prime?
       70 2. | 170 Find the radius of the circle.
       600 SECTION B
       70 3. | 170 Prove that the tangents are equal.`,
    ),
  )
  expect(questions.map(({ section, marks }) => [section, marks])).toEqual([
    ['A', 4],
    ['A', 4],
    ['B', 5],
  ])
})

test('a heading’s translation on the next page does not let numbers begin again', () => {
  const { questions } = findQuestions(
    paper(
      `600 खण्ड क
       70 1. | 170 निम्नलिखित में से कौन सी संख्या अभाज्य है
       70 2. | 170 वृत्त की त्रिज्या ज्ञात कीजिए जब परिधि दी गई है
       600 खण्ड ख
       70 3. | 170 सिद्ध कीजिए कि स्पर्श रेखाएँ बराबर होती हैं`,
      `600 SECTION A
       70 1. | 170 Which of these numbers is a prime?
       70 2. | 170 Find the radius of the circle.
       600 SECTION B
       70 3. | 170 Prove that the tangents are equal.`,
    ),
  )
  expect(questions.map(({ number, printings }) => [number, printings.length])).toEqual([
    ['1', 2],
    ['2', 2],
    ['3', 2],
  ])
})

test('letters alone in the margin, with questions after each, are headings of sections; options of one question are none', () => {
  const sections = (...pages: string[]) =>
    findQuestions(paper(...pages)).questions.map(({ number, section, printings }) => [
      number,
      section,
      printings[0]?.boxes.length,
    ])
  const first = `115 A | 200 Choose the right answer, 1 mark each
    120 1. | 200 If the roots are equal, then the value of k is | 1300 [1]
    120 2. | 200 Find the distance between the points. | 1300 [1]
    200 Model paper, page 1 of 2`
  const second = `115 B | 200 Long answers
    120 3. | 200 Prove that the tangents are equal. | 1300 [3]
    120 4. | 200 A bus from Chennai covers 420 km at a uniform speed. | 1300 [3]
    200 Model paper, page 2 of 2 | 900 End of paper`
  const found = findQuestions(paper(first, second)).questions
  expect(sections(first, second)).toEqual([
    ['1', 'A', 1],
    ['2', 'A', 1],
    ['3', 'B', 1],
    ['4', 'B', 1],
  ])
  expect(found.map(({ printings }) => printings[0]?.text).join('\n')).not.toMatch(/Model paper|Long answers/)
  const options = second.replace('200 Prove', '200 Which?\n115 A | 200 One\n115 B | 200 Two\n200 Prove')
  expect(
    sections(first.replace('115 A', '115 X'), options.replace('115 B | 200 Long answers\n', '')),
  ).toEqual([
    ['1', null, 1],
    ['2', null, 1],
    ['3', null, 1],
    ['4', null, 1],
  ])
})

test('headings that call a section a group, or are recognised as "SECTION 8", are headings', () => {
  const { questions } = findQuestions(
    paper(
      `600 SECTION A
       70 1. | 170 Which of these numbers is a prime?
       600 SECTION 8
       70 2. | 170 Find the radius of the circle.
       500 ग्रुप-C : लोकतांत्रिक राजनीति (22 अंक)
       70 3. | 170 Prove that the tangents are equal.`,
    ),
  )
  expect(questions.map(({ section, marks }) => [section, marks])).toEqual([
    ['A', null],
    ['B', null],
    ['C', null],
  ])
})

test.each([
  ['a one', '1', 'l'],
  ['a zero', '0', 'O'],
])('%s in a number that recognition reads as a letter is known', (_, digit, letter) => {
  const rows = Array.from({ length: 22 }, (__, at) => `70 ${at + 1}. | 170 Find the value of this sum.`)
  const misread = rows.map((row) =>
    row.replace(/(?<= \d?)\d(?=\. )/, (each) => (each === digit && row.includes('1') ? letter : each)),
  )
  expect(numbersOf(paper(misread.join('\n').replace('70 l.', '70 1.')))).toEqual(
    numbersOf(paper(rows.join('\n'))),
  )
})

test('"S.", "4," and the dirt of a margin before a number are read; a number between two that is read as another is put right', () => {
  const scanned = paper(
    `70 1. | 170 Which of these numbers is a prime?
     60 ! | 80 2. Find the radius of the circle.
     70 8... Prove that the tangents are equal.
     70 4, Find the mean of the data.
     70 S. | 170 State the law of reflection.
     70 த Draw the graph of this function.
     70 7. | 170 Find the roots.
     170 It is given that they are equal.`,
  )
  expect(numbersOf(scanned)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
})

test('a matrix above a number belongs to its question, and so do words that a tilted scan has above it', () => {
  const lines: TextLine[] = [
    at(70, 200, '1.'),
    at(170, 200, 'Find the value of this sum.'),
    at(400, 296, '0 a 3'),
    at(70, 349, '2.'),
    at(170, 349, 'If the matrix is skew, find a.'),
    at(170, 420, 'Fig. 2'),
    at(
      170,
      475,
      'Two taps fill a tank in six hours; the tap of the larger diameter takes nine hours less, and so on.',
    ),
    [70, 488, 26, 14, '3.'],
    at(170, 530, 'Find the time of each.'),
  ]
  const tops = findQuestions([{ page: 1, lines }]).questions.map((one) => one.printings[0]?.boxes[0]?.top)
  expect(tops).toEqual([200, 296, 475])
})

test('the numerator of a fraction on the first line of a page is no page number', () => {
  const page = (number: number, lines: TextLine[]) => ({ page: number, lines })
  const foot = (number: number) => at(716, 1_826, `${number}`)
  const { questions } = findQuestions([
    page(1, [at(400, 131, '1'), at(70, 180, '1.'), at(170, 180, 'Prove that this sum is even.'), foot(3)]),
    page(2, [
      [263, 131, 14, 23, '5'],
      at(70, 151, '2.'),
      [168, 150, 73, 24, 'If –'],
      [263, 177, 14, 24, '7'],
      [290, 150, 600, 31, ', a, 2 are consecutive terms in a progression, then'],
      at(167, 230, 'the value of a is'),
      foot(5),
    ]),
    page(3, [at(400, 131, '3'), at(70, 180, '3.'), at(170, 180, 'Find the value of this sum.'), foot(7)]),
  ])
  expect(questions.map(({ printings }) => printings[0]?.boxes[0]?.top)).toEqual([180, 131, 180])
})

test('a figure has no words: a gap before the next question, or above the rest on the next page, is part of the question', () => {
  const page = (number: number, lines: TextLine[]) => ({
    page: number,
    lines: [at(170, 60, `Top ${number} of`), ...lines],
  })
  const { questions } = findQuestions([
    page(1, [
      at(70, 100, '1.'),
      at(170, 100, 'In this figure find the angle at the centre.'),
      at(70, 500, '2.'),
      at(170, 500, 'In the figure on the next page prove that the tangents are equal.'),
    ]),
    { page: 2, lines: [at(400, 600, 'Fig. 2'), at(70, 700, '3.'), at(170, 700, 'State the theorem.')] },
    { page: 3, lines: [at(70, 60, '4.'), at(170, 60, 'Find the value.')] },
  ])
  const [first, second] = questions.map(({ printings }) => printings[0]?.boxes ?? [])
  const bottomOf = (box?: { top: number; height: number }) => (box ? box.top + box.height : 0)
  expect(bottomOf(first?.[0])).toBeGreaterThan(450)
  expect(bottomOf(first?.[0])).toBeLessThan(500)
  expect(second?.map(({ page, top }) => [page, top])).toEqual([
    [1, 500],
    [2, 60],
  ])
})

test.each([
  ['no numbers at all', paper('100 Chapter one\n100 Some words of a lesson', '100 More words')],
  ['one number', paper('70 1. A lone question')],
  ['an empty paper', []],
  ['a table of numbers', paper('70 5 | 170 10 | 270 15\n70 8 | 170 16 | 270 24\n70 3 | 170 9 | 270 12')],
])('of %s nothing is made up', (_, pages) => {
  expect(numbersOf(pages)).toEqual([])
})

const CASE = `170 The fuel cost per hour for running a train is proportional to the square of its speed.
   170 The fixed charges to run the train amount to twelve hundred an hour.`

test.each([
  [
    'said to be of several questions',
    `70 1. Find the mean of the data below.
     300 Read the following passage and answer questions 2 to 3 :
     ${CASE}
     70 2. Find the speed.
     70 3. Find the cost.
     70 4. State the law of reflection.`,
    ['2', '3'],
  ],
  [
    'called a case study, of a range that was said before',
    `500 Questions 2-3 are based on a Case-Study.
     70 1. Find x.
     600 CASE STUDY
     ${CASE}
     70 2. Find the speed.
     70 3. Find the cost.
     70 4. State the law of reflection.`,
    ['2', '3'],
  ],
  [
    'below a heading alone, up to the next section',
    `70 1. Find the mean of the data below, and say how far each of them is from it.
     600 Case Study - 1
     ${CASE}
     70 2. Find the speed.
     70 3. Find the cost.
     600 SECTION C
     70 4. State the law of reflection.`,
    ['2', '3'],
  ],
])('a passage that is %s belongs to each of them, and to no question before', (_, page, about) => {
  const { questions } = findQuestions(paper(page))
  expect(questions.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
  const [printed, ...others] = questions.map(({ number, printings }) => ({ number, ...printings[0] }))
  const withPassage = [printed, ...others].filter((each) => each?.boxes?.some(({ isPassage }) => isPassage))
  expect(withPassage.map((each) => each?.number)).toEqual(about)
  const [second, third] = withPassage
  expect(second?.boxes?.map(({ isPassage = false }) => isPassage)).toEqual([true, false])
  expect(third?.boxes?.[0]).toEqual(second?.boxes?.[0])
  expect([printed?.text, second?.text, third?.text].map((text) => text?.includes('fuel cost'))).toEqual([
    false,
    true,
    false,
  ])
})

test('a passage below its question’s number, and instructions of a section, are no passage of several', () => {
  const { questions } = findQuestions(
    paper(
      `500 Questions 2 to 3 are case study based questions.
       70 1. Find the mean of the data below, and say how far each of them is from it.
       600 SECTION B
       300 Question numbers 2 to 3 are case based and carry 4 marks each.
       300 An internal choice is provided in each of them.
       70 2. | 170 Case Study - 1
       ${CASE}
       70 3. | 170 Case Study - 2
       ${CASE}`,
    ),
  )
  expect(questions.map(({ printings }) => printings[0]?.boxes.length)).toEqual([1, 1, 1])
})

test('two papers in one file have each its own questions', () => {
  const one = `70 1. Find the radius of the circle.\n70 2. Prove that the tangents are equal.\n70 3. Find the mean.`
  const other = `70 1. Name the first of the planets.\n70 2. State the law of reflection.\n70 3. Why is it so?`
  const { questions } = findQuestions(paper(one, other))
  expect(
    questions.map(({ number, printings }) => [number, printings.length, printings[0]?.boxes[0]?.page]),
  ).toEqual([
    ['1', 1, 1],
    ['2', 1, 1],
    ['3', 1, 1],
    ['1', 1, 2],
    ['2', 1, 2],
    ['3', 1, 2],
  ])
})

test('numbers out of order leave gaps, which an administrator is told of', () => {
  const found = findQuestions(
    paper([1, 2, 5, 4, 3, 6, 8, 7].map((number) => `70 ${number}. Find the mean of the data.`).join('\n')),
  )
  expect(reviewReasonOf(found, 1_000)?.missing.length).toBeGreaterThan(0)
})

test.each([
  [
    'a key alone',
    paper(Array.from({ length: 20 }, (_, at) => `70 ${at + 1}. (${'abcd'[at % 4]})`).join('\n')),
  ],
  [
    'a page from right to left',
    paper(
      Array.from(
        { length: 8 },
        (_, at) => `900 ${'ماهي عاصمة الهند وما هو تاريخها '.repeat(2)} | 1300 ${at + 1}`,
      ).join('\n'),
    ),
  ],
])('of %s no questions are made up, and an administrator is told so', (_, pages) => {
  const found = findQuestions(pages)
  expect(found.questions).toEqual([])
  expect(reviewReasonOf(found, 1_000)).toMatchObject({ found: 0 })
})

test('a watermark across a page cuts no question', () => {
  const marked = paper(
    `70 1. Find the mean of the data.\n400 DO NOT COPY\n170 Show your steps.\n70 2. Find the mode.`,
  )
  expect(numbersOf(marked)).toEqual(['1', '2'])
  expect(findQuestions(marked).questions[0]?.printings[0]?.boxes[0]?.height).toBe(124)
})

test('three hundred questions are read in their order', () => {
  const pages = Array.from({ length: 30 }, (_, page) => ({
    page: page + 1,
    lines: Array.from({ length: 10 }, (__, row) =>
      at(70, 100 + row * 150, `${page * 10 + row + 1}. Find the value.`),
    ),
  }))
  expect(numbersOf(pages)).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 1)))
})

test('a book of numbered tables, with a heading on each page, ends soon: not by the square of its lines', () => {
  const pages = Array.from({ length: 400 }, (_, page) => ({
    page: page + 1,
    lines: [
      at(600, 60, 'SECTION A'),
      ...Array.from({ length: 49 }, (__, row) => at(70, 100 + row * 36, `${1 + ((page + row) % 9)}. 12`)),
    ],
  }))
  expect(numbersOf(pages).length).toBeLessThan(20_000)
})

test('of more lines than a page has none is a passage', () => {
  const pages = Array.from({ length: 2 }, (_, page) => ({
    page: page + 1,
    lines: Array.from({ length: 70 }, (__, row) =>
      at(170, 100 + row * 25, row + page > 0 ? 'Words of one of the many trains' : 'Case Study of trains'),
    ),
  }))
  const questions = [
    at(70, 100, '1. Find the mean of the data below, and say why it is so.'),
    at(70, 200, '2. Find the mode.'),
  ]
  const [first, second] = findQuestions([
    { page: 1, lines: [questions[0] as TextLine] },
    ...pages.map((page) => ({ ...page, page: page.page + 1 })),
    { page: 4, lines: [questions[1] as TextLine] },
  ]).questions
  expect([first, second].map((each) => each?.printings[0]?.boxes.some(({ isPassage }) => isPassage))).toEqual(
    [false, false],
  )
})

test('the picture of a question has its parts below each other: indented as on the page, another column from the left edge', () => {
  const box = (page: number, left: number, top: number) => ({ page, left, top, width: 500, height: 100 })
  const { width, height, parts } = layoutOf([box(1, 70, 1_900), box(2, 130, 80), box(2, 740, 80)])
  expect(parts.map(({ page, left, top, x, y }) => [page, left, top, x, y])).toEqual([
    [1, 60, 1_890, 0, 0],
    [2, 120, 70, 60, 134],
    [2, 730, 70, 0, 268],
  ])
  expect([width, height]).toEqual([580, 388])
})

test('a picture ends after four pages, however long what was taken for a question is', () => {
  const pages = Array.from({ length: 90 }, (_, at) => ({
    ...{ page: at + 1, left: 70, top: 60 },
    ...{ width: 1_300, height: 1_900 },
  }))
  const { height, parts } = layoutOf(pages)
  expect([height, parts.length]).toEqual([8_000, 5])
  expect(layoutOf([])).toEqual({ width: 0, height: 0, parts: [] })
})

test('a picture shows the printing in the reader’s language, else the English one, and its version tells files and places apart', () => {
  const printed = (language: 'en' | 'hi' | null, top = 0) => ({
    ...{ language, text: '' },
    boxes: [{ page: 1, left: 70, top, width: 500, height: 100 }],
  })
  const [hindi, english, none] = [printed('hi'), printed('en', 200), printed(null)]
  expect(printingFor([hindi, english], 'hi')).toBe(hindi)
  expect(printingFor([hindi, english], 'ta')).toBe(english)
  expect(printingFor([hindi, english])).toBe(english)
  expect(printingFor([none], 'ta')).toBe(none)
  expect(printingFor([], 'en')).toBeUndefined()
  const versions = [versionOf('a.pdf', hindi), versionOf('b.pdf', hindi), versionOf('a.pdf', english)]
  expect(new Set(versions).size).toBe(3)
})

test('the footer of a scan, which recognition reads in another way on each page, belongs to no question', () => {
  const found = findQuestions(
    paper(
      `70 1. Explain the first of the six reasons in your own words.
       70 2. Explain the second of them.
       170 Which of these reasons is the best one ?
       70 56/1/3 | 600 3 | 1200 [ P.T.O.`,
      `170 Say why in two sentences.
       70 3. Explain the third of them.
       600 ( Turn over`,
      `170 Say how in two sentences.
       70 4. Explain the fourth of them.
       70 56/I/3 | 600 S | 1200 P,T.0`,
      '170 Say when in two sentences, and turn over the page.',
    ),
  )
  const said = found.questions.flatMap(({ printings }) => printings.map(({ text }) => text)).join('\n')
  expect(found.questions).toHaveLength(4)
  expect(said).not.toMatch(/T\.[O0]|Turn over|56/)
  for (const line of ['best one', 'Say why', 'Say how']) expect(said).toContain(line)
})

test('marks that are said for a range of questions are said by no question', () => {
  const found = findQuestions(
    paper(
      `70 1 | 170 Explain the first of the six reasons.
       70 प्रश्न संख्या 2 से 3 तक प्रत्येक प्रश्न 2 अंकों का है।
       70 2 | 170 Explain the second of them.
       70 Q. 3 to 4 carry three marks each.
       70 3 | 170 Explain the third of them.
       70 4 | 170 Explain the fourth of them.`,
    ),
  )
  const begins = found.questions.map(({ printings: [first] }) => first?.text.slice(0, 9))
  expect(begins).toEqual(['1 Explain', '2 Explain', '3 Explain', '4 Explain'])
})

/** As a scan is read: pages of lines, of which some are lost. */
const scan = (...pages: TextLine[][]): LinesOfPage[] =>
  pages.map((lines, at) => ({ page: at + 1, lines, isRecognised: true }))
const words = (left: number, top: number, width = 1_100): TextLine => [
  left,
  top,
  width,
  28,
  'Say why it is so.',
]
const firstBoxes = (pages: LinesOfPage[]) =>
  findQuestions(pages).questions.map(({ printings }) => {
    const [box] = printings[0]?.boxes ?? []
    return box && { ...box, right: box.left + box.width, bottom: box.top + box.height }
  })

test('a scan’s lost line belongs to the question above it, and to its page’s last one no lower than lines of other pages', () => {
  const lines = (first: number): TextLine[] => [
    at(70, 100, `${first}.`),
    words(170, 100),
    at(70, 260, `${first + 1}.`),
    words(170, 260),
    words(170, 1_600 + first * 20),
    at(70, 1_800, '56/1/3'),
  ]
  const [first, second] = firstBoxes(scan(lines(1), lines(3), lines(5)))
  expect(first?.bottom).toBeGreaterThan(210)
  expect(first?.bottom).toBeLessThan(250)
  expect(second?.bottom).toBe(1_728)
  const [known] = firstBoxes([{ page: 1, lines: lines(1) }])
  expect(known?.bottom).toBe(128)
})

test('rules and folds of a scan are no lines, but a column of marks is; a line that is cut goes on to where others end', () => {
  const lines = [
    at(70, 100, '1.'),
    words(170, 100, 900),
    [1_435, 90, 3, 40, '|'],
    [20, 96, 3, 40, '|'],
    at(70, 300, '2.'),
    words(170, 300),
    [1_330, 300, 3, 24, '|'],
    at(70, 500, '3.'),
    words(170, 500),
    [1_331, 500, 3, 24, '|'],
    [1_200, 600, 3, 24, '|'],
    [1_202, 640, 3, 24, '|'],
    words(170, 700, 200),
  ] satisfies TextLine[]
  const boxes = firstBoxes(scan(lines))
  expect(boxes.map((box) => [box?.left, box?.right])).toEqual([
    [70, 1_334],
    [70, 1_334],
    [70, 1_334],
  ])
})

test('headers and footers of scans are known however they are read', () => {
  const header = [
    'ENGLISH [ Compulsory Code',
    'SL. Code : [1010 Compulsory',
    '{ Compulsory ENGLISH',
    'Code : ENGLISH',
  ]
  const footer = ['56/1/3', '56/13', '[ 210.', '{ Tum over']
  const pages = header.map((said, page) => [
    at(170, 60, said),
    words(170, 150),
    at(70, 250, `${page + 1}.`),
    words(170, 250),
    words(170, 1_500),
    at(70, 1_700, footer[page] ?? ''),
    at(700, 1_704, `${page + 2}`),
  ])
  const said = findQuestions(scan(...pages)).questions.flatMap(({ printings }) =>
    printings.map(({ text }) => text),
  )
  expect(said).toHaveLength(4)
  expect(said.join(' ')).not.toMatch(/ENGLISH|Compulsory|Code|56|210|over/)
})

test.each([
  ['whose name is misread', 'SECTION - छ', 600],
  ['of a range of questions', 'Question numbers 2 to 4 carry 2 marks each.', 70],
  ['of a range, in Hindi', 'प्रसन संख्या 2 G4 तक प्रत्येक प्रश्न 2 अंक', 70],
])('a heading %s ends the question before it', (_, heading, left) => {
  const [first] = findQuestions(
    scan([
      at(70, 100, '1.'),
      words(170, 100),
      at(left, 200, heading),
      words(170, 250),
      at(70, 300, '2.'),
      words(170, 300),
    ]),
  ).questions
  expect(first?.printings[0]?.text).toBe('1. Say why it is so.')
  expect(first?.section).toBeNull()
})

test('a formula at the end of a scan’s question stays there, nearer to the next question than to lines that are lost', () => {
  const [first, second] = firstBoxes(
    scan([
      at(70, 100, '1.'),
      at(170, 100, 'Find :'),
      [360, 240, 171, 49, '√1+sin 2x'],
      at(70, 306, '2.'),
      at(170, 306, 'Find :'),
      [200, 450, 171, 74, '∫(log x)² dx'],
      at(70, 534, '3.'),
      words(170, 534),
      words(170, 574),
    ]),
  )
  expect([first?.bottom, second?.top, second?.bottom]).toEqual([289, 306, 524])
  // Between them a line is lost, which may be as wide as any.
  expect([first?.right, second?.right]).toEqual([1_270, 1_270])
})

/** As recognition reads a photographed page: a line is [left, top, right, bottom, text]. */
type Seen = [left: number, top: number, right: number, bottom: number, text: string]
const seen = (page: number, lines: Seen[]): LinesOfPage => ({
  page,
  isRecognised: true,
  lines: lines.map(([left, top, right, bottom, text]) => [left, top, right - left, bottom - top, text]),
})
const boxesOf = (pages: LinesOfPage[]) =>
  findQuestions(pages).questions.map(({ number, printings }) => {
    const { left, top, height } = printings[0]?.boxes[0] ?? { left: 0, top: 0, height: 0 }
    return [number, left, top, top + height]
  })
const CROSSED: Seen[] = [
  [345, 1023, 357, 1046, '4.'],
  [389, 1023, 868, 1046, 'Solve the quadratic equation for x'],
  [393, 1083, 1087, 1111, 'Find the sum of first 20 terms of an AP whose nth term is given as'],
  [397, 1182, 1084, 1209, 'A solid piece of metal in the form of a cuboid of dimensions 11 cm'],
  [399, 1215, 1085, 1248, '7 cm is melted to form n number of solid spheres of radii each. Find'],
  [401, 1272, 527, 1286, 'the value of n.'],
  [347, 1340, 359, 1362, '7.'],
  [391, 1340, 1049, 1362, 'The mean of the following distribution is 25. Find the value.'],
  [391, 1370, 1049, 1392, 'Use the assumed mean.'],
]

test('numbers that a reader has crossed out are those of the rows that begin as far below others as questions do', () => {
  const before: Seen[] = [
    [339, 952, 351, 975, '3.'],
    [385, 952, 1094, 975, 'In an AP the sum of its third and seventh term is zero, find the fifth'],
  ]
  expect(boxesOf([seen(1, [...before, ...CROSSED])])).toEqual([
    ['3', 339, 952, 995],
    ['4', 345, 1009, 1046],
    ['5', 345, 1083, 1154],
    ['6', 345, 1168, 1312],
    ['7', 347, 1326, 1392],
  ])
})

test('where another row begins as far below the one above it, no number is made up', () => {
  const torn = CROSSED.map((line): Seen => (line[1] === 1_272 ? [401, 1_290, 527, 1_312, line[4]] : line))
  expect(numbersOf([seen(1, torn)])).toEqual(['4', '7'])
})

test('where a row between is in another script, as a translation is, no number is made up', () => {
  const hindi = 'ठोस धातु का एक टुकड़ा घनाभ के आकार का है जिसकी माप दी गई है'
  const translated = CROSSED.map(
    (line): Seen => (line[1] === 1_182 ? [line[0], line[1], line[2], line[3], hindi] : line),
  )
  expect(numbersOf([seen(1, translated)])).toEqual(['4', '7'])
})

test('a 1 of the instructions stays question 1 where these have no 2 of their own', () => {
  const { questions } = findQuestions(
    paper(
      `218 Instructions for the candidate:
       157 1 | 217 Candidates give their answers in their own words.`,
      '287 Read what follows.',
      `148 2 | 215 Write an essay on one of these in 250 words.
       148 3 | 215 Write a letter to your friend.
       148 4 | 215 Write a story of a lion and a mouse.`,
    ),
  )
  expect(questions.map(({ number, printings }) => [number, printings[0]?.boxes[0]?.page])).toEqual([
    ['1', 1],
    ['2', 3],
    ['3', 3],
    ['4', 3],
  ])
})

test('numbers that are read as other signs begin their rows, though their words are in the row above', () => {
  const page: Seen[] = [
    [259, 929, 284, 971, '2.'],
    [327, 929, 656, 971, 'रिक्त स्थानों की पूर्ति करें'],
    [327, 992, 1146, 1043, '() आश्रित युगपत समीकरण के आलेख सरल रेखाएं होती है।'],
    [260, 1156, 451, 1217, 'உற यदि'],
    [611, 1156, 1155, 1217, 'के शून्यक ap तथा हो, तो'],
    [854, 1230, 1155, 1268, 'का मान ज्ञात करें।'],
    [385, 1545, 1165, 1609, 'அன गुणनखण्ड विधि द्वारा 540 और 805 का'],
    [268, 1587, 293, 1611, 'a.'],
    [410, 1628, 602, 1668, 'ल०स० निकालें।'],
    [262, 1700, 280, 1740, '5.'],
    [410, 1700, 1165, 1740, 'एक गोल छल्ले की बाहरी गोलाई की त्रिज्या है।'],
  ]
  expect(boxesOf([seen(1, page)]).map(([number, , top]) => [number, top])).toEqual([
    ['2', 929],
    ['3', 1142],
    ['4', 1531],
    ['5', 1700],
  ])
  const withWords: Seen = [262, 1_270, 660, 1_310, 'मान ज्ञात करें।']
  expect(numbersOf([seen(1, [...page, withWords])])).toEqual(['2', '5'])
})

test('a first question without a number begins after the instructions, not at their 1', () => {
  const { questions } = findQuestions(
    paper(
      `218 Instructions for the candidate:
       157 1 | 217 Candidates give their answers in their own words.
       149 2 | 213 Figures in the margin indicate full marks.`,
      `287 Read the passage and answer the questions below.
       286 The farmers of that country grew indigo.`,
      '287 What did they grow?',
      `148 2 | 215 Write an essay on one of these in 250 words.
       219 A festival
       148 3 | 215 Write a letter to your friend.
       148 4 | 215 Write a story of a lion and a mouse.`,
    ),
  )
  expect(questions.map(({ number, printings }) => [number, printings[0]?.boxes[0]?.page])).toEqual([
    ['1', 2],
    ['2', 4],
    ['3', 4],
    ['4', 4],
  ])
  expect(questions[0]?.printings[0]?.boxes[0]?.left).toBe(148)
})

test('marks that a tilted scan has above their line, below a heading, are of the question there', () => {
  const [first, second] = findQuestions([
    seen(1, [
      [92, 642, 119, 689, '5.'],
      [170, 642, 950, 689, 'Prepare a report on your visit of a historical place.'],
      [619, 1115, 831, 1162, 'SECTION - C'],
      [1232, 1175, 1363, 1199, '4x1=4'],
      [69, 1215, 98, 1252, '6.'],
      [147, 1215, 392, 1252, 'Do as directed :'],
    ]),
  ]).questions
  expect([first?.printings[0]?.text.includes('4x1'), second?.printings[0]?.boxes[0]?.top]).toEqual([
    false,
    1175,
  ])
})

test('words above a number are its own, whatever signs are to its right; a sign of some lines’ height is none', () => {
  expect(
    boxesOf([
      seen(1, [
        [347, 688, 354, 699, '8.'],
        [390, 682, 1054, 721, 'The banks of the river are 30 m apart; find its depth.'],
        [409, 940, 1057, 975, 'Heights of 50 students of a school are recorded'],
        [366, 953, 374, 970, '9.'],
        [561, 953, 688, 970, 'dents of class X'],
        [293, 867, 951, 1323, '='],
        [420, 1138, 743, 1156, 'Find the median height of the students'],
        [661, 1219, 1367, 1262, 'questions in about 30 words :'],
        [366, 1229, 504, 1276, '10. Answer any two'],
      ]),
    ]).map(([number, left, top]) => [number, left, top]),
  ).toEqual([
    ['8', 347, 682],
    ['9', 366, 926],
    ['10', 366, 1205],
  ])
})

test('dirt at the end of a scanned page, and at the top of the next one, is no part of a question', () => {
  const { questions } = findQuestions([
    seen(1, [
      [334, 898, 346, 921, '1.'],
      [380, 898, 933, 921, 'In Fig. 1, AB is the diameter of a circle centered at O'],
      [720, 1000, 752, 1023, 'OR'],
      [1123, 1123, 1186, 1146, '|'],
      [720, 1200, 952, 1223, 'by:Some-Results.In'],
    ]),
    seen(2, [
      [300, 97, 341, 120, 'பப'],
      [606, 265, 741, 288, 'SECTION - B'],
      [345, 323, 357, 346, '2.'],
      [390, 323, 933, 346, 'Find the value of this sum.'],
    ]),
  ])
  expect(questions[0]?.printings[0]?.boxes).toEqual([
    { page: 1, left: 334, top: 898, width: 599, height: 125 },
  ])
})

test('a header that recognition splits in another place on a page is none of a question', () => {
  const header = (page: number, text: string): Seen => [171, 92, 1_133, 126 + page, text]
  const question = (number: number): Seen[] => [
    [345, 323, 357, 346, `${number}.`],
    [390, 323, 933, 346, 'Find the value of this sum.'],
  ]
  const headers = [
    'Maths (Standard) Term',
    'Maths (Standard) Term',
    'Maths (Standard) Term',
    'Maths (St andard ) Term',
  ]
  const pages = headers.map((text, at) => seen(at + 1, [header(at, text), ...question(at + 1)]))
  expect(findQuestions(pages).questions[2]?.printings[0]?.boxes).toHaveLength(1)
})
