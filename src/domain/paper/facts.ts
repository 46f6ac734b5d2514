import { type Level, levelOf, type Medium, mediumOf } from './variant.ts'

/** As lists and the index know a paper. `month` counts from 1. */
export type Facts = {
  position: number
  type: string
  grade: string
  subject: string
  month: number
  year: number
  answered: boolean
  /** The state that its paper names. */
  board?: string
  level?: Level | null
  medium?: Medium | null
}

export function factsOf(
  row: Omit<Facts, 'answered' | 'level' | 'medium'> & {
    answersKey: string | null
    referenceLink: string | null
    title?: string
    variant?: string
  },
): Facts {
  const { position, type, grade, subject, month, year, title, variant, board } = row
  const answered = row.answersKey !== null || row.referenceLink !== null
  const level = title === undefined ? null : levelOf({ title, variant })
  const medium = title === undefined ? null : mediumOf({ title, variant })
  return {
    position,
    type,
    grade,
    subject,
    month,
    year,
    answered,
    ...(board && { board }),
    ...(level && { level }),
    ...(medium && { medium }),
  }
}
