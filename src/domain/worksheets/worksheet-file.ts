import type { PdfsMerged } from '#domain/files/inspect-pdf.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import type { QuestionCrop } from '#domain/questions/question-crop.ts'
import type { Sheet } from './layout.ts'

export type FileQuestion = QuestionCrop & {
  /** Of the papers of the file. */
  source: number
  /** How its pages are turned, by their numbers. */
  turns: Record<number, Turn>
  label: string
  marks: string | null
  /** Where it comes from, in small print. */
  note: string | null
  /** For an answer, in points; 0 for none. */
  space: number
  /** What is said where its paper cannot be read. */
  lost: string
}

export type FileHeading = {
  /** WebP. */
  logo: Uint8Array | null
  centre: string
  title: string
  set: string | null
  /** Printed left and right on one line; an empty one is left out. */
  facts: [left: string, right: string][]
  /** With a line to write on after each. */
  blanks: string[]
}

/** All that is printed, in the words of a language. */
export type WorksheetContent = {
  sheet: Sheet
  columns: 1 | 2
  isRuled: boolean
  hasMarks: boolean
  heading: FileHeading
  questions: FileQuestion[]
  /** "Page {page} of {pages}" */
  foot: string
}

/** Cuts questions out of papers and prints them, into a new file at `to`; leaves no file there when it refuses. */
export type WorksheetMaker = {
  makeWorksheet(
    paths: string[],
    content: WorksheetContent,
    into: { to: string; format: 'pdf' | 'docx' },
  ): Promise<PdfsMerged>
}
