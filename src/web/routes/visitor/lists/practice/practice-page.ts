import type { Shelf } from '#domain/lists/facets.server.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { FAILED_LIST, type ReadList } from '../failed-list.ts'

/** `shelf.papers` counts the whole shelf, of which at most twelve are shown. */
export type ShownShelf = { shelf: Shelf; papers: FoundPaper[] }

export type PracticePage = Omit<ReadList, 'papers' | 'page' | 'inside'> & { shelves: ShownShelf[] }

export const NO_SHELVES: PracticePage = { ...FAILED_LIST, shelves: [] }
