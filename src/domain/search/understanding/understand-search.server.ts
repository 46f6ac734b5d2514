import type { App } from '#domain/app.ts'
import { listFacets } from '#domain/lists/facets.server.ts'
import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import { FACETS, type Facet, type PaperFilter, TRAIT_NAMES, withValue } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { titleWordsOf } from '#domain/search/words/search-text.ts'
import type { Understood } from './query.ts'
import { searchTerms } from './query.ts'
import { understandQuery } from './understand.ts'
import type { TitleWords } from './vocabulary.ts'

type Reads = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock'>

/** Misspelt words are corrected to the titles' own; while the index is broken there are none of those. */
export async function understandSearch(
  app: Reads,
  q: string,
  filter: PaperFilter,
  lifted: readonly Facet[] = [],
): Promise<Understood> {
  if (q.trim() === '') return { parts: [], terms: [] }
  const [titles, states] = await Promise.all([titleWords(app), statesApart(app, filter)])
  const understood = understandQuery(q, app.vocabulary, {
    ...{ titles, states, filter, now: app.clock.now() },
    ownState: filter.ownState ?? DEFAULT_STATE,
  })
  if (lifted.length === 0) return understood
  return { ...understood, parts: understood.parts.filter(({ facet }) => !lifted.includes(facet)) }
}

/** The states by whose boards the site's papers are told apart; none where all are of one state. */
export async function statesApart(
  app: Pick<App, 'readDb' | 'lists'>,
  { ownState }: PaperFilter,
): Promise<string[]> {
  const { board } = await listFacets(app, ownState ? { ownState } : {})
  return board.length > 1 ? board.map(({ value }) => value) : []
}

/** Sorted once for each list of the index's; none while the index is broken. */
export async function titleWords({ search, readDb }: Pick<App, 'readDb' | 'search'>): Promise<TitleWords> {
  try {
    const words = await search.words(readDb)
    return sorted.getOrInsertComputed(words, titleWordsOf)
  } catch (error) {
    if (search.isBroken(error)) return NO_TITLES
    throw error
  }
}

const sorted = new WeakMap<readonly string[], TitleWords>()
const NO_TITLES = titleWordsOf([])

/** A subject that the words of a search name, and the ways in which titles say it. */
export type NamedSubject = { subject: Subject; ways: string[][] }

/** Null when words name none, or when the address has its own, which goes first. */
export async function namedSubject(
  app: Pick<App, 'readDb' | 'search' | 'vocabulary'>,
  { parts }: Pick<Understood, 'parts'>,
  filter: PaperFilter,
): Promise<NamedSubject | null> {
  const part = parts.find(({ facet }) => facet === 'subject')
  if (!part || filter.subject !== undefined) return null
  const titles = await titleWords(app)
  const name = searchTerms(part.label)
  const known = app.vocabulary.meanings.get(name.join(' '))?.ways ?? []
  const all = [searchTerms(part.typed), name, ...known]
  const ways = all.filter((way) => way.length > 0 && way.every((word) => titles.has(word)))
  return ways.length > 0 ? { subject: part.value as Subject, ways } : null
}

/** The address's filter goes before what the words say. */
export function narrow(filter: PaperFilter, { parts }: Pick<Understood, 'parts'>): PaperFilter {
  let narrowed: PaperFilter = {}
  for (const name of [...TRAIT_NAMES, 'first', 'foldsSets', 'ownState'] as const)
    if (filter[name] !== undefined) narrowed = { ...narrowed, [name]: filter[name] }
  for (const { facet, value } of parts)
    if (narrowed[facet] === undefined) narrowed = withValue(narrowed, facet, value)
  for (const facet of FACETS)
    if (filter[facet] !== undefined) narrowed = { ...narrowed, [facet]: filter[facet] }
  return narrowed
}
