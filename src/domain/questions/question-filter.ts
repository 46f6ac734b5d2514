import type { PaperFilter } from '#domain/paper/filters.ts'

/** Safe in the browser. Questions of papers like these, from one year to another, of so many marks. */
export type QuestionFilter = Pick<
  PaperFilter,
  'type' | 'grade' | 'subject' | 'month' | 'answered' | 'board' | 'ownState'
> & {
  from?: number
  to?: number
  marks?: number
  /** Its id; also of questions of which it may be the chapter. */
  chapter?: string
}

/** What questions are counted by. */
export const QUESTION_FACETS = ['type', 'grade', 'subject', 'board', 'chapter', 'marks', 'year'] as const
export type QuestionFacet = (typeof QUESTION_FACETS)[number]

/** The questions that each value would leave under the other filters; of 0 with `more` it is only known that there may be
 * some. */
export type QuestionCounts = {
  [F in QuestionFacet]: { value: string; questions: number; more?: true }[]
}

/** Where nothing can be counted. */
export const NO_COUNTS = Object.fromEntries(
  QUESTION_FACETS.map((facet) => [facet, []]),
) as unknown as QuestionCounts

export const QUESTION_SORTS = ['relevance', 'newest', 'asked'] as const
export type QuestionSort = (typeof QUESTION_SORTS)[number]

/** Minutes for a mark: CBSE gives three hours for 80. */
export const MINUTES_A_MARK = 180 / 80

/** A question of more marks counts as one of unknown marks. */
export const MOST_MARKS = 31
