/** A name and the first page's text, beside what a careful administrator would type from them alone: degree, subject
 * and year, '-' for what they do not tell; then, where there is one, the variant, and the board of a state.
 * `made` is the day on which the PDF says that it was made. */
export type JudgedPaper = { name: string; page?: string; made?: string; folders?: string; is: string }

const CODE = 'Candidates must write the Code on the title page of the answer-book.'
const RULES =
  'Time allowed : 3 hours Maximum Marks : 80\n1. Please check that this question paper contains 11 printed pages.'

/** As names and first pages are; none is a copy of a real one. */
export const JUDGED_PAPERS: JudgedPaper[] = [
  // CBSE: codes and series.
  {
    name: '65-2-2.pdf',
    page: `65/2/2 1 P.T.O.\n${CODE}\nSeries HMJ/2\nMATHEMATICS\n${RULES}`,
    is: '12th-cbse | Mathematics | 2020 | Set 2',
  },
  {
    name: 'scan0001.pdf',
    page: `Series SGN\nCode No. 55/3\nRoll No.\n${CODE}\nPHYSICS (Theory)\n${RULES}`,
    is: '12th-cbse | Physics | 2018 | Set 3',
  },
  {
    name: 'IMG-20220101-WA0003.pdf',
    page: `Series BVM/1\nCode No. 56/1/2\n${CODE}\nCHEMISTRY (Theory)`,
    is: '12th-cbse | Chemistry | 2019 | Set 2',
  },
  {
    name: '30-1-1.pdf',
    page: `Series JMS/1\nCode No. 30/1/1\n${CODE}\nMATHEMATICS\n${RULES}`,
    is: '10th-cbse | Mathematics | 2019 | Set 1',
  },
  {
    name: '31-2-3 Science.pdf',
    page: `31/2/3 1 P.T.O.\nSeries JMS/2\n${CODE}\nSCIENCE\n${RULES}`,
    is: '10th-cbse | Science | 2019 | Set 3',
  },
  {
    name: '32-1-1.pdf',
    page: `Series JBB/1\nCode No. 32/1/1\n${CODE}\nSOCIAL SCIENCE\n${RULES}`,
    is: '10th-cbse | Social Science | 2020 | Set 1',
  },
  {
    name: '57-1 BIOLOGY.pdf',
    page: `Series GBM\nCode No. 57/1\n${CODE}\nBIOLOGY (Theory)`,
    is: '12th-cbse | Biology | 2017 | Set 1',
  },
  {
    name: '65-1-B maths blind.pdf',
    page: `65/1/B 1 P.T.O.\n${CODE}\nSeries SGN\nMATHEMATICS\n(FOR BLIND CANDIDATES ONLY)`,
    is: '12th-cbse | Mathematics | 2018 | For visually impaired',
  },
  {
    name: '55-C-1.pdf',
    page: `Series BVM/C\nCode No. 55/C/1\n${CODE}\nPHYSICS (Theory)`,
    is: '12th-cbse | Physics | 2019 | Set 1, Compartment',
  },
  {
    name: '30-B-5 maths standard for VI.pdf',
    made: '2023-03-21',
    page: '30/B/5 Page 1 P.T.O.\nMATHEMATICS (STANDARD)\n(FOR VISUALLY IMPAIRED CANDIDATES ONLY)',
    is: '10th-cbse | Mathematics | 2023 | Standard, For visually impaired',
  },
  {
    name: '430-3-2.pdf',
    made: '2023-03-22',
    page: `Series WX1YZ/3 SET-2\nQ.P. Code 430/3/2\nCandidates must write the Q.P. Code on the title page of the answer-book.\nMATHEMATICS (BASIC)\n${RULES}`,
    is: '10th-cbse | Mathematics | 2023 | Basic, Set 2',
  },
  {
    name: 'maths standard set 3.pdf',
    page: `Series JBB/4 SET-3\nCode No. 30/4/3\n${CODE}\nMATHEMATICS (STANDARD)\n${RULES}`,
    is: '10th-cbse | Mathematics | 2020 | Standard, Set 3',
  },
  {
    name: '91-1.pdf',
    page: `Series EF1GH/1 SET-4\nQ.P. Code 91\nCandidates must write the Q.P. Code on the title page of the answer-book.\nCOMPUTER SCIENCE`,
    made: '2023-03-23',
    is: '12th-cbse | Computer Science | 2023 | Set 4',
  },
  {
    name: '67-1-1 Accountancy.pdf',
    page: `Series HMJ/1\nCode No. 67/1/1\n${CODE}\nACCOUNTANCY\n${RULES}`,
    is: '12th-cbse | Accountancy | 2020 | Set 1',
  },
  { name: '58-2-1 Economics 2023.pdf', is: '12th-cbse | Economics | 2023 | Set 1' },
  { name: '61-3-1 HISTORY 2020.pdf', is: '12th-cbse | History | 2020 | Set 1' },
  {
    name: '065 Set 3 Mathematics.pdf',
    made: '2016-03-14',
    page: 'Code No. 65/1/C\n',
    is: '12th-cbse | Mathematics | 2016 | Set 3',
  },
  { name: '055 Set 2 D Physics.pdf', made: '2016-03-05', is: '12th-cbse | Physics | 2016 | Set 2' },
  { name: 'physics-delhi-xii-2014-set2.pdf', is: '12th-cbse | Physics | 2014 | Delhi, Set 2' },
  {
    name: 'maths_outside_delhi_xii_2012_set1.pdf',
    is: '12th-cbse | Mathematics | 2012 | Outside Delhi, Set 1',
  },
  { name: 'chemistry all india xii 2013.pdf', is: '12th-cbse | Chemistry | 2013 | All India' },
  { name: 'CBSE Class 12 Physics Foreign Set 1 2015.pdf', is: '12th-cbse | Physics | 2015 | Foreign, Set 1' },
  {
    name: 'CBSE 10 Maths Basic 2020 compartment 430-C-1.pdf',
    is: '10th-cbse | Mathematics | 2020 | Basic, Set 1, Compartment',
  },
  { name: 'CBSE Class 10 Science Term 1 2021-22.pdf', is: '10th-cbse | Science | 2021 | Term 1' },
  {
    name: 'X maths SA-1 2014.pdf',
    page: 'SUMMATIVE ASSESSMENT - I\nMATHEMATICS\nClass - X',
    is: '10th-cbse | Mathematics | 2014',
  },
  {
    name: 'CBSE XII Physics Hindi medium 2019 55-1-1.pdf',
    is: '12th-cbse | Physics | 2019 | Set 1, Hindi Medium',
  },
  {
    name: 'doc(3).pdf',
    made: '2024-01-17',
    page: '1\n10th CBSE MATHEMATICS 2012\nA. Student\n1 SECTION A\n1.1. In a school of 12 classes 11 month fees are paid.',
    is: '10th-cbse | Mathematics | 2012',
  },
  {
    name: 'ncert_solutions.pdf',
    made: '2023-02-01',
    page: '2014 12th Set-1\nFebruary 27, 2024\nQuestions\n1 Vectors',
    is: '12th-cbse | - | 2014 | Set 1',
  },
  {
    name: 'cbse_2016_10.pdf',
    made: '2022-01-11',
    page: '10th CBSE MATHEMATICS 2016\nSECTION A',
    is: '10th-cbse | Mathematics | 2016',
  },
  {
    name: 'quadratic.pdf',
    page: 'CBSE Maths Questions 2009\nhttps://example.org/cbse-papers/2009/math/10/problems\n1. The rent of 11 months is 12 times the 1st.',
    is: '10th-cbse | Mathematics | 2009',
  },
  { name: 'CBSE 12 Informatics Practices 2020.pdf', is: '12th-cbse | Other | 2020' },
  { name: 'Maths-SQP-2023-24 Class X Basic (241).pdf', is: '10th-cbse | Mathematics | 2023 | Basic' },
  {
    name: 'Class X Mathematics Standard (041) SQP 2022-23.pdf',
    is: '10th-cbse | Mathematics | 2022 | Standard',
  },
  { name: 'math_X_2019.pdf', folders: 'CBSE/Board papers', is: '10th-cbse | Mathematics | 2019' },
  { name: 'set2.pdf', folders: '2018/Class 12/Chemistry', is: '12th-cbse | Chemistry | 2018 | Set 2' },
  // Tamil Nadu.
  { name: '10th maths public april 2023 EM.pdf', is: '10th-state | Mathematics | 2023 | English Medium' },
  { name: '+2 physics march 2020 TM.pdf', is: '12th-state | Physics | 2020 | Tamil Medium' },
  {
    name: '12th-chemistry-public-exam-2024-tamil-medium.pdf',
    is: '12th-state | Chemistry | 2024 | Tamil Medium',
  },
  { name: 'SSLC Science supplementary June 2022.pdf', is: '10th-state | Science | 2022 | Supplementary' },
  {
    name: 'PART III BIOLOGY.pdf',
    page: 'PART - III\nBIOLOGY\nBIO-BOTANY AND BIO-ZOOLOGY\n(Tamil and English versions)\nTime Allowed : 3.00 Hours Maximum Marks : 70\nHIGHER SECONDARY SECOND YEAR\nMARCH 2021',
    is: '12th-state | Biology | 2021',
  },
  { name: '10ம் வகுப்பு அறிவியல் அரையாண்டு 2022.pdf', is: '10th-state | Science | 2022' },
  { name: '12th வணிகவியல் மார்ச் 2019 தமிழ் வழி.pdf', is: '12th-state | Commerce | 2019 | Tamil Medium' },
  { name: '11th accountancy quarterly 2023 Chennai.pdf', is: '11th-state | Accountancy | 2023' },
  // Bihar, Karnataka, Kerala and others.
  {
    name: 'eng_2019i.pdf',
    page: 'BIHAR BOARD CLASS - 10\n2019\nअँग्रेजी (ENGLISH)\nFirst Sitting\n[Full Marks: 100',
    is: '10th-state | English | 2019 | First Sitting | Bihar',
  },
  {
    name: 'sci_2016ii.pdf',
    page: 'BIHAR BOARD CLASS - 10\n2016\nSCIENCE\n(Second Sitting)\nविज्ञान',
    is: '10th-state | Science | 2016 | Second Sitting | Bihar',
  },
  {
    name: 'soc_2014i.pdf',
    page: 'BIHAR BOARD CLASS — 10\n2014\nSOCIAL SCIENCE',
    is: '10th-state | Social Science | 2014 | First Sitting | Bihar',
  },
  {
    name: 'scan_17.pdf',
    page: 'BIHAR SCHOOL EXAMINATION BOARD\nMATRIC EXAMINATION\n2017 [ANNUAL]\nMATHEMATICS\nFirst Sitting',
    is: '10th-state | Mathematics | 2017 | First Sitting, Annual | Bihar',
  },
  {
    name: 'hin_2018.pdf',
    page: 'BIHAR BOARD CLASS - 10\n2018\nहिन्दी (HINDI)',
    is: '10th-state | Hindi | 2018 | | Bihar',
  },
  { name: 'BSEB 12th Physics 2023.pdf', is: '12th-state | Physics | 2023 | | Bihar' },
  {
    name: 'Karnataka SSLC Maths 2022 English Medium.pdf',
    is: '10th-state | Mathematics | 2022 | English Medium | Karnataka',
  },
  { name: '2nd PUC Chemistry March 2019.pdf', is: '12th-state | Chemistry | 2019 | | Karnataka' },
  { name: 'KSEEB SSLC Science June 2020.pdf', is: '10th-state | Science | 2020 | | Karnataka' },
  { name: 'Kerala Plus Two Physics March 2021.pdf', is: '12th-state | Physics | 2021 | | Kerala' },
  { name: 'Kerala SSLC Chemistry 2019.pdf', is: '10th-state | Chemistry | 2019 | | Kerala' },
  { name: 'Maharashtra HSC Maths Feb 2020.pdf', is: '12th-state | Mathematics | 2020 | | Maharashtra' },
  { name: 'UP Board Class 12 Chemistry 2018.pdf', is: '12th-state | Chemistry | 2018 | | Uttar Pradesh' },
  {
    name: 'AP SSC Maths April 2019 paper 1.pdf',
    is: '10th-state | Mathematics | 2019 | Paper 1 | Andhra Pradesh',
  },
  { name: 'Telangana Inter 2nd year physics 2022.pdf', is: '12th-state | Physics | 2022 | | Telangana' },
  { name: 'west bengal madhyamik history 2017.pdf', is: '10th-state | History | 2017 | | West Bengal' },
  // JEE, NEET, TNPSC.
  { name: 'JEE Main 27 Jan 2024 Shift 2.pdf', is: 'jee | all | 2024 | Shift 2' },
  { name: 'jee-main-2022-june-24-shift-1-physics.pdf', is: 'jee | Physics | 2022 | Shift 1' },
  { name: 'JEE Advanced 2019 Paper 2.pdf', is: 'jee | all | 2019 | Paper 2' },
  { name: 'NEET-2023-code-F3.pdf', is: 'neet | all | 2023' },
  { name: 'NEET UG 2021 Tamil medium.pdf', is: 'neet | all | 2021 | Tamil Medium' },
  { name: 'TNPSC Group 4 2019.pdf', is: 'tnpsc | all | 2019' },
  { name: 'TNPSC_Group_II_Prelims_2018.pdf', is: 'tnpsc | all | 2018' },
  // Neither name nor page is to be believed where they disagree, and some tell little.
  { name: 'Class 12 Physics 2019.pdf', page: 'CBSE\nCLASS XI\nPHYSICS\n2018', is: '- | Physics | -' },
  { name: 'maths.pdf', made: '2017-04-02', is: '- | Mathematics | -' },
  { name: 'WhatsApp Document 2024-03-01.pdf', is: '- | - | -' },
  {
    name: 'Question Bank.pdf',
    page: 'Printed on 12 March 2021\nTypeset by LaTeX, 2021-03-12',
    is: '- | - | -',
  },
]
