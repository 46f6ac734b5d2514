import { describe, expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import { followTitle } from '#domain/autofill/title.ts'
import { TITLE_LIMIT } from '#domain/paper/paper.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function titleOf(fileName: string, firstPage = '') {
  const { title } = readHints({ fileName, firstPage, now: NOW })
  return title ? `${title.value}${title.sure ? '' : '?'}` : '-'
}

test.each([
  [
    'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf',
    'Board paper, Set 1 (65/4/1)',
  ],
  ['30-C-3 - Maths (Standard).pdf', 'Mathematics (Standard), Board paper, Set 3, Compartment (30/C/3)'],
  ['10TH_SCIENCE_SAMACHEER_2019 (1).pdf', 'Question paper'],
  ['cbse 12 physics final(2).pdf', 'Question paper'],
  ['download cbse-class-10-maths-2022.pdf', 'Question paper'],
  ['TN 12th Chemistry March 2017.pdf', 'Question paper'],
  ['JEE Main 24 Jan 2023 Shift 1.pdf', 'JEE Main, 24 January, Shift 1'],
  ['TNPSC Group 4 2022 with answers.pdf', 'Group 4 with Answers'],
  ['CBSE Maths Class X SQP 2021-22 MS.pdf', 'Sample Question Paper Marking Scheme, 2021-22'],
  ['SSLC Science half yearly 2018 EM.pdf', 'Half-yearly Exam (English Medium)'],
  ['12th CBSE maths solutions.pdf', 'Question paper Solutions'],
  ['JEE Main 08-04-2024 Shift 2.pdf', 'JEE Main, 8 April, Shift 2'],
  ['Kerala Board Class 12 Physics March 2022.pdf', 'Kerala Board'],
  ['CBSE 12 Zoology 2020.pdf', 'Zoology, Question paper?'],
  ['CBSE class 12 2019 comptt 65-C-1.pdf', 'Compartment Exam, Set 1 (65/C/1)'],
])('%s, understood whole, is titled by what its fields do not say', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test.each([
  ['10th maths trigonometry unit test vidya mandir 2023.pdf', 'Trigonometry Unit Test Vidya Mandir'],
  ['12th_Commerce_First_Revision_2024_Theni_District.pdf', 'First Revision Theni District'],
  ['CBSE Class 12 Political Science 2020.pdf', 'Political Science'],
  ['CBSE 10 maths 2018 to 2022.pdf', 'CBSE 10 Maths 2018 to 2022'],
  ['padasalai.net_12th_maths_half_yearly_salem.pdf', 'Half Yearly Salem'],
  ['cbse-class-12-maths-2021-22-st-josephs-school.pdf', '2021-22 St Josephs School'],
  ['65-4-1 maths Vidya Mandir.pdf', '65/4/1 Vidya Mandir'],
  ['Class 9 rocket science 2020.pdf', 'Rocket Science'],
  ['Maths worksheet class 9.pdf', 'Maths Worksheet Class 9'],
  ['Salem (12th physics) 2020.pdf', 'Salem (12th Physics) 2020'],
])('%s says more than its fields, so what it says more is made readable', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test.each([
  ['12 angry men.pdf', '12 Angry Men?'],
  ['2019.pdf', 'Question paper?'],
  ['math_2017ii.pdf', 'Question paper, Second Sitting?'],
  ['Chapter 10 Science.pdf', 'Chapter 10?'],
])('%s gives a doubtful title', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test.each([
  'IMG_20231105_1234.pdf',
  'WhatsApp Document 2024-03-01.pdf',
  'a1b2c3d4e5f60718293a4b5c6d7e8f90.pdf',
  '5c103d98-33ff-a51c-4400-c52eb7fb1d1a.pdf',
  'aGVsbG8x2d29ybGQz4x5Y6z7.pdf',
  'final(2).pdf',
  'jkpo;ehL muR.pdf',
  '\u202e\u0000\u0007.pdf',
  '1234567890.pdf',
  '____----....pdf',
])('%j gives no title rather than rubbish', (name) => {
  expect(titleOf(name)).toBe('-')
})

test('a machine name is titled from the first page', () => {
  const page = 'CBSE CLASS XII\r\nPHYSICS\r\nMARCH 2019\r\nSET-2'
  expect(titleOf('IMG_20231105_1234.pdf', page)).toBe('Question paper, Set 2')
})

test('a name of one word is told apart by what the page says, or is none', () => {
  const page = 'CBSE CLASS XII\r\nMATHEMATICS\r\nFEBRUARY 2015\r\nSET-3'
  expect(titleOf('main.pdf', page)).toBe('Question paper, Set 3')
  expect(titleOf('JEE Main 2019.pdf')).toBe('JEE Main')
  expect(titleOf('trigonometry.pdf', page)).toBe('Trigonometry, Set 3')
})

test('a title that is too long ends with a whole word', () => {
  expect(titleOf(`${'vidya '.repeat(60)}.pdf`)).toMatch(/^(?:Vidya ){5,}Vidya\??$/)
})

test('a title keeps within its limit, is one line and shows no marks of direction', () => {
  for (const name of [
    `${'vidya '.repeat(60)}.pdf`,
    `${'அ'.repeat(300)}.pdf`,
    'maths\u202e\n\t\u0000 mandir.pdf',
    `${'x'.repeat(255)}.pdf`,
  ]) {
    const title = readHints({ fileName: name, firstPage: '', now: NOW }).title?.value ?? ''
    expect([...title].length).toBeLessThanOrEqual(TITLE_LIMIT)
    expect(title).not.toMatch(/[\p{Cc}\p{Cf}_]/u)
    expect(title).toBe(title.trim())
  }
})

describe('variants', () => {
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
    ['065 Set 1 C Mathematics.pdf', '', 'Region C, Set 1'],
    ['65-1-S.pdf', '', 'Region S, Set 1'],
    ['set-1.pdf', '65/2/2 1 P.T.O.\nMATHEMATICS', 'Set 2?'],
    ['chem-qp-set3_delhi-xii-2008.pdf', '', 'Delhi, Set 3'],
    ['maths_outside_delhi_xii_2012.pdf', '', 'Outside Delhi'],
    ['eng_2011i.pdf', '', 'First Sitting'],
    ['sci.pdf', 'SCIENCE\n(Second Sitting)', 'Second Sitting'],
    ['JEE Main 27 Jan 2024 Shift 2.pdf', '', 'Shift 2'],
    ['Maths-SQP.pdf', 'CLASS: XII\nMathematics\nTerm - 1', 'Term 1'],
    ['maths set 2.pdf', 'CBSE\nCLASS X\nMATHEMATICS\nSET-3', 'Set 3?'],
    ['91-1.pdf', 'Series EF1GH/1 SET-4\nCode No. 91', 'Set 4?'],
    ['CBSE Class 12 Maths 2023.pdf', '', '-'],
  ])('%s with %j is the variant %s', (name, page, variant) => {
    expect(said(read(name, page).variant)).toBe(variant)
  })

  test.each([
    ['CBSE 12 Physics Hindi medium 2019 Set 2.pdf', '', 'Hindi', 'Set 2'],
    ['12th வணிகவியல் மார்ச் 2019 தமிழ் வழி.pdf', '', 'Tamil', '-'],
    ['10th maths 2019 english medium.pdf', 'SSLC Mathematics\nதமிழ் வழி', 'English?', '-'],
    ['10th maths 2019.pdf', '', '-', '-'],
  ])('%s with %j asks in %s, and its variant is %s', (name, page, medium, variant) => {
    const hints = read(name, page)
    expect([said(hints.medium), said(hints.variant)]).toEqual([medium, variant])
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
})
