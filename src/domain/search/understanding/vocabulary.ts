import type { Facet } from '#domain/paper/filters.ts'

/** A facet with one of its values, as in an address: `{ facet: 'grade', value: '10' }`. */
export type Meant = { facet: Facet; value: string }

/** What a spelling stands for. `ways` are all spellings of the same, each as its words in a row. */
export type Meaning = {
  kind: 'facet' | 'word' | 'stop'
  /** The facets meant; SSLC says two. */
  meant: Meant[]
  ways: string[][]
  /** The set code that it is, as "65/2/2". */
  code?: string
  /** Where the search says this too, the spelling is an ordinary word. */
  unless?: Meant
}

/** The synonyms file, parsed: what people write, and what they mean. */
export type Vocabulary = {
  /** By the words of a spelling, joined by one space. */
  meanings: ReadonlyMap<string, Meaning>
  /** Meanings of Tamil spellings by how they sound, joined likewise. */
  sounds: ReadonlyMap<string, Meaning>
  /** All keys of `meanings`, in order of letters. */
  spellings: readonly string[]
  /** The words that may be meant by a misspelt one. */
  corrections: readonly string[]
  /** The most words that a spelling has. */
  longest: number
  classWords: ReadonlySet<string>
  numbered: ReadonlySet<string>
  counted: ReadonlySet<string>
  leftAsTyped: ReadonlySet<string>
  questionWords: ReadonlySet<string>
}

/** The words that titles have, for who types a part of one or misspells it. */
export type TitleWords = {
  has(word: string): boolean
  /** Words that begin with these letters, at most a few hundred. */
  begun(letters: string): string[]
  /** Words with no more errors than are forgiven, nearest first. */
  closeTo(word: string): string[]
}
