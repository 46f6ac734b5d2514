import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chapterName, namedChapters } from '#domain/questions/chapters/chapter-names.ts'
import { ChaptersError, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { chapterFinder, chaptersInOrder } from '#domain/questions/chapters/find-chapters.ts'
import { chaptersAt, readShares, writeChapters } from '#domain/questions/chapters/paper-chapters.ts'
import { phraseOf, questionWords } from '#domain/questions/chapters/question-words.ts'

const own = readChapters(readFileSync(join(import.meta.dirname, '../../chapters.txt'), 'utf8'))

/** "circles", "?circles triangles" where these are maybes, or nothing. */
function chaptersOf(
  text: string,
  paper: Partial<Parameters<typeof chapterFinder>[1]> = {},
  table = own,
): string {
  const by = { type: 'cbse', grade: '10', subject: 'Mathematics', title: '', ...paper }
  const { sure, maybe } = chapterFinder(table, by)?.(text) ?? { sure: [], maybe: [] }
  return sure.length > 0 ? sure.join(' ') : maybe.map((id) => `?${id}`).join(' ')
}

test.each([
  ['Find the discriminant of 2x² – 3x + 5 = 0.', 'quadratic-equations'],
  ['यदि द्विघात समीकरण के मूल समान हैं', 'quadratic-equations'],
  ['In an A.P., the 4th term is 11.', 'arithmetic-progressions'],
  ['Prove that sin θ/(1 + cos θ) = cosec θ – cot θ', 'introduction-to-trigonometry'],
  ['The angle of elevation of the top of a tower', 'some-applications-of-trigonometry'],
  ['Prove that the lengths of tangents from an external point are equal.', 'circles'],
  ['Construct a pair of tangents to a circle of radius 3 cm.', 'constructions'],
  [
    'Two dice are thrown.\nOR\nFind the mode of the following frequency distribution',
    'probability statistics',
  ],
  ['Solve for x and y: 2x + y = 5', 'pair-of-linear-equations-in-two-variables'],
  ['Name the author of this book.', ''],
])('%j of class 10 is of %j', (text, expected) => {
  expect(chaptersOf(text)).toBe(expected)
})

test.each([
  ['Evaluate ∫ x² log x', 'integrals'],
  ['Find : dx\n4 2\n(x 1) (x 4)', 'integrals'],
  ['If y = (log x)^x, find dy/dx', 'continuity-and-differentiability'],
  ['Solve the differential equation dy/dx + y = x', 'differential-equations'],
  ['Write the principal value of sin⁻¹(1/2)', 'inverse-trigonometric-functions'],
  ['If A is a square matrix of order 3 and |A| = 4, find |2A|', 'determinants'],
  ['Find the area bounded by the curve y = x² dx, using integration', 'application-of-integrals'],
  ['Maximise Z = 3x + 4y subject to the constraints x + y ≤ 4', 'linear-programming'],
])('%j of class 12 is of %j, by its signs, too', (text, expected) => {
  expect(chaptersOf(text, { grade: '12' })).toBe(expected)
})

test('the board, the class, the subject and a word of the title say which chapters there are', () => {
  const dice = 'Two dice are thrown. Find the probability.'
  expect(chaptersOf(dice, { type: 'state' })).toBe('statistics-and-probability')
  expect(chaptersOf(dice, { type: 'state', board: 'Bihar' })).toBe('probability')
  expect(chaptersOf(dice, { type: 'state', board: 'Kerala' })).toBe('')
  expect(chaptersOf(dice, { grade: '12', title: 'Applied Mathematics 2024' })).toBe(
    'probability-distributions',
  )
  expect(chaptersOf(dice, { grade: '12', title: 'Mathematics 2024' })).toBe('probability')
  expect(chaptersOf(dice, { subject: 'Science' })).toBe('')
  expect(chaptersOf(dice, { type: 'jee', grade: 'previous' })).toBe('')
  expect(chaptersOf('ஒரு பகடையின் நிகழ்தகவு காண்க', { type: 'state' })).toBe('statistics-and-probability')
})

test('words count whole, in their order and without those that they do not go with', () => {
  const table = readChapters(`
# a note
[CBSE, Class 10]
One | |
sure: red apple*, pear (not with plum)
maybe: fruit, sweet + sour
Two | இரண்டு |
also: CBSE 10 One
maybe: x²
`)
  const of = (text: string) => chaptersOf(text, {}, table)
  expect(of('Red applesauce')).toBe('one two')
  expect([of('an apple that is red'), of('reddish apples')]).toEqual(['', ''])
  expect([of('Pears'), of('pear and plum'), of('pear\nOR\nplum')]).toEqual(['one two', '', ''])
  expect([of('fruits'), of('sweet'), of('sour, then sweet')]).toEqual(['?one ?two', '', '?one ?two'])
  expect([of('3x2 = 1'), of('x = 2')]).toEqual(['?two', ''])
  expect(chapterName(table, 'two', 'ta')).toBe('இரண்டு')
  expect([chapterName(table, 'one', 'ta'), chapterName(table, 'gone')]).toEqual(['One', 'gone'])
})

test('a question with words of more than three chapters is of none of them for sure', () => {
  const names = ['Ant', 'Bee', 'Cow', 'Dog']
  const table = readChapters(
    `[CBSE, Class 10]\n${names.map((name) => `${name} | |\nsure: ${name}`).join('\n')}`,
  )
  expect(chaptersOf('ant bee cow', {}, table)).toBe('ant bee cow')
  expect(chaptersOf('ant bee cow dog', {}, table)).toBe('?ant ?bee ?cow ?dog')
})

test('signs are words: fractions, powers, roots and minus signs of any font', () => {
  expect(questionWords('tan−1(√3) – |A|')).toEqual(['tan', '-', '1', '√', '3', '-', '|', 'a', '|'])
  expect(questionWords('𝑑𝑦/𝑑𝑥 right-angled Rolle’s sinθ')).toEqual([
    'dy',
    'dx',
    'right',
    'angled',
    'rolle',
    'sin',
    'θ',
  ])
  expect(phraseOf('skew lines*')).toEqual([
    { word: 'skew', isBeginning: false },
    { word: 'lines', isBeginning: true },
  ])
})

test.each([
  ['Circles | | ', '"Circles | |" is above the first heading, such as [CBSE, Class 10]'],
  ['[CBSE 10]', '[CBSE 10] is not like [CBSE, Class 10] or [CBSE + Bihar, Class 10]'],
  ['[CBSE + Narnia, Class 10]', 'there is no board "Narnia"'],
  ['[CBSE, Class 13]', 'there is no class 13'],
  ['[CBSE, Class 10]\nsure: circle', '"sure: circle" is above the first chapter of its heading'],
  [
    '[CBSE, Class 10]\nCircles',
    '"Circles" is neither "English | Tamil | Hindi" nor begins with sure:, maybe: or also:',
  ],
  ['[CBSE, Class 10]\n | வட்டங்கள் |', 'the English name of the chapter is missing'],
  ['[CBSE, Class 10]\nCircles | |\nCircles | |', '"Circles" has been named before'],
  [
    '[CBSE, Class 10]\nCircles | அ |\n[CBSE, Class 9]\nCircles | ஆ |',
    '"Circles" has another Tamil name in line 2',
  ],
  [
    '[CBSE, Class 10]\nCircles | |\nsure: arc,, chord',
    'a word is empty: look for a comma or a plus too many',
  ],
  ['[CBSE, Class 10]\nCircles | |\nsure: ar*', '"ar*" is too short: three letters at least'],
  [
    '[CBSE, Class 10]\nCircles | |\nalso: CBSE 9 Arcs',
    'there is no chapter "CBSE 9 Arcs", such as CBSE 10 Circles',
  ],
])('a wrong line is refused with its number: %j', (text, sentence) => {
  expect(() => readChapters(text)).toThrow(ChaptersError)
  expect(() => readChapters(text)).toThrow(`chapters.txt, line ${text.split('\n').length}: ${sentence}`)
})

test('the chapters of a paper are one text, which says those of each question and how many marks are of each chapter', () => {
  const sure = (...ids: string[]) => ({ sure: ids, maybe: [] })
  const none =
    chapterFinder(own, { type: 'cbse', grade: '10', subject: 'Mathematics', title: '' })?.('') ?? sure()
  const written = writeChapters([
    { place: 1, marks: 3, chapters: sure('circles') },
    { place: 3, marks: null, chapters: { sure: [], maybe: ['circles', 'triangles'] } },
    { place: 4, marks: 3, chapters: sure('circles', 'triangles') },
    { place: 5, marks: 3, chapters: none },
  ])
  expect(written).toBe('3=circles;;0=circles?,triangles?;3=circles,triangles;')
  expect(chaptersAt(written, 3)).toEqual({ sure: [], maybe: ['circles', 'triangles'] })
  expect([chaptersAt(written, 2), chaptersAt(written, 9), chaptersAt('', 1)]).toEqual([none, none, none])
  expect(readShares(written)).toEqual([
    { chapter: 'circles', marks: 3, questions: 2, sure: 1.5 },
    { chapter: 'circles', marks: 0, questions: 1, sure: 0 },
    { chapter: 'triangles', marks: 0, questions: 1, sure: 0 },
    { chapter: 'triangles', marks: 3, questions: 1, sure: 0.5 },
  ])
  expect([writeChapters([{ place: 1, marks: 2, chapters: none }]), readShares('')]).toEqual(['', []])
  expect(namedChapters(own, chaptersAt(written, 1), 'hi')).toEqual([
    { id: 'circles', name: 'वृत्त', isSure: true },
  ])
})

test('chapters come in the order of the textbook that is asked for, then all others', () => {
  const first = (given: Parameters<typeof chaptersInOrder>[1]) => chaptersInOrder(own, given).slice(0, 2)
  expect(first({ type: 'cbse', grade: '12' })).toEqual([
    'relations-and-functions',
    'inverse-trigonometric-functions',
  ])
  expect(first({ type: 'state', grade: '9' })).toEqual(['set-language', 'real-numbers'])
  expect(first({ type: 'state', grade: '10', board: 'Bihar' })).toEqual(['real-numbers', 'polynomials'])
  expect(first({ grade: '11' })).toEqual(['sets', 'relations-and-functions'])
  expect(first({ type: 'jee' })).toEqual(first({}))
  const all = chaptersInOrder(own, { grade: '12' })
  expect([new Set(all).size, all.length]).toEqual([own.names.size, own.names.size])
})

test('every board and class from 9 to 12 has chapters, each with words of its own', () => {
  for (const board of ['CBSE', 'Tamil Nadu'])
    for (const grade of ['9', '10', '11', '12'])
      expect(own.syllabuses.some((each) => each.boards.includes(board) && each.grade === grade)).toBe(true)
  for (const { chapters } of own.syllabuses)
    for (const { id, sure } of chapters) expect(sure.length, id).toBeGreaterThan(0)
})
