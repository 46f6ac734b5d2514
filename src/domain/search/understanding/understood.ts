import type { Facet } from '#domain/paper/filters.ts'

/** A part that was understood: "+2" as class 12. `without` is the search without it. */
export type Part = {
  facet: Facet
  value: string
  label: string
  typed: string
  corrected?: true
  without: string
}

/** `ways` are synonyms, each of one word or several in a row, first as typed; `code` is a set code as "65/2/2". */
export type Term = {
  typed: string
  ways: string[][]
  code?: string
  isBeginning: boolean
  without: string
}

export type Understood = { parts: Part[]; terms: Term[] }
