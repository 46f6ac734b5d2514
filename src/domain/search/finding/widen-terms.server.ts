import type { App } from '#domain/app.ts'
import type { AskedTerm } from '#domain/search/search-index.ts'
import type { Term, Understood } from '#domain/search/understanding/query.ts'
import type { TitleWords } from '#domain/search/understanding/vocabulary.ts'
import { seriesOf } from '#domain/search/words/set-code.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { titleWords } from '../understanding/understand-search.server.ts'

/** A longer beginning is expanded to the titles' words that begin so, at most this many. */
const SHORT_BEGINNING = 5
const WORDS_FROM = 40
/** Limits of spelling corrections, and of words that sound alike. */
const CORRECTIONS = 4
const ALIKE = 20
const TAMIL = /\p{Script=Tamil}/u
/** Spelt alike in searches and in the index, which folds accents and cuts words at 80 letters. */
const PLAIN = /^(?:[a-z]{1,80}|[\p{Script=Tamil}]{1,80})$/u

/** As typed, each word for itself; a set and a set code are one. */
export function exactTerms(terms: Term[]): AskedTerm[] {
  return terms.flatMap(({ typed, ways, code, isPhrase, isOfTitle }): AskedTerm[] => {
    if (code) return [codeTerm(code)]
    if (isPhrase) return [{ ways }]
    return (ways[0] ?? [typed]).map((word) => ({ ways: [[word]], ...(isOfTitle && { isOfTitle }) }))
  })
}

const OUTSIDE_DELHI = [['outside', 'delhi']]

/** Whoever looks for papers of Delhi does not mean those of "Outside Delhi", which come after the others. */
export function otherRegion(terms: Term[]): AskedTerm | null {
  const words = terms.flatMap(({ ways }) => ways[0] ?? [])
  return words.includes('delhi') && !words.includes('outside') ? { ways: OUTSIDE_DELHI } : null
}

export function codeTerm(code: string): AskedTerm {
  return { ways: [], code: { code, isSeries: false } }
}

/** Further and further from the set codes: the codes, their series (65/2/1 for 65/2/2), their subject (65/x/y). */
export function stepsOf(terms: AskedTerm[]): AskedTerm[][] {
  if (!terms.some(({ code }) => code)) return [terms]
  const further = [0, 1].map((at) =>
    terms.map((term) =>
      term.code ? { ways: [], code: { code: seriesOf(term.code.code)[at] ?? '', isSeries: true } } : term,
    ),
  )
  return [terms, ...further]
}

/** The words of a search that no title has, and the search without them; null where nothing would be left of it. */
export async function splitUnsaid(
  app: Pick<App, 'readDb' | 'search'>,
  understood: Understood,
): Promise<{ unsaid: string[]; rest: Understood | null }> {
  const { terms, parts } = understood
  const titles = await titleWords(app)
  const wide = (await widenTerms(app, terms)).terms
  const found = terms.filter((_, at) => {
    const { ways = [], beginnings = [], code } = wide[at] ?? {}
    return (
      code ||
      beginnings.some((begun) => titles.begun(begun).length > 0) ||
      ways.some((way) => way.every((word) => titles.has(word)))
    )
  })
  const unsaid = terms.filter((term) => !found.includes(term)).map(({ typed }) => typed)
  const isRest = unsaid.length > 0 && found.length + parts.length > 0
  return { unsaid, rest: isRest ? { ...understood, terms: found } : null }
}

/** `steps` as by `stepsOf`, and last with what only fields say; `terms` are the last of them; corrections as titles have the words. */
export type Widened = {
  steps: AskedTerm[][]
  terms: AskedTerm[]
  corrections: { typed: string; word: string }[]
}

/** Adds what a term may be the beginning of, its synonyms, spellings and transliterations. */
export async function widenTerms(app: Pick<App, 'readDb' | 'search'>, terms: Term[]): Promise<Widened> {
  const titles = await titleWords(app)
  const corrections: Widened['corrections'] = []
  const known = await Promise.all(terms.map((term) => (term.code ? null : widenTerm(app, term, titles))))
  const widened = terms.map((term, at): AskedTerm => {
    const { ways = [], beginnings, correction } = known[at] ?? {}
    if (term.code) return codeTerm(term.code)
    if (correction) corrections.push({ typed: term.typed, word: correction })
    return { ways, beginnings, ...(term.isOfTitle && { isOfTitle: true as const }) }
  })
  const steps = stepsOf(widened)
  if (terms.some(({ inFields }) => inFields)) {
    const ofFields = terms.map(({ inFields = [] }) => inFields)
    steps.push(
      (steps.at(-1) ?? []).map((one, at) => ({ ...one, ways: [...one.ways, ...(ofFields[at] ?? [])] })),
    )
  }
  return { steps, terms: steps.at(-1) ?? [], corrections }
}

async function widenTerm(
  app: Pick<App, 'readDb' | 'search'>,
  { typed, ways: typedWays, isBeginning }: Term,
  titles: TitleWords,
) {
  const ways = typedWays.length > 0 ? [...typedWays] : [[typed]]
  const first = ways[0] ?? [typed]
  const last = first.at(-1) ?? typed
  const begun = isBeginning && first.length === 1 ? await readBeginning(app, last) : null
  if (begun) ways.push(...begun.words.map((word) => [word]))
  const isKnown = begun?.isFound === true || (await isTitleWord(app, first))
  ways.push(...(await soundingLike(app, first, isBeginning, isKnown)).map((word) => [word]))
  let correction: string | undefined
  if (!isKnown && first.length === 1) {
    const near = titles.closeTo(last).slice(0, CORRECTIONS)
    correction = near[0]
    ways.push(...near.map((word) => [word]))
  }
  return { ways: await waysInTitles(app, ways, titles), beginnings: begun?.beginnings ?? [], correction }
}

/** Most ways to say a word are in no title, and each would be looked up for every value of every facet. */
async function waysInTitles(
  { search, readDb }: Pick<App, 'readDb' | 'search'>,
  ways: string[][],
  titles: TitleWords,
) {
  const written = ways.filter((way) => way.every((word) => !PLAIN.test(word) || titles.has(word)))
  const ofMany = written.filter((way) => way.length > 1)
  // Titles may have all words of a way, and yet never one after the other.
  const questions = ofMany.map((way) => ({ terms: [{ ways: [way] }], filter: {} }))
  const found = ofMany.length > 0 ? await search.count(readDb, questions, 1) : []
  const unsaid = new Set(ofMany.filter((_, at) => found[at] === 0))
  return written.filter((way) => !unsaid.has(way))
}

async function readBeginning({ search, readDb }: Pick<App, 'readDb' | 'search'>, word: string) {
  const isShort = [...word].length <= SHORT_BEGINNING || !/\p{L}/u.test(word)
  const found = await search.wordsFrom(readDb, word, isShort ? 1 : WORDS_FROM)
  return {
    beginnings: isShort ? [word] : [],
    words: isShort ? [] : found.map((one) => one.word),
    isFound: found.length > 0,
  }
}

async function isTitleWord({ search, readDb }: Pick<App, 'readDb' | 'search'>, words: string[]) {
  for (const word of words) {
    if (!/\p{L}/u.test(word)) continue
    if (!(await search.hasWord(readDb, word))) return false
  }
  return true
}

/** A Roman word of titles is looked up in Tamil only: "paper" does not mean what sounds like it. */
async function soundingLike(
  { search, readDb }: Pick<App, 'readDb' | 'search'>,
  words: string[],
  isBeginning: boolean,
  isKnown: boolean,
) {
  const [word = ''] = words
  const sound = words.length === 1 ? soundOf(word) : ''
  if (sound === '') return []
  const found = await search.wordsSounding(readDb, sound, isBeginning && [...sound].length > 3, ALIKE)
  return TAMIL.test(word) || !isKnown ? found : found.filter((other) => TAMIL.test(other))
}
