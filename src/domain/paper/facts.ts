/** As lists and the index know a paper. `month` counts from 1. */
export type Facts = {
  position: number
  type: string
  grade: string
  subject: string
  month: number
  year: number
  answered: boolean
}

export function factsOf(
  row: Omit<Facts, 'answered'> & { answersKey: string | null; referenceLink: string | null },
): Facts {
  const { position, type, grade, subject, month, year } = row
  const answered = row.answersKey !== null || row.referenceLink !== null
  return { position, type, grade, subject, month, year, answered }
}
