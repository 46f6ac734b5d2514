import type { Subject } from './paper.ts'

/** The subjects' hues on paper, for pictures; subjects.css has the same for pages, and a test holds them together. */
export const SUBJECT_HUES: Record<Subject, string> = {
  all: '#51607a',
  Mathematics: '#254bb2',
  'Business Maths': '#593aaa',
  Chemistry: '#792b92',
  English: '#8f1d6f',
  Tamil: '#9b1143',
  Physics: '#9c1d00',
  History: '#7f4401',
  Commerce: '#6c5005',
  'Social Science': '#585a02',
  Accountancy: '#2d6501',
  Economics: '#016644',
  Biology: '#01635d',
  Science: '#03606f',
  'Computer Science': '#005b87',
}
