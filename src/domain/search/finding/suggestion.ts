/** A list of papers, one paper, or the page of all results; `detail` may be empty. */
export type Suggestion = { kind: 'papers' | 'paper' | 'search'; label: string; detail: string; path: string }

export const SUGGESTION_LIMIT = 8
