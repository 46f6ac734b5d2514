import type { Shelf } from '#domain/catalogue/browse.server.ts'
import type { Paper } from '#domain/catalogue/paper.ts'

/** A subject's cards below their class; `papers` counts all of the shelf, of which at most twelve are shown. */
export type ShownShelf = { shelf: Shelf; papers: Paper[] }

export type PracticePage = {
  shelves: ShownShelf[]
  pages: number
  total: number
  more: boolean
  years: number[]
  failed: boolean
}

/** The page when it could not be read. */
export const NOTHING_READ: PracticePage = {
  shelves: [],
  pages: 0,
  total: 0,
  more: false,
  years: [],
  failed: true,
}
