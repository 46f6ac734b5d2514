import type { Grade, Month, PaperType, Subject } from './paper.ts'
import type { Level } from './variant.ts'

export type PaperFilter = {
  type?: PaperType
  grade?: Grade
  subject?: Subject
  year?: number
  month?: Month
  answered?: true
  /** Of CBSE's Mathematics in class 10; no facet, since no other papers have one. */
  level?: Level
  /** Of the sets of one exam only the first that the rest of the filter leaves. */
  foldsSets?: true
}

export const FACETS = ['type', 'grade', 'subject', 'year', 'month', 'answered'] as const
export type Facet = (typeof FACETS)[number]

/** The papers that each value would leave under the other filters, without zeros; exact unless `more`. */
export type FacetCounts = { [F in Facet]: { value: string; papers: number; more?: true }[] }

export const PAGE_SIZE = 12
export const LATEST_COUNT = 5
export const SIMILAR_COUNT = 6
/** Pages past this are refused: nobody reads them, and reaching them costs. */
export const LAST_PAGE = 10_000
export const SEARCH_TEXT_LIMIT = 100
