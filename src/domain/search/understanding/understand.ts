import type { PaperFilter } from '#domain/paper/filters.ts'
import { isOrdinal, readText, type Token, tokensOf } from '../words/search-text.ts'
import { type Claim, claimOfBeginning, claimsIn, correctWords, covers } from './claims.ts'
import { facetsOf, labelOf } from './facet-candidates.ts'
import { claimNumbers } from './number-claims.ts'
import type { Part, Term, Understood } from './query.ts'
import { searchTerms } from './query.ts'
import type { FacetValue, Meaning, TitleWords, Vocabulary } from './vocabulary.ts'

/** A text with a question word and so many free words is a question out of a paper. */
const QUESTION = 3

/** In a sentence out of a paper, words name no board and no class: "state" of "state and prove Pythagoras theorem",
 * "x" and "6" of "the value of x when 6x = 12". Other claims stay as they are. */
function claimsOfQuestion(claims: Claim[], words: string[], vocabulary: Vocabulary): Claim[] {
  // A school term says as little of a paper's class as a free word.
  const wordsOf = (kinds: Meaning['kind'][]) =>
    claims.flatMap(({ from, to, meaning }) =>
      kinds.includes(meaning.kind) && !meaning.subjects ? to - from : 0,
    )
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0)
  const free = words.length - sum(wordsOf(['facet', 'stop', 'word']))
  const telling = words.length - sum(wordsOf(['facet', 'stop']))
  const asks = words.some((word) => vocabulary.questionWords.has(word))
  const named = claims.some(({ meaning }) =>
    meaning.meant.some(({ facet }) => facet === 'type' || facet === 'subject'),
  )
  const isQuestion = asks && telling >= QUESTION
  return claims.map((claim) => {
    const word = words[claim.from] ?? ''
    const isBare = claim.to - claim.from === 1 && /^(?:\d{1,2}|[ivx]+)$/.test(word)
    const isLetter = isBare && /[ivx]/.test(word) && word.length < 2
    const misled = isQuestion || (isBare && free >= QUESTION && !named) || (isLetter && free > 0 && !named)
    return misled && !isPlain(claim, word) ? { ...claim, meaning: itself(claim.meaning) } : claim
  })
}

/** Unambiguous: a year, "class 10", "CBSE". */
function isPlain({ from, to, meaning }: Claim, word: string) {
  const { kind, meant } = meaning
  if (kind !== 'facet') return true
  return meant.some(
    ({ facet, value }) =>
      facet === 'year' ||
      (facet === 'grade' && (to - from > 1 || isOrdinal(word) || meant.length > 1)) ||
      (facet === 'type' && (value !== 'state' || to - from > 1)),
  )
}

function itself(meaning: Meaning): Meaning {
  return { kind: 'word', meant: [], ways: [], ...(meaning.code && { code: meaning.code }) }
}

const LEVEL = 'standard'

/** "Standard" next to Mathematics, and not next to a class's number, is the level of CBSE's paper. */
function claimLevels(claims: Claim[], words: string[]): Claim[] {
  const isOfMathematics = claims.some(({ meaning }) =>
    meaning.meant.some(({ value }) => value === 'Mathematics'),
  )
  const at = words.findLastIndex((word, place) => word === LEVEL && !covers(claims, place))
  if (!isOfMathematics || at < 0) return claims
  const level: Claim = {
    from: at,
    to: at + 1,
    meaning: { kind: 'word', meant: [], ways: [[LEVEL]], isOfTitle: true },
  }
  return [...claims, level].sort((a, b) => a.from - b.from)
}

const NO_TITLES: TitleWords = { has: () => false, begun: () => [], closeTo: () => [] }

/** `states`: those whose boards papers are told apart by, none where all are of one; `ownState`: which that is. */
export type Circumstances = {
  titles?: TitleWords
  filter?: PaperFilter
  now?: Date
  states?: readonly string[]
  ownState?: string
}

/** The facets that the words name, in any order and spelling, and the words that are left; never throws. */
export function understandQuery(
  text: string,
  vocabulary: Vocabulary,
  { titles = NO_TITLES, filter = {}, now = new Date(), states = [], ownState }: Circumstances = {},
): Understood {
  const read = readText(text)
  const { meanings, classWords, numbered } = vocabulary
  const isKnown = (word: string) => meanings.has(word) || classWords.has(word) || numbered.has(word)
  const tokens = tokensOf(read, isKnown)
  const isOpen = tokens.at(-1)?.end === read.length
  const typed = tokens.map(({ word }) => word)
  const claims = claimsOf(read, tokens, typed, isOpen, vocabulary, titles, now)
  const whole = [...claims, ...restOf(claims, typed, classWords)].sort((a, b) => a.from - b.from)
  const asking = whole.some(({ meaning }) => meaning.kind !== 'stop')
    ? whole.filter(({ meaning }) => meaning.kind !== 'stop')
    : whole
  return toUnderstood(asking, { text: read, tokens, isOpen, filter, vocabulary, states, ownState })
}

function claimsOf(
  text: string,
  tokens: Token[],
  typed: string[],
  isOpen: boolean,
  vocabulary: Vocabulary,
  titles: TitleWords,
  now: Date,
) {
  const exact = claimsIn(typed, vocabulary, titles)
  const last = typed.length - 1
  const isLastFree = isOpen && last >= 0 && !covers(exact, last)
  const begun = isLastFree ? claimOfBeginning(typed, vocabulary, titles) : undefined
  const unclear = begun ? typed.slice(0, begun.from) : typed
  const { words, corrected } = correctWords(unclear, exact, isOpen ? last : -1, vocabulary, titles)
  const found = corrected.size > 0 || begun ? claimsIn(words, vocabulary, titles) : exact
  for (const claim of found) {
    for (let at = claim.from; at < claim.to; at++) if (corrected.has(at)) claim.corrected = true
  }
  const all = begun ? [...found, begun] : found
  const whole = [...words, ...typed.slice(words.length)]
  const numbered = claimNumbers(all, { text, tokens, words: whole, vocabulary, now })
  return claimsOfQuestion(claimLevels(numbered, whole), whole, vocabulary)
}

/** Words that stand for themselves; a class word without a number asks for nothing. */
function restOf(claims: Claim[], words: string[], classWords: ReadonlySet<string>): Claim[] {
  const rest: Claim[] = []
  for (const [at, word] of words.entries()) {
    const kind = classWords.has(word) ? 'stop' : 'word'
    if (!covers(claims, at)) rest.push({ from: at, to: at + 1, meaning: { kind, meant: [], ways: [] } })
  }
  return rest
}

type Said = {
  text: string
  tokens: Token[]
  isOpen: boolean
  filter: PaperFilter
  vocabulary: Vocabulary
  states: readonly string[]
  ownState: string | undefined
}

function toUnderstood(claims: Claim[], query: Said): Understood {
  const facets = facetsOf(claims, query.filter, query.states)
  const parts: Part[] = []
  const terms: Term[] = []
  for (const claim of claims) {
    const { meant, ignored, isItself } = facets.get(claim) ?? { meant: [] }
    for (const each of meant) {
      if (!parts.some(({ facet }) => facet === each.facet)) parts.push(partOf(each, claims, facets, query))
    }
    const isSaid = meant.some(({ facet }) => facet === 'board') || isOwn(claim, query)
    const also = isSaid ? undefined : claim.meaning.also
    if ((meant.length === 0 && !ignored) || also) {
      const term = termOf(claim, isItself ? [] : (also ?? waysOf(claim.meaning)), query, isItself)
      if (term && !terms.some(({ typed }) => typed === term.typed)) terms.push(term)
    }
  }
  const isIgnored = parts.length + terms.length === 0 && claims.some((claim) => facets.get(claim)?.ignored)
  return isIgnored ? { parts, terms, isIgnored } : { parts, terms }
}

/** Where all papers are of one state, its board is the State Board. */
function isOwn({ meaning }: Claim, { states, ownState }: Said) {
  return (
    states.length === 0 && meaning.meant.some(({ facet, value }) => facet === 'board' && value === ownState)
  )
}

type Facets = ReturnType<typeof facetsOf>

function partOf(meant: FacetValue, claims: Claim[], facets: Facets, query: Said): Part {
  const saying = claims.filter((claim) => facets.get(claim)?.meant.some(({ facet }) => facet === meant.facet))
  // Whoever takes "State Board" off "SSLC" keeps class 10.
  const also = (claim: Claim) =>
    (facets.get(claim)?.meant ?? [])
      .filter(({ facet }) => facet !== meant.facet && !isSaidNextTo(facet, claim, facets))
      .map(labelOf)
  const without = cut(
    query,
    saying.map((claim) => ({ claim, instead: also(claim).join(' ') })),
  )
  const corrected = saying.some((claim) => claim.corrected) ? { corrected: true as const } : {}
  const typed = saying.map((claim) => typedOf(claim, query)).join(' ')
  return { ...meant, label: labelOf(meant), typed, ...corrected, without }
}

function isSaidNextTo(facet: FacetValue['facet'], claim: Claim, facets: Facets) {
  return [...facets].some(
    ([other, { meant }]) => other !== claim && meant.some((each) => each.facet === facet),
  )
}

function termOf(claim: Claim, otherWays: string[][], query: Said, isItself = false): Term | null {
  const typed = typedOf(claim, query)
  const all = searchTerms(typed)
  // "Main exam" asks for "main" alone where it is JEE's.
  const telling = all.filter((word) => query.vocabulary.meanings.get(word)?.kind !== 'stop')
  const words = isItself && telling.length > 0 ? telling : all
  if (words.length === 0) return null
  const seen = new Set<string>()
  const ways = [words, ...otherWays].filter((way) => {
    const key = way.join(' ')
    return key !== '' && !seen.has(key) && seen.add(key)
  })
  const isBeginning = query.isOpen && claim.to === query.tokens.length
  const { code, inFields, subjects, isOfTitle, isPhrase } = claim.meaning
  const how = {
    ...(code && { code }),
    ...(inFields && !isItself && { inFields }),
    ...(subjects && { subjects }),
    ...(isOfTitle && { isOfTitle }),
    ...(isPhrase && { isPhrase }),
  }
  return { typed, ways, ...how, isBeginning, without: cut(query, [{ claim, instead: '' }]) }
}

/** As words of an index: "+2" is none, "2" is. */
function waysOf({ ways }: Meaning) {
  return ways.filter((way) => way.every((word) => !word.startsWith('+')))
}

function typedOf({ from, to }: Claim, { text, tokens }: Said) {
  return text.slice(tokens[from]?.start, tokens[to - 1]?.end)
}

function cut({ text, tokens }: Said, cuts: { claim: Claim; instead: string }[]) {
  let rest = text
  for (const { claim, instead } of cuts.toSorted((a, b) => b.claim.from - a.claim.from)) {
    const [start, end] = [tokens[claim.from]?.start ?? 0, tokens[claim.to - 1]?.end ?? 0]
    rest = `${rest.slice(0, start)} ${instead} ${rest.slice(end)}`
  }
  return rest.replace(/\s+/g, ' ').trim()
}
