import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import type { Facet } from '#domain/paper/filters.ts'
import { MONTHS, type Paper, PREVIOUS_YEARS, type Subject } from '#domain/paper/paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'

/** With marks: Tamil vowel signs are part of the word. */
const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]+/gu

/** In NFC and lower case; only the first 100 characters count.
 * A mark without a letter is no word: an index that folds marks away would find everything by it. */
export function searchTerms(text: string): string[] {
  const read = [...text].slice(0, SEARCH_TEXT_LIMIT).join('')
  const words = visible(read).toLowerCase().match(WORD) ?? []
  return words.filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
}

export function holdsTerms(words: string, terms: string[]): boolean {
  const present = words.toLowerCase().match(WORD) ?? []
  return terms.every((term) => present.some((word) => word.startsWith(term)))
}

const ROMAN: Record<string, string> = { 6: 'vi', 7: 'vii', 8: 'viii', 9: 'ix', 10: 'x', 11: 'xi', 12: 'xii' }

/** A paper's title, and its fields as people write and abbreviate them. */
export function searchWords(
  paper: Pick<Paper, 'title' | 'type' | 'grade' | 'subject' | 'year'> & { month: number; board?: string },
): { title: string; words: string } {
  const grade =
    paper.grade === PREVIOUS_YEARS
      ? gradeLabel(paper.grade)
      : `${gradeLabel(paper.grade)} ${paper.grade}th ${ROMAN[paper.grade]} std standard`
  const subject = paper.subject === 'all' ? '' : paper.subject
  const maths = paper.subject === 'Mathematics' ? 'maths' : ''
  // "TN" and not "Tamil Nadu": that would make a Tamil paper of each.
  const isOfTamilNadu = paper.type === 'state' && (paper.board || DEFAULT_STATE) === DEFAULT_STATE
  const board = isOfTamilNadu ? `${typeLabel(paper.type)} TN` : typeLabel(paper.type)
  const fields = [subject, maths, board, grade, MONTHS[paper.month - 1], paper.year]
  return { title: visible(paper.title), words: fields.join(' ') }
}

/** What the fields of a month's school papers say in a row, and those of exams without classes do not. */
export function saidInSchools(month: string): string[] {
  return ['standard', month.toLowerCase()]
}

/** In NFC, without joiners and marks of direction: nobody sees them, and they would cut a word in two. */
function visible(text: string) {
  return text.replace(/\p{Cf}/gu, '').normalize('NFC')
}

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
