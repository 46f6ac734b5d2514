import { expect, test } from 'vitest'
import type { FacetCounts } from '#domain/paper/filters.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { FAILED_LIST } from '#web/routes/visitor/lists/failed-list.ts'
import { packFound, unpackFound } from '#web/routes/visitor/lists/packed-list.ts'
import { packPaper, unpackPaper } from '#web/routes/visitor/paper-card/packed-paper.ts'

const PAPER: FoundPaper = {
  id: 'a1',
  title: 'Matrices | vectors, "half-yearly"',
  link: '/files/12th-cbse/matrices_20260101T000123000Z-22abcdef.pdf',
  thumbnail: '/files/thumbnail/matrices_20260101T000123000Z-22xyzxyz.webp',
  referenceLink: null,
  type: 'cbse',
  grade: '12',
  subject: 'Social Science',
  month: 'February',
  year: 2026,
  views: 7,
  pages: 3,
  size: 4_096,
  sample: false,
  variant: 'Set 2',
  board: '',
}

test.each<[string, Partial<FoundPaper>]>([
  ['with a picture named as its file', {}],
  ['without a picture', { thumbnail: null }],
  ['with a picture of another name', { thumbnail: '/files/thumbnail/cover-12:3.webp' }],
  ['with a picture in another folder', { thumbnail: '/files/12th-cbse/matrices_2.webp' }],
  ['found by its text', { inside: { page: 2, line: 'the inverse', marks: [[4, 11]] }, sample: true }],
])('a paper %s comes out of the page as it went in', (_how, different) => {
  const paper = { ...PAPER, ...different }
  expect(unpackPaper(structuredClone(packPaper(paper)))).toEqual(paper)
  expect(unpackPaper(packPaper(paper))).toEqual(paper)
})

test('counts, years and nearest papers come out of the page as they went in', () => {
  const facets: FacetCounts = {
    type: [{ value: 'cbse', papers: 600, more: true }],
    grade: [{ value: 'previous-years', papers: 1 }],
    subject: [
      { value: 'Social Science', papers: 305 },
      { value: 'all', papers: 12_000 },
    ],
    year: [{ value: '2026', papers: 132 }],
    month: [],
    answered: [{ value: 'yes', papers: 3 }],
  }
  const list = { ...FAILED_LIST, facets, years: [2026, 1990], papers: [PAPER], nearest: [PAPER], q: 'x' }
  for (const each of [list, FAILED_LIST]) {
    expect(unpackFound(structuredClone(packFound(each)))).toEqual(each)
    expect(unpackFound(packFound(each))).toEqual(each)
  }
})
