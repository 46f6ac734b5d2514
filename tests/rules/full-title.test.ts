import { expect, test } from 'vitest'
import { fullTitle } from '#domain/paper/labels.ts'

const PAPER = {
  title: 'Board paper, Set 1 (65/4/1)',
  type: 'cbse',
  grade: '12',
  subject: 'Mathematics',
  month: 'March',
  year: 2024,
} as const

test('what the title leaves to headings stands before it', () => {
  expect(fullTitle(PAPER)).toBe('CBSE Class 12 Mathematics, March 2024: Board paper, Set 1 (65/4/1)')
  expect(fullTitle(PAPER, ' - ')).toMatch(/^CBSE Class 12 Mathematics, March 2024 - Board/)
  const jee = { ...PAPER, type: 'jee', grade: 'previous-years', subject: 'all' } as const
  expect(fullTitle({ ...jee, title: 'JEE Main, Shift 1' })).toBe('March 2024: JEE Main, Shift 1')
})

test.each([
  ['CBSE Class 12 Mathematics 65/4/1, 2024 Set 1', ''],
  ['cbse 12th mathematics of 2024', ''],
  ['CBSE Class XII Mathematics 2024', ''],
  ['Mathematics Set 12', 'CBSE Class 12, March 2024: '],
  ['CBSE Mathematics, class 10 and 120 marks', 'Class 12, March 2024: '],
  ['அரையாண்டுத் தேர்வு: கணிதம் 2024', 'CBSE Class 12 Mathematics: '],
])('%s says itself what it says', (title, before) => {
  expect(fullTitle({ ...PAPER, title })).toBe(before + title)
})
