/** The header with a page's visitor mark: random, stored nowhere, and gone when the page is. */
export const VISITOR_MARK = 'X-Visitor-Mark'
