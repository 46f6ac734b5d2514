import { expect, test } from 'vitest'
import { cleanName } from '#domain/autofill/clean-name.ts'
import { yearsIn } from '#domain/autofill/evidence.ts'
import { wordsOf } from '#domain/autofill/phrases.ts'
import { readHints } from '#domain/autofill/read-hints.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

/** Degree, subject, month and year as they are filled in; "-" for nothing, "?" behind what is doubtful. */
function filled(fileName: string, firstPage = '') {
  const { degree, subject, month, year } = readHints({ fileName, firstPage, now: NOW })
  return [degree, subject, month, year]
    .map((hint) => (hint ? `${hint.value}${hint.sure ? '' : '?'}` : '-'))
    .join(' | ')
}

const NAMES: Record<string, Record<string, string>> = {
  'of CBSE papers': {
    'CBSE Class 12 Maths 2023.pdf': '12th-cbse | Mathematics | - | 2023',
    'CBSE Class 10 Science Question Paper 2020 Set 1.pdf': '10th-cbse | Science | - | 2020',
    'cbse_class_10_social_science_2019.pdf': '10th-cbse | Social Science | - | 2019',
    'cbse-class-12-physics-question-paper-2018.pdf': '12th-cbse | Physics | - | 2018',
    'CBSE XII Chemistry March 2017.pdf': '12th-cbse | Chemistry | March | 2017',
    'CBSE X English 2016.pdf': '10th-cbse | English | - | 2016',
    'CBSE 9 Science Annual 2015.pdf': '9th-cbse | Science | April? | 2015',
    'CBSE Class XI Accountancy Final Exam 2022-23.pdf': '11th-cbse | Accountancy | April? | 2022',
    'Class 8 CBSE Maths.pdf': '8th-cbse | Mathematics | - | -',
    'CBSE Class 6 Tamil half yearly 2021.pdf': '6th-cbse | Tamil | December? | 2021',
    'AISSCE 2014 Biology.pdf': '12th-cbse | Biology | - | 2014',
    'AISSE Maths 2009.pdf': '10th-cbse | Mathematics | - | 2009',
    'CBSE 12th Computer Science (083) SQP 2022-23.pdf': '12th-cbse | Computer Science | September? | 2022',
    'CBSE-XII-Economics-2019-SET-2.pdf': '12th-cbse | Economics | - | 2019',
    'CBSE Class 12 History 2013 compartment.pdf': '12th-cbse | History | July? | 2013',
    'CBSE 10th Maths Basic 2021-2022 Term 2.pdf': '10th-cbse | Mathematics | - | 2021',
    'CBSE 12 Applied Maths 2023.pdf': '12th-cbse | Mathematics | - | 2023',
    'XIIMathsCBSE2021.pdf': '12th-cbse | Mathematics | - | 2021',
    'CBSEClass10ScienceSamplePaper2024.pdf': '10th-cbse | Science | September? | 2024',
    'cbse 10 maths pre-board jan 2020.pdf': '10th-cbse | Mathematics | January | 2020',
    'CBSE%20Class%2012%20Physics%202019.pdf': '12th-cbse | Physics | - | 2019',
    'CBSE Class 12 Business Studies 2020.pdf': '12th-cbse | Other | - | 2020',
    'CBSE Class 12 Political Science 2018.pdf': '12th-cbse | Other | - | 2018',
    'CBSE class 10 Hindi A 2019.pdf': '10th-cbse | Hindi | - | 2019',
    'CBSE class 10 Hindi (085) 2021.pdf': '10th-cbse | Hindi | - | 2021',
    'कक्षा 9 हिंदी 2022.pdf': '9th-cbse? | Hindi | - | 2022',
    'CBSE 10 हिन्दी 2020.pdf': '10th-cbse | Hindi | - | 2020',
    'CBSE class 8 Sanskrit annual 2023.pdf': '8th-cbse | Sanskrit | April? | 2023',
    'CBSE 10 संस्कृत 2018.pdf': '10th-cbse | Sanskrit | - | 2018',
    'CBSE 12 Physics Hindi medium 2019.pdf': '12th-cbse | Physics | - | 2019',
    'CBSE class 9 French 2020.pdf': '9th-cbse | Other | - | 2020',
  },
  'with codes of CBSE': {
    '65-4-1.pdf': '12th-cbse | Mathematics | March? | -',
    '65_1_1 maths.pdf': '12th-cbse | Mathematics | March? | -',
    '55-1-1 (Physics) 2023.pdf': '12th-cbse | Physics | March? | 2023',
    '56_2_3_Chemistry_2022.pdf': '12th-cbse | Chemistry | March? | 2022',
    '57-3-1 Biology.pdf': '12th-cbse | Biology | March? | -',
    '30-5-2 Maths Standard 2020.pdf': '10th-cbse | Mathematics | March? | 2020',
    '430-1-1 MATHS BASIC 2023.pdf': '10th-cbse | Mathematics | March? | 2023',
    '31-1-1 Science.pdf': '10th-cbse | Science | March? | -',
    '32-2-1 SOCIAL SCIENCE.pdf': '10th-cbse | Social Science | March? | -',
    'cbse-12-accountancy-67-1-1-2020.pdf': '12th-cbse | Accountancy | March? | 2020',
    '91-1 Computer Science.pdf': '12th-cbse | Computer Science | March? | -',
    '465_Applied_Mathematics_465-1.pdf': '12th-cbse | Mathematics | March? | -',
    '65(B) Mathematics for blind 2019.pdf': '12th-cbse | Mathematics | March? | 2019',
    '30-1 English 2019.pdf': '- | English | - | 2019',
    '58-1-1.pdf': '12th-cbse? | Economics? | March? | -',
    '58-1-1 History.pdf': '- | History | - | -',
    '55-1.pdf': '12th-cbse? | Physics? | March? | -',
    'scan 55 2.pdf': '- | - | - | -',
    'Maths_041_SQP_2023-24.pdf': '- | Mathematics | September? | 2023',
    'Class XII Chemistry Code 043 Set 1.pdf': '12th-cbse | Chemistry | - | -',
    '086 Science Class X 2022.pdf': '10th-cbse | Science | - | 2022',
    'Class 12 Mathematics 65 marks.pdf': '12th-cbse? | Mathematics | - | -',
  },
  'of Tamil Nadu': {
    '10th Maths Public March 2019.pdf': '10th-state? | Mathematics | March | 2019',
    '12th Physics Public Exam March 2020 EM.pdf': '12th-state? | Physics | March | 2020',
    '+2 Chemistry half yearly 2018.pdf': '12th-state? | Chemistry | December? | 2018',
    '+1 Biology quarterly 2019 TM.pdf': '11th-state? | Biology | September? | 2019',
    'Plus Two Commerce Model.pdf': '12th-state? | Commerce | February? | -',
    'plus one accountancy.pdf': '11th-state? | Accountancy | - | -',
    'HSC Physics March 2012.pdf': '12th-state | Physics | March | 2012',
    'HSC First Year Economics 2019.pdf': '11th-state | Economics | - | 2019',
    'SSLC Science April 2011.pdf': '10th-state | Science | April | 2011',
    'SSLC Social Science model qp.pdf': '10th-state | Social Science | February? | -',
    '10th std Tamil Quarterly 2022.pdf': '10th-state? | Tamil | September? | 2022',
    'X std English Half-Yearly Dec 2017.pdf': '10th-state? | English | December | 2017',
    'Std 9 Science Term 1.pdf': '9th-state? | Science | - | -',
    'STD-VIII Maths Annual Exam 2016.pdf': '8th-state? | Mathematics | April? | 2016',
    'VII STANDARD SOCIAL SCIENCE.pdf': '7th-state? | Social Science | - | -',
    'TN 12th Maths 2023.pdf': '12th-state | Mathematics | - | 2023',
    'Tamilnadu state board 11th computer science 2021.pdf': '11th-state | Computer Science | - | 2021',
    'Samacheer Kalvi 10th Science.pdf': '10th-state | Science | - | -',
    'samacheer 6th maths term 3.pdf': '6th-state | Mathematics | - | -',
    'State Board Class 12 Business Maths 2022.pdf': '12th-state | Business Maths | - | 2022',
    '12th Business Mathematics and Statistics Public.pdf': '12th-state? | Business Maths | March? | -',
    '11th Bio-Botany 2020.pdf': '11th-cbse? | Biology? | - | 2020',
    '12th Zoology Half Yearly 2022 Question Paper Salem.pdf': '12th-state? | Biology? | December? | 2022',
    '12th_Commerce_First_Revision_2024_Theni_District.pdf': '12th-state? | Commerce | January? | 2024',
    '10th science 2nd mid term 2019 Chennai.pdf': '10th-state? | Science | November? | 2019',
    '9th maths first midterm.pdf': '9th-state? | Mathematics | July? | -',
    'padasalai.net_12th_maths_half_yearly_2022.pdf': '12th-state? | Mathematics | December? | 2022',
    'www.padasalai.net 10th english.pdf': '10th-cbse? | English | - | -',
    '12th Accounts supplementary june 2018.pdf': '12th-state? | Accountancy | June | 2018',
    'kanitham 10 vaguppu arai aandu.pdf': '10th-state? | Mathematics | December? | -',
    'iyarpiyal +2 podhu thervu 2015.pdf': '12th-state? | Physics | March? | 2015',
    'samooga ariviyal 9 std.pdf': '9th-state? | Social Science | - | -',
    'varalaru plus two.pdf': '12th-state? | History | - | -',
    '12th std uyiriyal kaalandu 2018.pdf': '12th-state? | Biology | September? | 2018',
    'Bihar Board 10th English 2015.pdf': '10th-state | English | - | 2015',
    'Kerala Board Class 12 Physics March 2022.pdf': '12th-state | Physics | March | 2022',
  },
  'in Tamil': {
    '10ஆம் வகுப்பு கணிதம் அரையாண்டு 2019.pdf': '10th-state? | Mathematics | December? | 2019',
    'பத்தாம் வகுப்பு அறிவியல் காலாண்டு 2022.pdf': '10th-state? | Science | September? | 2022',
    'பன்னிரண்டாம் வகுப்பு இயற்பியல்.pdf': '12th-state? | Physics | - | -',
    '12ம் வகுப்பு வேதியியல் மார்ச் 2018.pdf': '12th-state? | Chemistry | March | 2018',
    '11ஆம் வகுப்பு உயிரியல்.pdf': '11th-state? | Biology | - | -',
    '9ஆம் வகுப்பு சமூக அறிவியல் ஏப்ரல் 2017.pdf': '9th-state? | Social Science | April | 2017',
    'எட்டாம் வகுப்பு தமிழ்.pdf': '8th-state? | Tamil | - | -',
    'ஏழாம் வகுப்பு ஆங்கிலம் முழு ஆண்டு.pdf': '7th-state? | English | April? | -',
    '12-வகுப்பு-கணினி-அறிவியல்-மார்ச்-2020.pdf': '12th-state? | Computer Science | March | 2020',
    '12 வகுப்பு வணிகவியல் பொதுத் தேர்வு.pdf': '12th-state? | Commerce | March? | -',
    '+2 கணக்குப்பதிவியல் 2016.pdf': '12th-state? | Accountancy | - | 2016',
    '+1 பொருளியல் செப்டம்பர் 2019.pdf': '11th-state? | Economics | September | 2019',
    '+2 வரலாறு.pdf': '12th-state? | History | - | -',
    '+2 வணிகக் கணிதம் 2023.pdf': '12th-state? | Business Maths | - | 2023',
    'தமிழ்நாடு 10ம் வகுப்பு கணிதம் 2021.pdf': '10th-state | Mathematics | - | 2021',
    'சமச்சீர் 6ஆம் வகுப்பு அறிவியல்.pdf': '6th-state | Science | - | -',
  },
  'of entrance exams': {
    'NEET 2023 Question Paper.pdf': 'neet | all | May? | 2023',
    'NEET 2022 Tamil.pdf': 'neet | all | May? | 2022',
    'NEET Physics Tamil 2022.pdf': 'neet | Physics | May? | 2022',
    'JEE Main 2024 Hindi.pdf': 'jee | all | - | 2024',
    'NEET-UG-2019-code-P1.pdf': 'neet | all | May? | 2019',
    'neet biology pyq 2021.pdf': 'neet | Biology | May? | 2021',
    'NEET Physics Chapter 3.pdf': 'neet | Physics | May? | -',
    'AIPMT 2012.pdf': 'neet | all | May? | 2012',
    'JEE Main 2022.pdf': 'jee | all | - | 2022',
    'JEE Main 24 Jan 2023 Shift 1.pdf': 'jee | all | January | 2023',
    'JEE_Mains_Physics_2021.pdf': 'jee | Physics | - | 2021',
    'jee-advanced-2020-paper-2.pdf': 'jee | all | May? | 2020',
    'IIT JEE 2008 Maths.pdf': 'jee | Mathematics | - | 2008',
    'AIEEE 2010.pdf': 'jee | all | - | 2010',
    'TNPSC Group 4 2022.pdf': 'tnpsc | all | - | 2022',
    'tnpsc-group-iv-2018-tamil.pdf': 'tnpsc | Tamil | - | 2018',
    'Group 2 mains 2019.pdf': 'tnpsc? | - | - | 2019',
    'JEE NEET Physics 2020.pdf': 'jee? | Physics | May? | 2020',
    'NEET class 11 Physics test.pdf': 'neet? | Physics | May? | -',
  },
  'that say too little, or something else': {
    '2019.pdf': '- | - | - | 2019?',
    '1990.pdf': '- | - | - | 1990?',
    '1989.pdf': '- | - | - | -',
    '2027 maths.pdf': '- | Mathematics | - | -',
    '3019 physics.pdf': '- | Physics | - | -',
    'IMG_20231105_1234.pdf': '- | - | - | 2023?',
    'IMG-20240112-WA0007.pdf': '- | - | - | 2024?',
    'WhatsApp Document 2024-03-01.pdf': '- | - | - | 2024?',
    'WhatsApp Image 2023-11-05 at 10.22.33 maths.pdf': '- | Mathematics | - | 2023?',
    'CamScanner 15-03-2022 10.30 12th physics.pdf': '12th-cbse? | Physics | - | 2022?',
    'Scan_2021_10_11.pdf': '- | - | - | 2021?',
    '12 angry men.pdf': '- | - | - | -',
    'Chapter 10 Science.pdf': '- | Science | - | -',
    'Unit 9 Maths.pdf': '- | Mathematics | - | -',
    'Ex 12 physics.pdf': '- | Physics | - | -',
    'maths 10 marks questions.pdf': '- | Mathematics | - | -',
    'class 10 maths 100 marks.pdf': '10th-cbse? | Mathematics | - | -',
    'maths 12.pdf': '12th-cbse? | Mathematics | - | -',
    '12 March 2020 physics.pdf': '- | Physics | March | 2020',
    '10th March 2021 maths.pdf': '- | Mathematics | March | 2021',
    'physics 07-03-2019.pdf': '- | Physics | March | 2019',
    'physics 01-01-2019.pdf': '- | Physics | January | 2019',
    'physics 31-12-2019.pdf': '- | Physics | December | 2019',
    'physics 32-03-2019.pdf': '- | Physics | - | 2019',
    'physics 00-03-2019.pdf': '- | Physics | - | 2019',
    '30-11-2019.pdf': '- | - | November? | 2019?',
    '9841012345 class 9 maths.pdf': '9th-cbse? | Mathematics | - | -',
    'call 98410 2019 maths.pdf': '- | Mathematics | - | -',
    'call 044-2019-3344 maths.pdf': '- | Mathematics | - | -',
    '044-28151234.pdf': '- | - | - | -',
    'class 10 and 12 maths.pdf': '10th-cbse? | Mathematics | - | -',
    'CBSE class 10 and 12 maths.pdf': '10th-cbse? | Mathematics | - | -',
    'CBSE class 10, 12 maths.pdf': '10th-cbse? | Mathematics | - | -',
    'CBSE 12.5 maths.pdf': '- | Mathematics | - | -',
    'CBSE 3-12 maths.pdf': '- | Mathematics | - | -',
    'CBSE State Board class 10 maths.pdf': '10th-cbse? | Mathematics | - | -',
    'science and maths class 8.pdf': '8th-cbse? | Science? | - | -',
    'CBSE 10 maths 2018 to 2022.pdf': '10th-cbse | Mathematics | - | 2018?',
    'march 2021-22 +2 physics.pdf': '12th-state? | Physics | March | 2021?',
    'march 22 maths.pdf': '- | Mathematics | March | 2022?',
    'Mar 24.pdf': '- | - | March | 2024?',
    'march 22 2019 maths.pdf': '- | Mathematics | March | 2019',
    'april 31 maths.pdf': '- | Mathematics | April | -',
    'ICSE class 10 maths 2019.pdf': '- | Mathematics | - | 2019',
    'Mar Ivanios college physics.pdf': '- | Physics | March? | -',
    'State of matter class 11 chemistry.pdf': '11th-cbse? | Chemistry | - | -',
    'solid state 12 chemistry.pdf': '12th-cbse? | Chemistry | - | -',
    'IIT Madras school class 9 maths.pdf': 'jee? | Mathematics | - | -',
    '+2 maths new syllabus 2019 model.pdf': '12th-state? | Mathematics | February? | 2019?',
    'tamil medium maths.pdf': '- | Mathematics | - | -',
    'download.pdf': '- | - | - | -',
    'final(2).pdf': '- | - | - | -',
    'a1b2c3d4e5f60718293a4b5c6d7e8f90.pdf': '- | - | - | -',
    '': '- | - | - | -',
    '.pdf': '- | - | - | -',
    'CBSE\u0000 class\u0007 12\tmaths.pdf': '12th-cbse | Mathematics | - | -',
    '\u202eCBSE class 12 maths\u202c.pdf': '12th-cbse | Mathematics | - | -',
    '\u200fCBSE\u200f 10 science.pdf': '10th-cbse | Science | - | -',
    'ＣＢＳＥ　Ｃｌａｓｓ　１２　Ｍａｔｈｓ.pdf': '12th-cbse | Mathematics | - | -',
    '𝗖𝗕𝗦𝗘 𝗖𝗹𝗮𝘀𝘀 𝟭𝟬 𝗠𝗮𝘁𝗵𝘀.pdf': '10th-cbse | Mathematics | - | -',
    [`CBSE class 12 maths ${'very '.repeat(45)}.pdf`]: '12th-cbse | Mathematics | - | -',
  },
}

for (const [kind, names] of Object.entries(NAMES)) {
  test.each(Object.entries(names))(`names ${kind}: %j`, (name, expected) => {
    expect(filled(name)).toBe(expected)
  })
}

test('more than 120 names are tried', () => {
  expect(Object.values(NAMES).flatMap((names) => Object.keys(names)).length).toBeGreaterThan(120)
})

test.each(['31-1-1', '32-1-1', '58-1-1', '61-1-1', '67-1-1', '465-1-1'])(
  'the code %s is known by use alone, and doubtful where nothing else names its subject',
  (code) => {
    expect(filled(`${code}.pdf`)).toMatch(/^1[02]th-cbse\? \| [A-Z][a-zA-Z ]+\? \| March\? \| -$/)
  },
)

test.each([
  ['30', 'Mathematics'],
  ['430', 'Mathematics'],
  ['55', 'Physics'],
  ['56', 'Chemistry'],
  ['57', 'Biology'],
  ['65', 'Mathematics'],
  ['91', 'Computer Science'],
  ['364', 'Mathematics'],
])('the code %s alone is that of %s', (code, subject) => {
  expect(filled(`${code}-1-1.pdf`)).toMatch(new RegExp(`^1[02]th-cbse \\| ${subject} \\|`))
})

test.each([
  ['10th_Maths_Answer_Key_2023.pdf', true],
  ['MathsBasic-MS.pdf', true],
  ['Class 12 Physics Marking Scheme.pdf', true],
  ['cbse 12 maths solutions.pdf', true],
  ['TNPSC Group 4 2022 with answers.pdf', true],
  ['+2 இயற்பியல் விடைகள்.pdf', true],
  ['10ம் வகுப்பு கணிதம் விடைக்குறிப்பு.pdf', true],
  ['12th physics tentative key.pdf', true],
  ['CBSE class 12 maths 2020.pdf', false],
  ['unsolved maths papers.pdf', false],
  ['maths without answers.pdf', false],
  ['answer sheet class 10.pdf', false],
])('%s is told to hold answers: %s', (fileName, isAnswers) => {
  expect(readHints({ fileName, firstPage: '', now: NOW }).isAnswers).toBe(isAnswers)
})

test('two years that do not follow each other are no session', () => {
  expect(filled('CBSE Class 12 Physics 2021-22.pdf')).toBe('12th-cbse | Physics | - | 2021')
  const title = (name: string) => readHints({ fileName: name, firstPage: '', now: NOW }).title?.value
  expect(title('CBSE Class 12 Physics 2021-22.pdf')).toBe('Question paper, 2021-22')
  for (const name of ['2021-22-03', '2021-23', '2021-21'])
    expect(title(`CBSE Class 12 Physics ${name}.pdf`), name).not.toMatch(/2021-22$/)
  for (const name of ['2021-22-03', '2021-22/3', '2021-22_03'])
    expect(title(`CBSE Class 12 Physics ${name}.pdf`), name).toBe('Question paper')
})

test.each(['(1)', '(2)', '(9)', '(10)', '(12)', '(19)'])(
  'a copy’s number %s is no part of the name',
  (copy) => {
    expect(cleanName(`physics${copy}.pdf`)).toBe('physics')
    expect(cleanName(`Class 12 physics ${copy}.pdf`)).toBe('Class 12 physics')
  },
)

test.each(['(20)', '(2019)', '(a)'])('%s at the end of a name stays', (end) => {
  expect(cleanName(`physics ${end}.pdf`)).toBe(`physics ${end}`)
})

test.each([
  ['05112023', 'November 2023'],
  ['20231105', 'November 2023'],
  ['31122019', 'December 2019'],
  ['13132019', undefined],
  ['32012019', undefined],
  ['20191301', undefined],
  ['7.3.2019', 'March 2019'],
  ['2024-03-01', 'March 2024'],
  ['2019-13-01', '2019'],
])('the date of %s is of %s', (name, said) => {
  const [found] = yearsIn(wordsOf(name), NOW, new Set())
  expect(found && [found.month, found.year].filter(Boolean).join(' ')).toBe(said)
})
