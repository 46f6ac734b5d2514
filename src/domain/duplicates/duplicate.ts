import type { DeskPaper } from '../paper/desk-paper.ts'

/** Safe in the browser. */

/** The same bytes, or the same class, subject, month and year with a similar title or the same page 1. */
export type DuplicateReason = 'same-file' | 'same-paper'

/** `isSure`: by the bytes, or by the words of page 1. */
export type Duplicate = { reason: DuplicateReason; isSure: boolean; binned: boolean; paper: DeskPaper }

/** What is missing is not compared. */
export type DuplicateQuestion = {
  key: string
  sha256?: string
  title?: string
  degree?: string
  subject?: string
  month?: string
  year?: string
  variant?: string
  /** The state whose board it is of; '' for the centre's own. */
  board?: string
}

export const DUPLICATES_LIMIT = 5
export const DUPLICATE_QUESTIONS_LIMIT = 20
