import type { DeskPaper } from '../paper/desk-paper.ts'

/** Papers that are taken for the same one. Safe in the browser. */

/** Why: the same bytes, or the same class, subject, month, year and a like title. */
export type DuplicateReason = 'same-file' | 'same-paper'

/** A paper that is there already, published or in the bin. */
export type Duplicate = { reason: DuplicateReason; binned: boolean; paper: DeskPaper }

/** What is known of a file or of a paper that is to be published; what is missing is not compared. */
export type DuplicateQuestion = {
  key: string
  sha256?: string
  title?: string
  degree?: string
  subject?: string
  month?: string
  year?: string
}

/** Most papers that are named for one question, and most questions at once. */
export const DUPLICATES_LIMIT = 5
export const DUPLICATE_QUESTIONS_LIMIT = 20
