import type { Month, Subject } from '#domain/paper/paper.ts'

/**
 * What a file's name and first page say of a paper. Safe in the browser. A hint that is not `sure` is shown marked as
 * doubtful; null means that nothing is known.
 */
export type Hint<Value> = { value: Value; sure: boolean } | null

/**
 * What a title is made of beside the fields, and the fields as they were understood: while a field is as it was, the
 * title says it in the words of the name or page.
 */
export type TitleParts = {
  /** "CBSE", "Class 12", "Applied Mathematics", "March 2024" or "2021-22"; '' for what was not said. */
  board: string
  grade: string
  subject: string
  when: string
  /** Before and behind the date: "Chapter 2 Sample Question Paper 65/4/1 with Answers", "Set 1". */
  middle: string
  set: string
  understood: { degree: string; subject: string; month: string; year: string }
}

export type Hints = {
  title: Hint<string>
  /** A degree's slug, such as 12th-cbse. */
  degree: Hint<string>
  subject: Hint<Subject>
  month: Hint<Month>
  year: Hint<number>
  /** Whether the file seems to hold the answers to a paper: a key, a marking scheme, solutions. */
  isAnswers: boolean
  /** Null when the title is the name's own words, which follow no field. */
  titleParts: TitleParts | null
}
