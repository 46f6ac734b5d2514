/** In letters. */
export const SEARCH_TEXT_LIMIT = 100
