import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { NOTHING_UNDERSTOOD } from './filters/active-filters.ts'

/** `facets` is null when the list could not be read. */
export type ReadList = Omit<FoundPapers, 'facets'> & {
  facets: FoundPapers['facets'] | null
  years: number[]
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
  nearest: [],
  facets: null,
  inside: 0,
  isBeingMade: false,
  years: [],
  failed: true,
}
