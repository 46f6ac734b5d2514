import type { Facet } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'

export type FacetValue = { facet: Facet; value: string }

/** `ways` are all spellings of the same, each as its words in a row. */
export type Meaning = {
  kind: 'facet' | 'word' | 'stop'
  meant: FacetValue[]
  ways: string[][]
  code?: string
  /** Also a word next to the facets where its state is none that papers are told apart by: "bseb" is Bihar's. */
  also?: string[][]
  /** Said by a paper's month: "annual" by March. */
  inFields?: string[][]
  /** A term of these subjects: on pages of others only the typed word counts. */
  subjects?: Subject[]
  /** Only in titles: every class is a "standard" among the other words. */
  isOfTitle?: true
  /** One after the other, and never apart: "set 2" is not "paper 2, set 3". */
  isPhrase?: true
  /** Where the search says this too, the spelling is an ordinary word. */
  unless?: FacetValue
}

export type Vocabulary = {
  /** By the words of a spelling, joined by one space. */
  meanings: ReadonlyMap<string, Meaning>
  /** By the sounds of Tamil spellings, joined likewise. */
  sounds: ReadonlyMap<string, Meaning>
  /** All keys of `meanings`, sorted. */
  spellings: readonly string[]
  corrections: readonly string[]
  longest: number
  classWords: ReadonlySet<string>
  numbered: ReadonlySet<string>
  counted: ReadonlySet<string>
  leftAsTyped: ReadonlySet<string>
  questionWords: ReadonlySet<string>
}

export type TitleWords = {
  has(word: string): boolean
  /** By prefix, at most a few hundred. */
  begun(letters: string): string[]
  /** With no more errors than are forgiven, nearest first. */
  closeTo(word: string): string[]
}
