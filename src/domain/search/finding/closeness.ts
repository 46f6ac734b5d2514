import { stemmer } from 'stemmer'
import type { AskedTerm } from '../search-index.ts'

/** What the words of a term begin with in all their forms, and the letters that it takes. */
type Pattern = { begun: string[]; letters: number }

/** Letters between two words of a question, so that a few small ones have room. */
const GAP = 16
/** All words in a row, but for a few small ones, or at least in about one sentence. */
const IN_A_ROW = 1.6
const IN_A_SENTENCE = 4
const SMALL_WORDS = 8
/** A term that is there weighs more than all that the places of others say. */
const PRESENT = 10
const IN_ORDER = 6

/** One for each term that can be looked for. */
export function patternsOf(terms: AskedTerm[]): Pattern[] {
  return terms.flatMap(({ ways }) => {
    const words = [
      ...new Set(
        ways.map((way) => way.reduce((one, other) => (other.length > one.length ? other : one), '')),
      ),
    ]
    const begun = words.filter(Boolean).map(beginningOf)
    if (begun.length === 0) return []
    return [{ begun, letters: (words[0] ?? '').length }]
  })
}

/** More for a text that has more of the terms, then where they follow each other as they were typed, then where all
 * are in a short piece. Equal for pages between which nobody would choose. */
export function closenessOf(text: string, patterns: Pattern[]): number {
  const lower = text.toLowerCase()
  const places = patterns.flatMap(({ begun, letters }, term) =>
    begun.flatMap((word) => startsOf(word, lower).map((start) => ({ term, start, end: start + letters }))),
  )
  places.sort((one, other) => one.start - other.start)
  const present = new Set(places.map(({ term }) => term))
  if (present.size < 2) return PRESENT * present.size
  const letters = patterns.reduce((sum, each, term) => sum + (present.has(term) ? each.letters + 1 : 0), 0)
  const least = leastSpan(places, present.size)
  const together = least <= letters * IN_A_ROW + SMALL_WORDS ? 2 : least <= letters * IN_A_SENTENCE ? 1 : 0
  const inOrder = Math.round((IN_ORDER * following(places)) / (patterns.length - 1))
  return PRESENT * present.size + inOrder + together
}

/** Expressions would take ten times as long. */
function startsOf(begun: string, text: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(begun); at >= 0; at = text.indexOf(begun, at + begun.length))
    if (at === 0 || !IN_WORD.test(text[at - 1] as string)) starts.push(at)
  return starts
}
const IN_WORD = /[\p{L}\p{M}\p{N}]/u

type Place = { term: number; start: number; end: number }

/** How many terms are followed closely by the next one. */
function following(places: Place[]): number {
  const followed = new Set<number>()
  for (const [at, { term, end }] of places.entries()) {
    for (let next = at + 1; next < places.length; next++) {
      const other = places[next] as Place
      if (other.start - end > GAP) break
      if (other.term === term + 1) followed.add(term)
    }
  }
  return followed.size
}

/** Letters of the shortest piece of a text that has all of so many terms. */
function leastSpan(places: Place[], terms: number): number {
  const counts = new Map<number, number>()
  let [least, from] = [Number.POSITIVE_INFINITY, 0]
  for (const { term, end } of places) {
    counts.set(term, (counts.get(term) ?? 0) + 1)
    while (counts.size === terms) {
      const first = places[from] as Place
      least = Math.min(least, end - first.start)
      const left = (counts.get(first.term) ?? 0) - 1
      if (left > 0) counts.set(first.term, left)
      else counts.delete(first.term)
      from++
    }
  }
  return least
}

/** What all forms of an English word begin with; other words as they are. */
export function beginningOf(word: string): string {
  const stem = /^[a-z]+$/.test(word) ? stemmer(word) : word
  const begun = word.startsWith(stem) ? stem : stem.slice(0, -1)
  const letters = word.startsWith(begun) && begun.length > 2 ? begun : word
  return letters.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
