import type { Shelf } from '#domain/catalogue/browse.server.ts'
import type { FacetCounts } from '#domain/catalogue/filter.ts'
import type { FoundPaper } from '#domain/catalogue/find.server.ts'
import type { Paper } from '#domain/catalogue/paper.ts'
import type { Understood } from '#domain/search/understood.ts'
import { NOTHING_UNDERSTOOD } from './narrowing.ts'

/** A subject's cards below their class; `papers` counts all of the shelf, of which at most twelve are shown. */
export type ShownShelf = { shelf: Shelf; papers: FoundPaper[] }

export type PracticePage = {
  shelves: ShownShelf[]
  pages: number
  total: number
  more: boolean
  understood: Understood
  /** What a search was corrected to, null where it was found as typed. */
  corrected: string | null
  /** Where nothing was found, the papers nearest to it. */
  nearest: Paper[]
  facets: FacetCounts | null
  years: number[]
  failed: boolean
}

/** The page when it could not be read. */
export const NOTHING_READ: PracticePage = {
  shelves: [],
  pages: 0,
  total: 0,
  more: false,
  understood: NOTHING_UNDERSTOOD,
  corrected: null,
  nearest: [],
  facets: null,
  years: [],
  failed: true,
}
