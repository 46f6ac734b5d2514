import { expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import { followTitle } from '#domain/autofill/titles/follow-title.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function said(hint: { value: unknown; sure: boolean } | null) {
  return hint ? `${hint.value}${hint.sure ? '' : '?'}` : '-'
}

function read(fileName: string, firstPage = '', made?: string) {
  return readHints({ fileName, firstPage, made, now: NOW })
}

test.each([
  ['65-4-1.pdf', '', 'Set 1'],
  ['30-C-3 - Maths (Standard).pdf', '', 'Standard, Set 3, Compartment'],
  ['430-1-2 Maths.pdf', '', 'Basic, Set 2'],
  ['65(B) Mathematics.pdf', '', 'For visually impaired'],
  ['65-B-5 Mathematics for VI candidates.pdf', '', 'For visually impaired'],
  ['065 Set 1 C Mathematics.pdf', '', 'Set 1'],
  ['chem-qp-set3_delhi-xii-2008.pdf', '', 'Delhi, Set 3'],
  ['maths_outside_delhi_xii_2012.pdf', '', 'Outside Delhi'],
  ['CBSE 12 Physics Hindi medium 2019.pdf', '', 'Hindi Medium'],
  ['12th வணிகவியல் மார்ச் 2019 தமிழ் வழி.pdf', '', 'Tamil Medium'],
  ['eng_2011i.pdf', '', 'First Sitting'],
  ['sci.pdf', 'SCIENCE\n(Second Sitting)', 'Second Sitting'],
  ['JEE Main 27 Jan 2024 Shift 2.pdf', '', 'Shift 2'],
  ['Maths-SQP.pdf', 'CLASS: XII\nMathematics\nTerm - 1', 'Term 1'],
  ['maths set 2.pdf', 'CBSE\nCLASS X\nMATHEMATICS\nSET-3', 'Set 2?'],
  ['91-1.pdf', 'Series EF1GH/1 SET-4\nCode No. 91', 'Set 4?'],
  ['CBSE Class 12 Maths 2023.pdf', '', '-'],
])('%s with %j is the variant %s', (name, page, variant) => {
  expect(said(read(name, page).variant)).toBe(variant)
})

test.each([
  ['BSEB 12th Physics 2023.pdf', '', '12th-state Bihar'],
  ['scan.pdf', 'BIHAR SCHOOL EXAMINATION BOARD\nMATRIC EXAMINATION\n2017 [ANNUAL]', '10th-state Bihar'],
  ['2nd PUC Chemistry March 2019.pdf', '', '12th-state Karnataka'],
  ['Kerala SSLC Chemistry 2019.pdf', '', '10th-state Kerala?'],
  ['AP SSC Maths April 2019.pdf', '', '10th-state Andhra Pradesh'],
  ['TN board 10th maths 2019.pdf', '', '10th-state Tamil Nadu'],
  ['SSLC Science April 2011.pdf', '', '10th-state -'],
  ['CBSE 10 science Kerala 2019.pdf', '', '10th-cbse -'],
])('%s with %j is of %s', (name, page, board) => {
  const hints = read(name, page)
  expect(`${said(hints.degree)} ${said(hints.board)}`).toBe(board)
})

test.each([
  ['Series SGN\nCode No. 65/1', undefined, '2018'],
  ['Series BVM/3\nCode No. 65/3/2', undefined, '2019'],
  ['Series %BAB%\nQ.P. Code 65/B/5', undefined, '2022'],
  ['Series HMJ/2\nCode No. 65/2/2', undefined, '2020?'],
  ['Series HMJ/2\nCode No. 65/2/2', '2020-02-11', '2020'],
  ['Series ZZZ/2\nCode No. 65/2/2', undefined, '-'],
  ['Series ZZZ/2\nCode No. 65/2/2', '2021-03-11', '2021?'],
  ['Series SGN\nCode No. 65/1\nMARCH 2017', undefined, '2017?'],
])('%j, made on %s, is of the year %s', (page, made, year) => {
  expect(said(read('scan.pdf', page, made).year)).toBe(year)
})

test('the day on which a PDF was made says nothing of a paper without a code, and doubts a year to come', () => {
  expect(said(read('maths.pdf', 'MATHEMATICS', '2021-03-11').year)).toBe('-')
  expect(said(read('cs-2022.pdf', 'Code No. 91/D', '2020-09-06').year)).toBe('2022?')
  expect(said(read('cs-2022.pdf', 'Code No. 91/D', '2021-12-06').year)).toBe('2022')
  for (const made of ['', 'x', '1970-01-01', '2031-01-01'])
    expect(said(read('65-1.pdf', 'Code No. 65/1', made).year)).toBe('-')
})

test('sums, months of a question and days of typesetting are no class and no time of an exam', () => {
  const page = 'CBSE Maths Questions 2007\n1. Rent of 11 month is paid.\nX + 1\n1+2k\nthe 6th term'
  expect(said(read('questions.pdf', page).degree)).toBe('-')
  const typeset = read('main.pdf', '2015 12th Set-3\nFebruary 27, 2024\nQuestions')
  expect([said(typeset.degree), said(typeset.year), said(typeset.month)]).toEqual([
    '12th-cbse?',
    '2015',
    'February?',
  ])
  expect(said(read('cbse_2018_10.pdf', '1\n10th CBSE MATHEMATICS 2018\n1+2k').degree)).toBe('10th-cbse')
})

test('the made title says the variant once, and follows what is typed', () => {
  const { titleParts } = read('CBSE Class 10 Maths Standard 2020 compartment 30-C-3.pdf')
  if (!titleParts) throw new Error('The title is not a made one')
  const titled = (variant: string) => followTitle(titleParts, { ...titleParts.understood, variant })
  expect(titled('Standard, Set 3, Compartment')).toBe(
    'Mathematics (Standard), Compartment Exam, Set 3 (30/C/3)',
  )
  expect(titled('Basic, Set 1')).toBe('Question paper, Basic, Set 1 (30/C/3)')
  expect(titled('')).toBe('Question paper (30/C/3)')
})
