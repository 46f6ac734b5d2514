import { expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function filled(firstPage: string, fileName = 'scan.pdf') {
  const { degree, subject, month, year } = readHints({ fileName, firstPage, now: NOW })
  return [degree, subject, month, year]
    .map((hint) => (hint ? `${hint.value}${hint.sure ? '' : '?'}` : '-'))
    .join(' | ')
}

test.each([
  [
    'a board paper of CBSE',
    '65/1/1 1 P.T.O.\r\nCandidates must write the Code on the\r\ntitle page.\r\nMATHEMATICS\r\nTime allowed : 3 hours',
    '12th-cbse | Mathematics | March? | -',
  ],
  [
    'a code by its name',
    'Series BVM Code No. 91\r\nCOMPUTER SCIENCE',
    '12th-cbse | Computer Science | March? | 2019',
  ],
  ['a code at the foot', 'PHYSICS (Theory)\r\n.55/2/1 1 P.T.O.', '12th-cbse | Physics | March? | -'],
  [
    'a sample paper',
    'Subject Code - 041\r\nSample Question Paper\r\nCLASS: X\r\nSession: 2023-24\r\nMathematics Basic',
    '10th-cbse | Mathematics | September? | 2023',
  ],
  [
    'a public exam of Tamil Nadu',
    'HIGHER SECONDARY SECOND YEAR\r\nPART - III\r\nவேதியியல் / CHEMISTRY\r\n( தமிழ் மற்றும் ஆங்கில வழி / Tamil & English Versions )\r\nMARCH 2022',
    '12th-state | Chemistry | March | 2022',
  ],
  [
    'a half-yearly exam',
    'HALF YEARLY EXAMINATION - 2019\r\nSTANDARD - X\r\nSOCIAL SCIENCE\r\nTime : 3 Hrs Marks : 100',
    '10th-state? | Social Science | December? | 2019',
  ],
  [
    'a paper in Tamil',
    'காலாண்டுத் தேர்வு - 2022\r\nபத்தாம் வகுப்பு\r\nகணிதம்\r\nமதிப்பெண்கள் : 100',
    '10th-state? | Mathematics | September? | 2022',
  ],
  ['another state', 'BIHAR BOARD CLASS - 10\r\n2011\r\nअँग्रेजी (ENGLISH)', '10th-state | English | - | 2011'],
  ['NEET', 'NEET (UG) 2021\r\nQuestion Paper\r\nPhysics', 'neet | all | May? | 2021'],
  [
    'no paper at all',
    'Dear parents,\r\nthe school reopens in June after the history of our tamil science club.',
    '- | - | - | -',
  ],
])('the headings of %s are understood', (_, page, expected) => {
  expect(filled(page)).toBe(expected)
})

test('questions and passages are not headings', () => {
  const page = [
    '1. State the history of science in India from March 2009.',
    '(a) Physics',
    '(b) Class 9',
    'Celebrated as the party destination in India in April 2011, the state of science tourism was English.',
    'and 2009.',
    '12. Answer all the questions.',
  ].join('\r\n')
  expect(filled(page)).toBe('- | - | - | -')
  expect(readHints({ fileName: 'x.pdf', firstPage: page, now: NOW }).isAnswers).toBe(false)
})

test('a line that begins with a code is a heading, whatever else is in it', () => {
  expect(filled('041 Vidya Mandir school')).toBe('- | Mathematics? | - | -')
  expect(filled('Vidya Mandir school 041')).toBe('- | - | - | -')
})

test('a marking scheme says so on its first page', () => {
  const page = 'Marking Scheme\r\nClass XII\r\nChemistry (043)'
  expect(readHints({ fileName: 'scan.pdf', firstPage: page, now: NOW }).isAnswers).toBe(true)
})

test('what name and page say differently is doubtful', () => {
  const page = 'CBSE CLASS X\r\nSCIENCE\r\nMARCH 2019'
  expect(filled(page, 'CBSE class 10 science march 2019.pdf')).toBe('10th-cbse | Science | March | 2019')
  expect(filled(page, 'CBSE class 12 maths april 2018.pdf')).toBe(
    '12th-cbse? | Mathematics? | April? | 2018?',
  )
  expect(filled(page, 'Samacheer class 10.pdf')).toBe('10th-state? | Science | March | 2019')
})

test('the page makes sure what the name only suggests', () => {
  expect(filled('CBSE CLASS XII\r\nPHYSICS\r\n2019', '12 physics.pdf')).toBe('12th-cbse | Physics | - | 2019')
  expect(filled('CLASS XII 2019', '2019.pdf')).toBe('12th-cbse? | - | - | 2019')
  expect(filled('CBSE 2019', 'WhatsApp 2024-03-01.pdf')).toBe('- | - | - | 2019')
})

test('rubbish of old fonts tells nothing', () => {
  const page = 'jkpo;ehL muR nghJj; Nju;T>\r\nfzpjk; XII\r\nH$jm 10 {dkmZ CBSE'
  expect(filled(page, 'scan.pdf')).toBe('- | - | - | -')
})

const HOSTILE = [
  'a',
  '1',
  '65/',
  '2021-',
  ' ',
  '\n',
  'class ',
  '+',
  'அ',
  'ெ',
  'ABCabc',
  '(',
  '-_',
  'set 1 ',
  'x'.repeat(59),
  'I',
  'half ',
  '\u202e',
  '\ud800',
  '%41',
  'H$',
  '20',
]

test.each(HOSTILE)('20,000 characters of %j are read in no time', (piece) => {
  const text = piece.repeat(Math.ceil(20_000 / piece.length))
  readHints({ fileName: text, firstPage: text, now: NOW })
  readHints({ fileName: `${text}.pdf`, firstPage: `${text}!`, now: NOW })
})

test('where name and page disagree nothing that they disagree on is sure', () => {
  const page = 'CBSE CLASS XI\nCHEMISTRY\nANNUAL EXAMINATION MARCH 2018'
  expect(filled(page, 'CBSE Class 12 Physics 2019.pdf')).toMatch(/^12th-cbse\? \| Physics\? \| .* \| 2019\?$/)
  expect(filled(page, 'CBSE Class 11 Chemistry March 2018.pdf')).toBe('11th-cbse | Chemistry | March | 2018')
})

test('who says a field is told with its words, and whether it is the day the PDF was made alone', () => {
  const told = (fileName: string, firstPage: string, made?: string, folders = '') =>
    readHints({ fileName, firstPage, made, folders, now: NOW }).told
  const board = '65/1/1 1 P.T.O.\r\nMATHEMATICS'
  expect(told('scan.pdf', board, '2023-03-04')).toMatchObject({
    year: { by: 'made', words: '2023-03-04' },
    subject: { by: 'page', words: 'MATHEMATICS' },
    month: { by: 'usual', words: '65/1/1' },
    degree: { by: 'code', words: '65/1/1' },
  })
  expect(told('scan.pdf', `Series BVM\r\n${board}`, '2023-03-04')?.year).toEqual({
    by: 'series',
    words: 'Series BVM',
  })
  expect(told('maths 2021.pdf', `${board}\r\nMARCH 2022`)).toMatchObject({
    year: { by: 'name', words: 'maths 2021' },
    month: { by: 'page', words: 'MARCH 2022' },
  })
  expect(told('maths.pdf', '', undefined, '2019/Class 12')).toMatchObject({
    year: { by: 'folder', words: '2019' },
    degree: { by: 'guess', words: 'Class 12' },
  })
})
