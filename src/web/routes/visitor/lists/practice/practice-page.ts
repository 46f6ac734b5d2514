import type { Shelf } from '#domain/lists/facets.server.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { NOTHING_READ, type ReadList } from '../nothing-read.ts'

/** A subject's cards below their class; `papers` counts all of the shelf, of which at most twelve are shown. */
export type ShownShelf = { shelf: Shelf; papers: FoundPaper[] }

export type PracticePage = Omit<ReadList, 'papers' | 'page' | 'inside'> & { shelves: ShownShelf[] }

/** The page when it could not be read. */
export const NO_SHELVES: PracticePage = { ...NOTHING_READ, shelves: [] }
