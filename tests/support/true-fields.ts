type Fields = { degree: string | null; subject: string | null; year: number | null }

/** What a careful administrator would type for each real paper, as their README says; null where the file does not tell. The
 * years of six are in their series' letters and the day on which they were made. */
export const TRUE_FIELDS: Record<string, Fields> = {
  '10054_56-2-3 CHEMISTRY.pdf': { degree: '12th-cbse', subject: 'Chemistry', year: 2014 },
  '2006_10th_Mathematics_Set1.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2006 },
  '2019.pdf': { degree: '12th-cbse', subject: 'Computer Science', year: 2019 },
  '30-1 MATHEMATICS.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2015 },
  '30-1-1 Mathematics.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: null },
  '30-C-3 - Maths (Standard).pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2020 },
  '55-2-1 Physics.pdf': { degree: '12th-cbse', subject: 'Physics', year: 2022 },
  '65-1 MATHEMATICS.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2018 },
  'Applied Mathematics.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2020 },
  'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf': {
    degree: '12th-cbse',
    subject: 'Mathematics',
    year: 2024,
  },
  'Maths-SQP.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2021 },
  'cbse-class-10-maths-standard-question-paper-2022.pdf': {
    degree: '10th-cbse',
    subject: 'Mathematics',
    year: 2022,
  },
  'cs-2022.pdf': { degree: '12th-cbse', subject: 'Computer Science', year: 2022 },
  'eng_2011i.pdf': { degree: '10th-state', subject: 'English', year: 2011 },
  'math_2017ii.pdf': { degree: '10th-state', subject: 'Mathematics', year: 2017 },
}

/** Of the sixteen more papers that were once read wrongly; of scans, what their names tell. */
export const MORE_TRUE_FIELDS: Record<string, Fields> = {
  'questions.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2007 },
  'cbse_2018_10.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2018 },
  'main.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2015 },
  'question_paper2008.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2008 },
  '030 Set 1 Mathematics.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2016 },
  '030 Set 2 Mathematics.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2016 },
  '065 Set 1 C Mathematics.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2016 },
  '65-3-2 Mathematics.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2019 },
  '65-B-5 Mathematics for VI candidates.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: 2022 },
  'chem-qp-set3_delhi-xii-2008.pdf': { degree: '12th-cbse', subject: 'Chemistry', year: 2008 },
  'eng_2015i.pdf': { degree: null, subject: 'English', year: 2015 },
  'hin_2017i.pdf': { degree: null, subject: 'Hindi', year: 2017 },
  'san_2011i.pdf': { degree: '10th-state', subject: 'Sanskrit', year: 2011 },
  'sci_2021i.pdf': { degree: '10th-state', subject: 'Science', year: 2021 },
  'sci_2021ii.pdf': { degree: '10th-state', subject: 'Science', year: 2021 },
  'soc_2011i.pdf': { degree: '10th-state', subject: 'Social Science', year: 2011 },
}
