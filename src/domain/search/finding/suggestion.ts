/**
 * A place to go that is offered while somebody types: a list of papers, one paper, or the page of all that is found.
 * `detail` says what waits there and may be empty.
 */
export type Suggestion = { kind: 'papers' | 'paper' | 'search'; label: string; detail: string; path: string }

/** More than these are not read while typing. */
export const SUGGESTION_LIMIT = 8
