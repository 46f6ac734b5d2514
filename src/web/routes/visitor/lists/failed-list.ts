import type { TraitCounts } from '#domain/search/count-traits.server.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { NOTHING_UNDERSTOOD } from './active-filters.ts'

/** `facets` is null when the list could not be read. */
export type ReadList = Omit<FoundPapers, 'facets'> & {
  facets: FoundPapers['facets'] | null
  years: number[]
  traits: TraitCounts
  /** Inside all papers that the filter leaves, with the words of the search. */
  questions: { total: number; more: boolean }
  failed: boolean
}

export const FAILED_LIST: ReadList = {
  papers: [],
  page: 1,
  pages: 0,
  total: 0,
  more: false,
  understood: NOTHING_UNDERSTOOD,
  corrected: null,
  unsaid: [],
  nearest: [],
  didYouMean: null,
  noneOf: null,
  unread: 0,
  scans: null,
  facets: null,
  inside: 0,
  isBeingMade: false,
  years: [],
  traits: {},
  questions: { total: 0, more: false },
  failed: true,
}
