import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Grade, MONTHS, type PaperType, type Subject } from '#domain/paper/paper.ts'
import { EXAM_PAPERS, EXAM_TEXTS } from './exam-papers.ts'
import { JUDGED_TEXTS } from './judged-texts.ts'

export type JudgedPaper = {
  type: PaperType
  grade: Grade
  subject: Subject
  year: number
  month: number
  title: string
  answered: boolean
  variant?: string
  board?: string
  pages?: string[]
}

/** A tuition centre's papers: our samples, the fifteen real ones of ../shared/papers, and made-up ones. */
export function judgedPapers(): JudgedPaper[] {
  const papers = [
    ...samples(),
    ...REAL.map(read),
    ...cbseBoards(),
    ...stateSchools(),
    ...entrance(),
    ...ODD.map(read),
    ...EXAM_PAPERS.map(read),
  ]
  return papers.map((paper) => ({ ...paper, pages: JUDGED_TEXTS[paper.title] ?? EXAM_TEXTS[paper.title] }))
}

function samples(): JudgedPaper[] {
  const file = join(import.meta.dirname, '../../samples/catalogue.json')
  const listed = JSON.parse(readFileSync(file, 'utf8')) as (JudgedPaper & { answers?: string })[]
  return listed.map(({ type, grade, subject, year, month, title, answers }) => ({
    ...{ type, grade, subject, year, month, title },
    answered: answers !== undefined,
  }))
}

/** "cbse 12 Chemistry Mar 2020 + | title | variant | board": a plus for answers. */
function read(line: string): JudgedPaper {
  const [facts = '', title = '', variant = '', board = ''] = line.split('|').map((part) => part.trim())
  const found = /^(\w+) ([\w-]+) (.+) (\w{3}) (\d{4})( \+)?$/.exec(facts)
  if (!found) throw new Error(`Not a paper: ${line}`)
  const [, type, grade, subject, month = '', year, answered] = found
  return {
    type: type as PaperType,
    grade: grade as Grade,
    subject: subject as Subject,
    year: Number(year),
    month: MONTHS.findIndex((name) => name.startsWith(month)) + 1,
    title,
    answered: answered !== undefined,
    variant,
    board,
  }
}

const REAL = [
  'cbse 12 Chemistry Mar 2020 | CBSE Class 12 Chemistry 56/2/3',
  'cbse 10 Mathematics Mar 2006 | Class 10 Mathematics 2006, Set 1',
  'cbse 12 Computer Science Mar 2019 | CBSE Class 12 Computer Science 2019',
  'cbse 10 Mathematics Mar 2017 | CBSE Class 10 Mathematics 30/1',
  'cbse 10 Mathematics Mar 2018 | CBSE Class 10 Mathematics 30/1/1',
  'cbse 10 Mathematics Jul 2023 | CBSE Class 10 Mathematics (Standard) Compartment 30/C/3',
  'cbse 12 Physics Mar 2020 | CBSE Class 12 Physics 55/2/1',
  'cbse 12 Mathematics Mar 2016 | CBSE Class 12 Mathematics 65/1',
  'cbse 12 Mathematics May 2022 | CBSE Class 12 Applied Mathematics',
  'cbse 12 Mathematics Mar 2024 | CBSE Class 12 Mathematics Question Paper 2024 Set 1 65/4/1',
  'cbse 12 Mathematics Sep 2021 + | CBSE Class 12 Mathematics Sample Question Paper 2021-22',
  'cbse 10 Mathematics May 2022 | CBSE Class 10 Mathematics (Standard) Question Paper 2022',
  'cbse 12 Computer Science May 2022 | CBSE Class 12 Computer Science 2022',
  'state 10 English Mar 2011 | SSLC English Paper I 2011',
  'state 10 Mathematics Jul 2017 | Mathematics 2017 II',
]

const ODD = [
  'cbse 12 Physics Mar 2024 | Physics 55-1-2',
  'cbse 12 Physics Mar 2023 + | Physics board paper, set 55_2_2',
  'cbse 12 Mathematics Mar 2023 | Mathematics 65/1/4 with 4 sections',
  'cbse 10 Mathematics Mar 2022 | Mathematics (Basic) board question paper 2022',
  'cbse 10 Mathematics Mar 2023 + | Mathematics (Basic) board question paper 2023 with marking scheme',
  'cbse 12 English Mar 2023 + | English Core board question paper, Set 2',
  'cbse 10 Social Science Jan 2024 | Pre-board exam: Nationalism in Europe, resources and federalism',
  'cbse 10 Science Jan 2025 + | Pre-board exam: Life processes, carbon compounds and light',
  'cbse 12 Physics Jan 2025 | Pre-board exam: Electrostatics to semiconductors',
  'cbse 12 Biology Jul 2024 + | Chapter test: Sexual reproduction in flowering plants',
  'cbse 11 Chemistry Aug 2024 | Chapter test: Structure of atom and periodic table',
  'cbse 12 Chemistry Aug 2024 | Unit test: The d and f block elements',
  'cbse 9 Science Aug 2025 | Unit test: Motion, force and gravitation',
  'cbse 10 Mathematics Aug 2025 + | Chapter test: Trigonometry and heights and distances',
  'cbse 10 Mathematics Jul 2025 | Chapter test: Polynomials',
  'state 12 Biology Aug 2024 | Bio-Botany: Plant biotechnology and genetics, unit 4 to 6',
  'state 12 Biology Aug 2023 + | Bio-Zoology: Human reproduction and evolution',
  'state 11 Physics Aug 2024 | Unit 7: Properties of matter, one mark questions',
  'state 12 Chemistry Aug 2025 | Unit 6: Solid state and chemical kinetics',
  'state 10 Social Science Aug 2025 | History unit 10: Social transformation in Tamil Nadu',
  'state 10 Mathematics Aug 2025 | அலகுத் தேர்வு: இயற்கணிதம்',
  'state 12 Mathematics Nov 2024 | Second midterm test: Complex numbers and theory of equations',
  'state 12 Mathematics Jul 2024 | First midterm test: Matrices and determinants',
  'state 10 Science Jul 2025 | First midterm test: Laws of motion, optics',
  'state 10 Tamil Jan 2025 | முதல் திருப்புதல் தேர்வு: தமிழ்',
  'state 12 Physics Jan 2025 + | First revision test, Chennai district',
  'state 12 Physics Feb 2025 | Second revision test, Chennai district',
  'state 10 Science Jan 2025 | திருப்புதல் தேர்வு: அறிவியல், தமிழ் வழி',
  'state 10 Mathematics Jan 2024 | Revision test: Mathematics, Tamil medium',
  'state 10 Mathematics Jun 2024 | Supplementary exam question paper',
  'state 12 Commerce Jun 2023 | துணைத் தேர்வு வினாத்தாள்',
  'jee previous-years Mathematics Jan 2025 + | JEE Main 2025 January session, Mathematics shift 1 with answer key',
  'jee previous-years all May 2024 | JEE Advanced 2024 Paper 1',
  'jee previous-years all May 2024 + | JEE Advanced 2024 Paper 2 with solutions',
  'tnpsc previous-years all Feb 2024 + | TNPSC Group 1 prelims question paper with key',
  'tnpsc previous-years all Jun 2022 | TNPSC Group 2 and 2A preliminary exam',
  'tnpsc previous-years all Jul 2024 + | TNPSC Group 4 VAO exam, General Studies and General Tamil',
  'tnpsc previous-years all Mar 2023 | TNPSC Group IV model test: Indian economy and geography',
]

function cbseBoards(): JudgedPaper[] {
  const seniors = [
    'Physics',
    'Chemistry',
    'Biology',
    'Mathematics',
    'Accountancy',
    'Economics',
    'English',
  ] as const
  const juniors = ['Science', 'Social Science', 'English', 'Mathematics'] as const
  const board = (grade: '10' | '12', subject: Subject, year: number): JudgedPaper => ({
    ...{ type: 'cbse', grade, subject, year, month: 3, answered: year % 2 === 1 },
    title: `${subject} board question paper ${year}${year % 2 ? ' with answers' : ''}`,
  })
  return [2017, 2018, 2019, 2020, 2023, 2024, 2025].flatMap((year) => [
    ...seniors.map((subject) => board('12', subject, year)),
    ...juniors.map((subject) => board('10', subject, year)),
    ...['9 Science', '11 Physics'].map((of) =>
      read(`cbse ${of} Feb ${year} | Annual examination: ${of.split(' ')[1]}`),
    ),
  ])
}

/** Schools of Tamil Nadu name the exam in English or Tamil, and seldom repeat the subject. */
function stateSchools(): JudgedPaper[] {
  const exams = [
    [9, 'Quarterly examination', 'காலாண்டுத் தேர்வு'],
    [12, 'Half-yearly examination', 'அரையாண்டுத் தேர்வு'],
    [4, 'Annual examination', 'முழு ஆண்டுத் தேர்வு'],
  ] as const
  const subjects: Record<string, [Subject, tamil: string][]> = {
    '12': [
      ['Mathematics', 'கணிதம்'],
      ['Physics', 'இயற்பியல்'],
      ['Commerce', 'வணிகவியல்'],
      ['Accountancy', 'கணக்குப்பதிவியல்'],
      ['Computer Science', 'கணினி அறிவியல்'],
      ['Business Maths', 'வணிகக் கணிதம்'],
    ],
    '11': [
      ['Chemistry', 'வேதியியல்'],
      ['Biology', 'உயிரியல்'],
      ['Economics', 'பொருளியல்'],
    ],
    '10': [
      ['Mathematics', 'கணிதம்'],
      ['Science', 'அறிவியல்'],
      ['Social Science', 'சமூக அறிவியல்'],
      ['Tamil', 'தமிழ்'],
      ['English', 'ஆங்கிலம்'],
    ],
    '9': [
      ['Mathematics', 'கணிதம்'],
      ['Science', 'அறிவியல்'],
      ['Tamil', 'தமிழ்'],
    ],
    '8': [
      ['Science', 'அறிவியல்'],
      ['Social Science', 'சமூக அறிவியல்'],
    ],
    '6': [
      ['Mathematics', 'கணிதம்'],
      ['English', 'ஆங்கிலம்'],
    ],
  }
  const made: JudgedPaper[] = []
  for (const year of [2022, 2023, 2024]) {
    for (const [grade, list] of Object.entries(subjects)) {
      for (const [nth, [subject, tamil]] of list.entries()) {
        for (const [month, english, inTamil] of exams) {
          const isTamil = (nth + month + year) % 3 === 0
          const title = isTamil ? `${inTamil} – ${tamil}` : `${english}: ${subject}`
          made.push({
            type: 'state',
            grade: grade as Grade,
            subject,
            year,
            month,
            title,
            answered: (nth + year) % 4 === 0,
          })
        }
        if (grade !== '10' && grade !== '12') continue
        const title =
          (nth + year) % 3 === 0 ? `பொதுத் தேர்வு ${year} – ${tamil}` : `Public examination ${year}, ${subject}`
        made.push({ type: 'state', grade, subject, year, month: 3, title, answered: nth % 2 === 0 })
      }
    }
  }
  return made
}

function entrance(): JudgedPaper[] {
  const exam = (
    type: PaperType,
    subject: Subject,
    year: number,
    month: number,
    title: string,
  ): JudgedPaper => ({
    ...{ type, grade: 'previous-years', subject, year, month, title, answered: year % 2 === 0 },
  })
  return [2018, 2019, 2020, 2021, 2022, 2023, 2024].flatMap((year) => [
    exam('neet', 'all', year, 5, `NEET ${year} question paper: Physics, Chemistry, Biology`),
    exam('neet', 'Biology', year, 4, `Mock test: Botany and Zoology, ${year}`),
    exam('jee', 'all', year, 4, `JEE Main ${year}: Physics, Chemistry and Mathematics`),
    exam('jee', 'Chemistry', year, 1, `Practice set: Organic chemistry and equilibrium, ${year}`),
    exam('tnpsc', 'all', year, 7, `TNPSC Group 4 ${year}: பொதுத் தமிழ், பொது அறிவு`),
  ])
}
