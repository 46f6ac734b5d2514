import type { Grade, PaperType, Subject } from './paper.ts'

/** Which papers a list shows; an absent part means all. */
export type PaperFilter = { type?: PaperType; grade?: Grade; subject?: Subject; year?: number }

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
