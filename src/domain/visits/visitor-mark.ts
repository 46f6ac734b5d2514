/** The header in which a page sends its visitor's mark: random, kept nowhere, and gone when the page is. */
export const VISITOR_MARK = 'X-Visitor-Mark'
