/**
 * Questions of real papers, written down by hand from their pages: numbers that follow each other, and the marks of each,
 * null where the paper does not say.
 */
export const QUESTION_TRUTH: Record<string, Group[]> = {
  '2006_10th_Mathematics_Set1.pdf': [
    ['1–10', 3],
    ['11–20', 4],
    ['21–25', 6],
  ],
  '2019.pdf': [
    ['1–2', 12],
    ['3', 14],
    ['4', 6],
    ['1–2', 12],
    ['3', 14],
    ['4', 6],
    ['5–6', 8],
    ['7', 10],
  ],
  'cs-2022.pdf': [
    ['1', 12],
    ['2', 18],
    ['3–4', 15],
    ['5', 10],
  ],
  '65-1 MATHEMATICS.pdf': [
    ['1–4', 1],
    ['5–12', 2],
    ['13–23', 4],
    ['24–29', 6],
  ],
  '30-1 MATHEMATICS.pdf': [
    ['1–4', 1],
    ['5–10', 2],
    ['11–20', 3],
    ['21–31', 4],
  ],
  '30-1-1 Mathematics.pdf': [
    ['1–6', 1],
    ['7–12', 2],
    ['13–22', 3],
    ['23–30', 4],
  ],
  'Applied Mathematics.pdf': [
    ['1–20', 1],
    ['21–25', 2],
    ['26–30', 4],
    ['31–34', 5],
  ],
  'Maths-SQP.pdf': [['1–50', 1]],
  'cbse_2018_10.pdf': [
    ['1.1–1.6', null],
    ['2.1–2.6', null],
    ['3.1–3.19', null],
  ],
  'question_paper2008.pdf': [
    ['1.1–1.10', null],
    ['2.1–2.5', null],
    ['3.1–3.10', null],
    ['4.1–4.4', null],
  ],
  'eng_2011i.pdf': [['1–20', null]],
  'soc_2011i.pdf': [['1–47', null]],
  'math_2017ii.pdf': [
    ['1', 20],
    ['2', 2],
    ['3–7', 6],
    ['8', 8],
    ['9–12', 10],
  ],
  'cbse-class-10-maths-standard-question-paper-2022.pdf': [
    ['1–6', 2],
    ['7–10', 3],
    ['11–14', 4],
  ],
  'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf': [
    ['1–20', 1],
    ['21–25', 2],
    ['26–31', 3],
    ['32–35', 5],
    ['36–38', 4],
  ],
  'eng_2015i.pdf': [
    ['1', 12],
    ['2–3', 8],
    ['4', 4],
    ['5', 8],
    ['6–7', 4],
    ['8', 3],
    ['9', 4],
    ['10–12', 5],
    ['13', 6],
    ['14–15', 4],
    ['16–17', 6],
    ['18', 4],
  ],
  '065 Set 1 C Mathematics.pdf': [
    ['1–6', 1],
    ['7–19', 4],
    ['20–26', 6],
  ],
  '10054_56-2-3 CHEMISTRY.pdf': [
    ['1–8', 1],
    ['9–18', 2],
    ['19–27', 3],
    ['28–30', 5],
  ],
}

type Group = [numbers: string, marks: number | null]
export type TrueQuestion = { number: string; marks: number | null }

export function trueQuestions(groups: readonly Group[]): TrueQuestion[] {
  return groups.flatMap(([numbers, marks]) => {
    const [from = '', to = from] = numbers.split('–')
    const within = from.split('.').slice(0, -1)
    const [first = 0, last = 0] = [from, to].map((number) => Number(number.split('.').at(-1)))
    return Array.from({ length: last - first + 1 }, (_, at) => ({
      number: [...within, first + at].join('.'),
      marks,
    }))
  })
}
