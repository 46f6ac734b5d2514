import { expect, test } from 'vitest'
import { sizeLabel } from '#domain/language/formats.ts'
import { gradeLabel, labelsOf, typeLabel, unbroken } from '#domain/language/labels.ts'
import { CLASSES, EXAMS, SUBJECT_LINES } from '#domain/paper/exams-and-subjects.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import {
  DEGREES,
  degreeOf,
  findDegree,
  GRADES,
  isChapter,
  needsSubject,
  PAPER_TYPES,
  type PaperType,
  type SchoolGrade,
  subjectsTaught,
  yearChoices,
} from '#domain/paper/paper.ts'
import { searchTerms, searchWords } from '#domain/search/understanding/query.ts'
import { currentYear } from '#domain/time/india-time.ts'

test('the form offers classes 12 to 6 in each board, then the exams: seventeen degrees', () => {
  expect(DEGREES.map((degree) => degree.name)).toEqual([
    ...['12th', '11th', '10th', '9th', '8th', '7th', '6th'].flatMap((grade) => [
      `${grade} CBSE`,
      `${grade} State`,
    ]),
    'JEE',
    'NEET',
    'TNPSC',
  ])
  expect(new Set(DEGREES.map((degree) => degree.slug)).size).toBe(17)
  for (const degree of DEGREES) {
    expect(degree.slug).toMatch(/^[a-z0-9-]{3,12}$/)
    expect(findDegree(degree.slug)).toBe(degree)
    expect(degreeOf(degree.type, degree.grade)).toBe(degree)
    expect(needsSubject(degree)).toBe(['cbse', 'state'].includes(degree.type))
  }
})

test('every exam, class and subject has a number of its own, and the classes of a board fit behind its number', () => {
  const numbers = [...EXAMS.flatMap(numbersOf), ...SUBJECT_LINES.map(({ number }) => `subject ${number}`)]
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { number } of SUBJECT_LINES) expect(number >= 1 && number <= 30).toBe(true)
  for (const { number } of CLASSES) expect(number >= 0 && number <= 14).toBe(true)

  function numbersOf({ kind, number }: (typeof EXAMS)[number]) {
    return kind === 'board' ? CLASSES.map((each) => `degree ${number + each.number}`) : [`degree ${number}`]
  }
})

test('a subject is missed in the classes that it is taught in, and at its boards', () => {
  const taught = (type: PaperType, ...grades: SchoolGrade[]) =>
    grades.map((grade) => subjectsTaught(type, grade))
  for (const subjects of taught('cbse', '12', '11')) {
    expect(subjects).toEqual(expect.arrayContaining(['Mathematics', 'Physics', 'Accountancy', 'Hindi']))
    expect(subjects).not.toContain('Science')
    expect(subjects).not.toContain('Social Science')
  }
  for (const subjects of taught('state', '10', '9', '8', '7', '6'))
    expect(subjects).toEqual(['Mathematics', 'Science', 'Social Science', 'English', 'Tamil'])
  const alone = SUBJECT_LINES.map(({ name }) => name).filter((name) => !isChapter(name, '10'))
  expect(alone, 'what class 10 has as a subject of its own').toEqual([
    ...['Mathematics', 'Science', 'Social Science', 'English', 'Tamil', 'Business Maths'],
    ...['Computer Science', 'Hindi', 'Sanskrit', 'Other'],
  ])
  expect(SUBJECT_LINES.filter(({ name }) => isChapter(name, '11'))).toEqual([])
  expect(taught('cbse', '6')[0]).toEqual(expect.arrayContaining(['Hindi', 'Sanskrit']))
  expect(subjectsTaught('jee', 'previous-years')).toEqual(['all'])
})

test('a type has no grades but its own', () => {
  const pairs = PAPER_TYPES.flatMap((type) => GRADES.map((grade) => degreeOf(type, grade)))
  expect(pairs.filter(Boolean).length).toBe(17)
  expect(degreeOf('jee', '12')).toBeUndefined()
  expect(degreeOf('cbse', 'previous-years')).toBeUndefined()
  for (const slug of ['', '12th-jee', 'constructor', '12TH-CBSE']) expect(findDegree(slug)).toBeUndefined()
})

test('types, grades and groups are named as people name them', () => {
  expect(PAPER_TYPES.map(typeLabel)).toEqual(['CBSE', 'State Board', 'JEE', 'NEET', 'TNPSC'])
  expect([gradeLabel('12'), gradeLabel('previous-years')]).toEqual(['Class 12', 'Previous years'])
  expect(labelsOf('en').shelf('state', '12')).toBe('12 STATE')
  expect(labelsOf('en').shelf('neet', 'previous-years')).toBe('PREVIOUS YEARS NEET')
})

test.each([
  [0, '1 KB'],
  [1, '1 KB'],
  [1024, '1 KB'],
  [380_928, '372 KB'],
  [1000 * 1024 - 1, '1000 KB'],
  [1000 * 1024, '1.0 MB'],
  [1_258_291, '1.2 MB'],
  [50 * 1024 * 1024, '50.0 MB'],
])('%i bytes are called %s', (bytes, label) => {
  expect(sizeLabel(bytes)).toBe(label)
})

test('the weight line says kind, pages and size, and one page is one page', () => {
  const { weight } = labelsOf('en')
  const line = weight({ pages: 8, size: 1_258_291 })
  expect(line).toBe('PDF · 8 pages · 1.2 MB')
  expect(unbroken(line).split(' ')).toEqual(['PDF\u00a0·', '8\u00a0pages\u00a0·', '1.2\u00a0MB'])
  expect(weight({ pages: 1, size: 2048 })).toBe('PDF · 1 page · 2 KB')
})

test.each<[PaperFilter, string]>([
  [{}, 'All papers'],
  [{ answered: true }, 'All papers with answers'],
  [{ type: 'cbse', grade: '12', subject: 'Physics', year: 2024 }, 'CBSE Class 12 Physics 2024'],
  [
    { type: 'neet', grade: 'previous-years', subject: 'Biology', answered: true },
    'NEET Biology with answers',
  ],
  [{ type: 'jee', grade: 'previous-years', subject: 'all' }, 'JEE'],
  [{ year: 2019 }, 'Papers of 2019'],
  [{ month: 'March', year: 2019, answered: true }, 'Papers of March 2019 with answers'],
])('the list of %j is called %j', (filter, name) => {
  expect(labelsOf('en').list(filter)).toBe(name)
})

test('years run from this one, as it is in India, down to 1990', () => {
  const years = yearChoices(currentYear(new Date('2026-12-31T18:29:59Z')))
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 1990, 37])
  expect(yearChoices(currentYear(new Date('2026-12-31T18:30:00Z')))[0]).toBe(2027)
})

test.each([
  ['Circle  THEOREMS', ['circle', 'theorems']],
  ['கணிதம், தேர்வு!', ['கணிதம்', 'தேர்வு']],
  ['प्रश्न-पत्र', ['प्रश्न', 'पत्र']],
  ['"a" OR b*', ['a', 'or', 'b']],
  ['e\u0301t\u00e9', ['\u00e9t\u00e9']],
  ['%_-:(){}^~\'"\\', []],
  ['', []],
  ['😀 👩🏽‍🏫', []],
  ['a\u0000b', ['a', 'b']],
  ['x²', ['x²']],
  ['கணி\u200cதம் ma\u00adths\u200f', ['கணிதம்', 'maths']],
])('%j is read as the words %j', (text, words) => {
  expect(searchTerms(text)).toEqual(words)
})

test('a mark without a letter is no word, alone or after one', () => {
  expect(searchTerms('\u0308')).toEqual([])
  expect(searchTerms('question \u0308')).toEqual(['question'])
})

test('a hundred characters are read, and never half a character', () => {
  expect(searchTerms('a'.repeat(300))).toEqual(['a'.repeat(100)])
  expect(searchTerms('𝒙'.repeat(300))).toEqual(['𝒙'.repeat(100)])
})

test('a paper is found by its title, its fields and how people abbreviate them', () => {
  const paper = {
    title: 'Half-yearly',
    type: 'state',
    grade: '12',
    subject: 'Mathematics',
    month: 9,
    year: 2024,
  } as const
  const { title, words: fields } = searchWords(paper)
  const words = [...searchTerms(title), ...searchTerms(fields)]
  for (const word of [
    'half',
    'yearly',
    'mathematics',
    'maths',
    'state',
    'board',
    'tn',
    'class',
    '12',
    '12th',
    'xii',
    'std',
    'september',
    '2024',
  ]) {
    expect(words).toContain(word)
  }
  const exam = searchWords({ ...paper, type: 'jee', grade: 'previous-years', subject: 'all' }).words
  expect(exam).toContain('Previous years')
  expect(exam).not.toMatch(/\ball\b|maths|undefined/)
})
