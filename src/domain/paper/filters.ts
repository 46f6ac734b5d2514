import type { Grade, Month, PaperType, Subject } from './paper.ts'

/** Which papers a list shows; an absent part means all. */
export type PaperFilter = {
  type?: PaperType
  grade?: Grade
  subject?: Subject
  year?: number
  month?: Month
  /** Only papers with answers. */
  answered?: true
}

/** What a list can be narrowed by. */
export const FACETS = ['type', 'grade', 'subject', 'year', 'month', 'answered'] as const
export type Facet = (typeof FACETS)[number]

/**
 * How many papers each value of each facet would leave: the other filters hold, the facet's own does not. Values of none
 * are not listed. `papers` is exact unless `more`.
 */
export type FacetCounts = { [F in Facet]: { value: string; papers: number; more?: true }[] }

/** Cards on one page of a list. */
export const PAGE_SIZE = 12
/** Papers on the newest shelf. */
export const LATEST_COUNT = 5
/** Papers offered beside one that is like them. */
export const SIMILAR_COUNT = 6
/** Pages past this are refused: nobody reads them, and reaching them costs. */
export const LAST_PAGE = 10_000
/** Characters of a search that are read. */
export const SEARCH_TEXT_LIMIT = 100
