import type { Month, Subject } from '#domain/catalogue/paper.ts'

/**
 * What a file's name and first page say of a paper. Safe in the browser. A hint that is not `sure` is shown marked as
 * doubtful; null means that nothing is known.
 */
export type Hint<Value> = { value: Value; sure: boolean } | null

export type Hints = {
  title: Hint<string>
  /** A degree's slug, such as 12th-cbse. */
  degree: Hint<string>
  subject: Hint<Subject>
  month: Hint<Month>
  year: Hint<number>
  /** Whether the file seems to hold the answers to a paper: a key, a marking scheme, solutions. */
  isAnswers: boolean
}
