import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { ChaptersError, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { chapterFinder } from '#domain/questions/chapters/find-chapters.ts'
import {
  changedSince,
  type DatedPaper,
  goneSince,
  readSyllabusChanges,
} from '#domain/questions/chapters/syllabus-changes.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
const chapters = readChapters(read('chapters.txt'))
const own = readSyllabusChanges(read('syllabus-changes.txt'), chapters)

const paper = (given: Partial<DatedPaper> = {}): DatedPaper => ({
  ...{ type: 'cbse', grade: '10', subject: 'Mathematics', title: 'Board paper', board: '' },
  ...{ month: 'March', year: 2020, ...given },
})
const gone = (text: string, given: Partial<DatedPaper> = {}) => {
  const of = paper(given)
  const sure = chapterFinder(chapters, of)?.(text).sure ?? []
  return goneSince(own, of, { chapters: sure, text })
}

test.each<[Partial<DatedPaper>, number | null]>([
  [{}, 2023],
  [{ month: 'July', year: 2022 }, 2023],
  [{ month: 'September', year: 2022 }, null],
  [{ month: 3, year: 2023 }, null],
  [{ subject: 'Science' }, 2023],
  [{ subject: 'Hindi' }, null],
  [{ grade: '8' }, null],
  [{ grade: '12', subject: 'Physics', year: 2015 }, 2023],
  [{ grade: '12', title: 'Applied Mathematics' }, null],
  [{ type: 'state', grade: '11', month: 'March', year: 2018 }, 2018],
  [{ type: 'state', grade: '11', month: 'September', year: 2018 }, null],
  [{ type: 'state', grade: '12', month: 'March', year: 2019, subject: 'Commerce' }, 2019],
  [{ type: 'state', grade: '12', board: 'Bihar', year: 2015 }, null],
  [{ type: 'neet', grade: 'previous-years', subject: 'all', month: 'May', year: 2023 }, 2024],
  [{ type: 'jee', grade: 'previous-years', subject: 'all', year: 2015 }, null],
])('%j: the year in which the syllabus changed is %j', (given, year) => {
  expect(changedSince(own, paper(given))).toBe(year)
})

test('what an administrator says goes before the date', () => {
  expect(changedSince(own, paper({ syllabus: 'Still fits' }))).toBe(null)
  expect(gone('Construct a tangent to the circle.', { syllabus: 'Still fits' })).toBe(null)
  expect(changedSince(own, paper({ year: 2026, syllabus: 'Old syllabus' }))).toBe(2023)
  expect(gone('Find the frustum.', { year: 2026, syllabus: 'Old syllabus' })).toBe(2023)
  expect(changedSince(own, paper({ grade: '8', syllabus: 'Old syllabus' }))).toBe(0)
  expect(changedSince([], paper({ syllabus: 'Old syllabus' }))).toBe(0)
})

test.each<[string, Partial<DatedPaper>]>([
  ['Use Euclid’s division algorithm to find the HCF of 867 and 255.', {}],
  ['Construct a triangle with sides 5 cm, 6 cm and 7 cm.', {}],
  ['A bucket is in the form of a frustum of a cone.', {}],
  ['Draw a more than ogive for the data.', {}],
  ['Using properties of determinants, prove that the value is zero.', { grade: '12' }],
  ['Verify Rolle’s theorem for f(x) = x² − 4.', { grade: '12' }],
  ['Find the equation of the plane passing through (1, 2, 3).', { grade: '12' }],
  ['Prove by the principle of mathematical induction that 1 + 3 = 4.', { grade: '11' }],
  ['Two coins are tossed 1000 times. Find the probability of two heads.', { grade: '9' }],
  ['Solve by completing the square.\nOR\nFind the curved surface of the frustum.', {}],
])('gone since 2023: %s', (text, given) => {
  expect(gone(text, given)).toBe(2023)
  expect(gone(text, { ...given, year: 2024 })).toBe(null)
})

test.each<[string, Partial<DatedPaper>]>([
  ['Find the probability of two heads.', {}],
  ['Find the area of the shaded region.', {}],
  ['Draw the graphs and find the vertices of the triangle.', {}],
  ['Find the frustum’s volume.\nOR\nProve that √2 is irrational.', {}],
  ['Find the HCF of 867 and 255.', {}],
  ['Find the maximum of f(x) = x² − 4.', { grade: '12' }],
  ['Form the differential equation of the family of circles.', { grade: '12', title: 'Applied Maths' }],
  ['Construct a triangle.', { type: 'state' }],
  ['', {}],
])('nothing is said of: %s', (text, given) => {
  expect(gone(text, given)).toBe(null)
})

test('each line of the file has a source, and it is no part of what a paper is called', () => {
  expect(own.length).toBeGreaterThan(10)
  for (const { source, year, from } of own) {
    expect(source.length).toBeGreaterThan(15)
    expect(Math.abs(from / 12 - year)).toBeLessThan(1.5)
  }
  expect(describeVariantFields({ variant: 'Set 1', syllabus: 'Old syllabus' })).toEqual(['Set 1'])
})

const LINE = 'Mathematics | 2023 | September 2022 | NCERT'
test.each([
  [LINE, `"${LINE}" is above the first heading, such as [CBSE, Class 10]`],
  ['[ICSE, Class 10]', '[ICSE, Class 10] is not like [CBSE, Class 10], [Tamil Nadu, Class 7 + 8] or [NEET]'],
  ['[CBSE]', '[CBSE] is not like [CBSE, Class 10], [Tamil Nadu, Class 7 + 8] or [NEET]'],
  ['[CBSE, Class 10 + 13]', 'there is no class 13'],
  ['[CBSE, Class 10]\nMaths | 2023 | September 2022 | NCERT', 'there is no subject "Maths"'],
  [
    '[CBSE, Class 10]\nMathematics | 2023 | September 2022',
    '"Mathematics | 2023 | September 2022" is not like Mathematics | 2023 | September 2022 | SOURCE',
  ],
  [
    '[CBSE, Class 10]\nMathematics | 2023 | Sept 2022 | NCERT',
    '"2023 | Sept 2022" is not like 2023 | September 2022',
  ],
  ['[CBSE, Class 10]\nwords: frustum', '"words: frustum" is above the first change of its heading'],
  [`[CBSE, Class 10]\n${LINE}\nchapter: Juggling`, 'chapters.txt has no chapter "Juggling"'],
  [`[CBSE, Class 10]\n${LINE}\nwords: a,, b`, 'a word is empty: look for a comma or a plus too many'],
])('a wrong line is refused with its number: %j', (text, sentence) => {
  expect(() => readSyllabusChanges(text, chapters)).toThrow(ChaptersError)
  expect(() => readSyllabusChanges(text, chapters)).toThrow(
    `syllabus-changes.txt, line ${text.split('\n').length}: ${sentence}`,
  )
})
