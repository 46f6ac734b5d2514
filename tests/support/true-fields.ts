type Fields = { degree: string; subject: string; year: number | null }

/** What a careful administrator would type for each real paper, as their README says; null where the file does not tell. */
export const TRUE_FIELDS: Record<string, Fields> = {
  '10054_56-2-3 CHEMISTRY.pdf': { degree: '12th-cbse', subject: 'Chemistry', year: null },
  '2006_10th_Mathematics_Set1.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: 2006 },
  '2019.pdf': { degree: '12th-cbse', subject: 'Computer Science', year: 2019 },
  '30-1 MATHEMATICS.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: null },
  '30-1-1 Mathematics.pdf': { degree: '10th-cbse', subject: 'Mathematics', year: null },
  '30-C-3 - Maths (Standard).pdf': { degree: '10th-cbse', subject: 'Mathematics', year: null },
  '55-2-1 Physics.pdf': { degree: '12th-cbse', subject: 'Physics', year: null },
  '65-1 MATHEMATICS.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: null },
  'Applied Mathematics.pdf': { degree: '12th-cbse', subject: 'Mathematics', year: null },
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
