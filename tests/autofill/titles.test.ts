import { expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import { TITLE_LIMIT } from '#domain/paper/paper.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function titleOf(fileName: string, firstPage = '') {
  const { title } = readHints({ fileName, firstPage, now: NOW })
  return title ? `${title.value}${title.sure ? '' : '?'}` : '-'
}

test.each([
  [
    'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf',
    'CBSE Class 12 Mathematics 65/4/1, 2024 Set 1',
  ],
  ['30-C-3 - Maths (Standard).pdf', 'CBSE Class 10 Mathematics (Standard) 30/C/3'],
  ['10TH_SCIENCE_SAMACHEER_2019 (1).pdf', 'State Board Class 10 Science, 2019'],
  ['cbse 12 physics final(2).pdf', 'CBSE Class 12 Physics'],
  ['download cbse-class-10-maths-2022.pdf', 'CBSE Class 10 Mathematics, 2022'],
  ['TN 12th Chemistry March 2017.pdf', 'State Board Class 12 Chemistry, March 2017'],
  ['JEE Main 24 Jan 2023 Shift 1.pdf', 'JEE Main, January 2023 Shift 1'],
  ['TNPSC Group 4 2022 with answers.pdf', 'TNPSC Group 4 with Answers, 2022'],
  [
    'CBSE Maths Class X SQP 2021-22 MS.pdf',
    'CBSE Class 10 Mathematics Sample Question Paper Marking Scheme, 2021-22',
  ],
  [
    'SSLC Science half yearly 2018 EM.pdf',
    'State Board Class 10 Science Half-yearly Exam (English Medium), 2018',
  ],
])('%s, understood whole, is titled in one order', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test.each([
  [
    '10th maths trigonometry unit test vidya mandir 2023.pdf',
    '10th Maths Trigonometry Unit Test Vidya Mandir 2023',
  ],
  [
    '12th_Commerce_First_Revision_2024_Theni_District.pdf',
    '12th Commerce First Revision 2024 Theni District',
  ],
  ['CBSE Class 12 Political Science 2020.pdf', 'CBSE Class 12 Political Science 2020'],
  ['CBSE 10 maths 2018 to 2022.pdf', 'CBSE 10 Maths 2018 to 2022'],
  ['padasalai.net_12th_maths_half_yearly_salem.pdf', '12th Maths Half Yearly Salem'],
  ['cbse-class-12-maths-2021-22-st-josephs-school.pdf', 'CBSE Class 12 Maths 2021-22 St Josephs School'],
  ['65-4-1 maths Vidya Mandir.pdf', '65/4/1 Maths Vidya Mandir'],
])('%s says more than its fields, so the name itself is made readable', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test.each([
  ['12 angry men.pdf', '12 Angry Men?'],
  ['2019.pdf', 'Question Paper, 2019?'],
  ['math_2017ii.pdf', 'Mathematics, 2017?'],
  ['Chapter 10 Science.pdf', 'Science Chapter 10?'],
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
  const page = 'CBSE CLASS XII\r\nPHYSICS\r\nMARCH 2019'
  expect(titleOf('IMG_20231105_1234.pdf', page)).toBe('CBSE Class 12 Physics, March 2019')
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
