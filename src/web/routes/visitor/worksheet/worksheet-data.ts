import type { Grade, PaperType } from '#domain/paper/paper.ts'
import type { LinkedQuestion, WorksheetForm } from '#domain/worksheets/worksheet.ts'

/** A question as the sheet shows it; `marks` are its paper's, `source` and `href` where it comes from. */
export type WorksheetQuestion = {
  linked: LinkedQuestion
  paperId: string
  number: string
  marks: number | null
  text: string
  pictures: { address: string; width: number; height: number }[]
  source: string
  href: string
  /** Whether its answer is known. */
  isAnswered: boolean
}

/** What a PDF of the questions' pages alone would be. */
type PagesOnly = { address: string; pages: number; size: number }

export type WorksheetData = {
  failed: false
  code: string
  form: WorksheetForm
  questions: WorksheetQuestion[]
  /** Sentences about those that are left out. */
  lost: string[]
  pagesOnly: PagesOnly | null
  /** The class that all questions are for, where it is one. */
  ofClass: { type?: PaperType; grade?: Grade; board?: string }
  origin: string
}
