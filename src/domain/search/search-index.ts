import type { Database, Reader } from '#database/schema.ts'
import type { PaperFilter } from '#domain/catalogue/filter.ts'

/** What the index keeps of a paper: its place in the newest-first order, its filters and its words. */
export type SearchEntry = {
  position: number
  type: string
  grade: string
  subject: string
  year: number
  words: string
}

/** A found page: positions newest first, and how many papers match, counted up to `SEARCH_COUNT_LIMIT`. */
export type SearchHits = { positions: number[]; total: number }

/** Counting every hit of a common word is what makes search slow: past this, "more than". */
export const SEARCH_COUNT_LIMIT = 600

/** Finds papers by their words. The index is derived: it can be emptied and rebuilt from the papers. */
export type SearchIndex = {
  /** Changes when entries must be made anew. */
  version: string
  /** Makes what the index needs in the database; true when it was not there. */
  prepare(db: Database): Promise<boolean>
  /** Adds an entry inside the caller's transaction, in place of one at the same position. */
  add(db: Database, entry: SearchEntry): Promise<void>
  /** Takes an entry out inside the caller's transaction. */
  remove(db: Database, position: number): Promise<void>
  /** The papers in which every term begins a word (all but the last term: is a word), within the filter. */
  find(
    reader: Reader,
    terms: string[],
    filter: PaperFilter,
    page: { offset: number; limit: number },
  ): Promise<SearchHits>
  /** Empties the index inside the caller's transaction. */
  clear(db: Database): Promise<void>
}
