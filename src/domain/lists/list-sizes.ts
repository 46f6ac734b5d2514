/** Papers on a page of a list. */
export const PAGE_SIZE = 12
export const LATEST_COUNT = 5
/** Pages past this are refused: nobody reads them, and reaching them costs. */
export const LAST_PAGE = 10_000
