import type { Facet } from '#domain/paper/filters.ts'

/**
 * A part of a search that was understood: "+2" as class 12. `value` is the facet's, `typed` what was typed for it,
 * `corrected` when that was misspelt; `without` is the search with the part taken off.
 */
export type Part = {
  facet: Facet
  value: string
  label: string
  typed: string
  corrected?: true
  without: string
}

/**
 * A word of a search that is no facet. Every list of `ways` is one way to say it, of one word or several in a row; the
 * first is what was typed. The last word of a search may be the beginning of one. `code` is the set code that it names,
 * in whatever spelling, as "65/2/2".
 */
export type Term = {
  typed: string
  ways: string[][]
  code?: string
  isBeginning: boolean
  without: string
}

/** What a search asks for: its facets and its other words, each in the order typed. */
export type Understood = { parts: Part[]; terms: Term[] }
