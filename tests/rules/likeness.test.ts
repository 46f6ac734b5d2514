import { describe, expect, test } from 'vitest'
import { comparePages } from '#domain/duplicates/duplicate.ts'
import { likenessTo } from '#domain/duplicates/title-likeness.ts'

const MATHS_12 = { grade: '12', subject: 'Mathematics' }
const areAlike = (one: string, other: string, shelf: typeof MATHS_12) =>
  likenessTo({ title: one }, shelf)({ title: other })

describe('titles that are alike', () => {
  test.each([
    ['Half-yearly paper: matrices and vectors', 'Half-yearly paper: matrices and vectors'],
    ['Half-yearly paper: matrices and vectors', 'HALF YEARLY PAPER — Vectors & Matrices'],
    ['Calculus and vectors', 'Vectors, calculus'],
    ['Matrices and determinants', 'Matrises and determinants'],
    ['Matrices and determinants', 'Matrcies and determinants'],
    ['Quarterly exam', 'Quaterly examination'],
    ['Model paper', 'Class XII Maths model question paper.pdf'],
    ['Model paper', '+2 model paper'],
    ['Board paper 65/1/1', 'Question paper 65 / 1 / 1'],
    ['QP Code 65/1/1', '65/1/1 Mathematics'],
    ['Mathematics set 1', 'Maths SET-I'],
    ['Set1 question paper', 'Set 1'],
    ['Board exam 2024', 'Board exam 2023-24'],
    ['Board exam', 'Board exam 2024'],
    ['First mid-term', '1st mid term'],
    ['கணிதம் அரையாண்டுத் தேர்வு', 'அரையாண்டுத் தேர்வு - கணிதம்'],
    ['Mathematics', 'Question paper'],
    ['Algebra, sets, vectors, limits', 'Algebra, sets, vectors, matrices'],
  ])('“%s” and “%s”', (one, other) => {
    expect([areAlike(one, other, MATHS_12), areAlike(other, one, MATHS_12)]).toEqual([true, true])
  })
})

describe('titles that are not', () => {
  test.each([
    ['Board paper 65/1/1', 'Board paper 65/1/2'],
    ['Board paper set 1', 'Board paper set 2'],
    ['Board paper set A', 'Board paper set B'],
    ['Board paper set 1', 'Board paper'],
    ['Paper I', 'Paper II'],
    ['First mid-term test', 'Second mid-term test'],
    ['Unit test 12', 'Unit test 11'],
    ['Mathematics Basic sample paper', 'Mathematics Standard sample paper'],
    ['Sample paper', 'Sample paper: marking scheme'],
    ['Half-yearly exam', 'Quarterly exam'],
    ['Algebra model paper', 'Geometry model paper'],
    ['Board exam 2023', 'Board exam 2024'],
    ['Calculus', 'Calcite'],
    ['Limits', 'Limit theorems'],
    ['Algebra', 'Question paper'],
    ['Algebra, sets, limits', 'Algebra, sets, matrices'],
    ['Algebra, sets, vectors, limits', 'Algebra, sets, vectors, matrices, circles'],
    ['Tamil medium', 'English medium'],
    ['__proto__', 'constructor'],
  ])('“%s” and “%s”', (one, other) => {
    expect([areAlike(one, other, MATHS_12), areAlike(other, one, MATHS_12)]).toEqual([false, false])
  })

  test('those of an exam whose subject only the title tells', () => {
    const shelf = { grade: 'previous-years', subject: 'all' }
    expect(areAlike('JEE Physics', 'JEE Chemistry', shelf)).toBe(false)
  })

  test.each([
    ['Region C, Set 2', 'Region E, Set 2'],
    ['First Sitting', 'Second Sitting'],
    ['Delhi', 'Outside Delhi'],
    ['All India', 'Foreign'],
    ['Set 1', 'Set 2'],
    ['Tamil Medium', 'English Medium'],
    ['For visually impaired', ''],
  ])('those whose variants are “%s” and “%s”', (one, other) => {
    const isLike = likenessTo({ title: 'Board paper', variant: one }, MATHS_12)
    expect([
      isLike({ title: 'Board paper', variant: other }),
      isLike({ title: 'Board paper', variant: one }),
    ]).toEqual([false, true])
    // Wherever it is said.
    expect(isLike({ title: `Board paper, ${one}` })).toBe(true)
  })
})

describe('pages', () => {
  const questions = Array.from(
    { length: 12 },
    (_, at) => `${at + 1}. Find the ${'abcdefghijkl'[at]}-th root of number ${at * 7}.`,
  )
  const page = (text: string, isRecognised = false) => ({ text, isRecognised })
  const front = page(`65/1/1 Series EF1GH/1\n${questions.join('\n')}`)

  test('are the same with the same words in the same order', () => {
    expect(comparePages(front, page(front.text.replaceAll('\n', ' \r\n')))).toBe('same')
    expect(comparePages(front, page([front.text.slice(0, 21), ...questions.toReversed()].join('\n')))).toBe(
      'unclear',
    )
  })

  test('that differ in a code alone are told by nothing but that', () => {
    expect(comparePages(front, page(front.text.replace('65/1/1', '65/1/2')))).toBe('unclear')
  })

  test('are others with other words, unless they were recognised, or have too few', () => {
    const other = questions
      .map((_, at) => `Name ${at} kings of Magadha and when each came to rule.`)
      .join('\n')
    expect(comparePages(front, page(other))).toBe('other')
    expect(comparePages(front, page(other, true))).toBe('unclear')
    expect(comparePages(front, page('Name the kings of Magadha.'))).toBe('unclear')
  })
})
