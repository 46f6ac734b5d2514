import { expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import { followTitle, titleProblem } from '#domain/autofill/title.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function filled(path: string, firstPage = '') {
  const at = path.lastIndexOf('/')
  const file = { fileName: path.slice(at + 1), folders: path.slice(0, Math.max(0, at)), firstPage, now: NOW }
  const { degree, subject, month, year } = readHints(file)
  return [degree, subject, month, year]
    .map((hint) => (hint ? `${hint.value}${hint.sure ? '' : '?'}` : '-'))
    .join(' | ')
}

test.each([
  ['2016/Class 12/Physics/set1.pdf', '12th-cbse? | Physics? | - | 2016?'],
  ['CBSE/Class 10/Science/2019/paper.pdf', '10th-cbse? | Science? | - | 2019?'],
  ['set1.pdf', '- | - | - | -'],
])('%s is filled in from its folders, to be checked', (path, fields) => {
  expect(filled(path)).toBe(fields)
})

test.each([
  ['2016/Class 12/Physics/CBSE Class 10 Maths 2020.pdf', '10th-cbse | Mathematics | - | 2020'],
  ['Physics/maths.pdf', '- | Mathematics | - | -'],
])('the own name of %s wins, and is as sure as without its folders', (path, fields) => {
  expect(filled(path)).toBe(fields)
})

test('the nearest folder wins over those around it, and the page over both', () => {
  expect(filled('2014/2016/paper.pdf')).toMatch(/2016\?$/)
  expect(filled('Chemistry/Physics/paper.pdf')).toMatch(/Physics\?/)
  expect(filled('Physics/paper.pdf', 'CBSE\nCLASS XII\nCHEMISTRY\n')).toMatch(/Chemistry \|/)
})

test.each(['/', '//', '../..', '%E0%A4%A/x', 'a/'.repeat(5_000), '\u202e/\0', 'C:\\Users\\me'])(
  'a folder like %j says nothing and breaks nothing',
  (folders) => {
    for (const time of [1, 2]) expect(filled(`${folders}/set1.pdf`), String(time)).toBe('- | - | - | -')
  },
)

function titled(fileName: string, change: Record<string, string> = {}) {
  const { title, titleParts } = readHints({ fileName, firstPage: '', now: NOW })
  return titleParts
    ? followTitle(titleParts, { ...titleParts.understood, ...change })
    : `own: ${title?.value}`
}

test.each([
  'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1.pdf',
  'TN 12th Chemistry March 2017.pdf',
  'JEE Main 24 Jan 2023 Shift 1.pdf',
  'CBSE Maths Class X SQP 2021-22 MS.pdf',
  'Chapter 10 Science.pdf',
  '2019.pdf',
])('the title of %s is the same as long as its fields are', (fileName) => {
  expect(titled(fileName)).toBe(readHints({ fileName, firstPage: '', now: NOW }).title?.value)
})

test('a title that was made keeps its code and set, and leaves what is true of other fields only', () => {
  const name = 'CBSE_Class_12_Applied_Mathematics_SQP_2021-22_Set_1_465_4_1.pdf'
  expect(titled(name)).toBe('Applied Mathematics, Sample Question Paper, 2021-22, Set 1 (465/4/1)')
  expect(titled(name, { year: '2022' })).toBe('Applied Mathematics, Sample Question Paper, Set 1 (465/4/1)')
  expect(titled(name, { subject: 'Physics' })).toBe('Sample Question Paper, 2021-22, Set 1 (465/4/1)')
  const jee = 'JEE Main 24 Jan 2023 Shift 1.pdf'
  expect(titled(jee, { month: 'April' })).toBe('JEE Main, Shift 1')
  expect(titled(jee, { degree: 'neet' })).toBe('Question paper, 24 January, Shift 1')
  expect(titled('NEET class 11 Physics term 2.pdf')).toBe('Class 11, Term 2')
  expect(titled('NEET class 11 Physics term 2.pdf', { degree: '11th-cbse' })).toBe('Term 2')
  expect(titled('set2.pdf', { degree: '12th-cbse', subject: 'Physics' })).toBe('Question paper, Set 2')
})

test('parts that an earlier version kept, which lack the code and the day, still make a title', () => {
  const understood = { degree: '12th-cbse', subject: 'Physics', month: 'March', year: '2020' }
  const heads = { board: 'CBSE', grade: 'Class 12', subject: 'Physics' }
  const parts = { ...heads, when: 'March 2020', middle: '55/2/1', set: 'Set 1', understood }
  expect(followTitle(parts, { ...understood, year: '2021' })).toBe('55/2/1, Set 1')
})

test('a name with words of its own is a title that follows nothing', () => {
  expect(titled('12th maths half yearly salem.pdf', { year: '2020' })).toMatch(/^own: /)
})

test.each([
  ['Main', /One word/],
  ['CBSE', /One word/],
  ['Php12u0Te', /not words/],
  ['xkcdqzw', /not words/],
  ['65/1/3 Mathematcs', /A code and one word/],
  ['65/1/3 Mathematcs, Set 3', /A code and one word/],
  ['65/1 SSO-C', /A code and one word/],
  ['Test, Question paper', /say too little/],
])('%s is no title', (title, why) => {
  expect(titleProblem(title)).toMatch(why)
})

test.each([
  'JEE Main',
  'Mathematics, 2017',
  '65/4/1',
  'Board paper, Set 1 (65/4/1)',
  'CBSE Class 12 Physics',
  'தமிழ் வினாத்தாள்',
  '',
])('%j may be a title, or is missing', (title) => {
  expect(titleProblem(title)).toBeNull()
})

test('a language next to an entrance exam is its medium, in the name and in folders', () => {
  const read = (fileName: string, folders = '') => readHints({ fileName, folders, firstPage: '', now: NOW })
  for (const hints of [read('NEET 2022 Tamil.pdf'), read('NEET 2022.pdf', 'NEET/Tamil')]) {
    expect([hints.degree?.value, hints.subject?.value]).toEqual(['neet', 'all'])
    expect([hints.medium, hints.variant]).toEqual([{ value: 'Tamil', sure: true }, null])
    expect(hints.told?.medium?.words).toContain('Tamil')
  }
  expect(read('tnpsc-group-iv-2018-tamil.pdf').subject?.value).toBe('Tamil')
})
