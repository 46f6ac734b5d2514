import type { DeskPaper } from '../paper/desk-paper.ts'

/** Safe in the browser. */

/** The same bytes, or the same class, subject, month and year and a similar title. */
export type DuplicateReason = 'same-file' | 'same-paper'

export type Duplicate = { reason: DuplicateReason; binned: boolean; paper: DeskPaper }

/** What is missing is not compared. */
export type DuplicateQuestion = {
  key: string
  sha256?: string
  title?: string
  degree?: string
  subject?: string
  month?: string
  year?: string
}

export const DUPLICATES_LIMIT = 5
export const DUPLICATE_QUESTIONS_LIMIT = 20
