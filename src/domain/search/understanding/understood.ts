import type { Facet } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'

/** A part that was understood: "+2" as class 12. `without` is the search without it. */
export type Part = {
  facet: Facet
  value: string
  label: string
  typed: string
  corrected?: true
  without: string
}

/** `ways` are synonyms, each of one word or several in a row, first as typed; `code` is a set code as "65/2/2".
 * `inFields`: ways that count among a paper's fields alone; `subjects`: where its synonyms count on pages; `isOfTitle`: other words that a paper is found by do not count; `isPhrase`: its words never count one by one. */
export type Term = {
  typed: string
  ways: string[][]
  inFields?: string[][]
  code?: string
  subjects?: Subject[]
  isOfTitle?: true
  isPhrase?: true
  isBeginning: boolean
  without: string
}

/** `isIgnored`: all its words are ignored, as a class where an exam is chosen, and the search narrows nothing. */
export type Understood = { parts: Part[]; terms: Term[]; isIgnored?: true }
