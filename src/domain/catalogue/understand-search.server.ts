import type { App } from '#domain/app.ts'
import { titleWordsOf } from '#domain/search/title-words.ts'
import { understandQuery } from '#domain/search/understand.ts'
import type { Understood } from '#domain/search/understood.ts'
import type { TitleWords } from '#domain/search/vocabulary.ts'
import { withValue } from './facet-values.ts'
import { FACETS, type Facet, type PaperFilter } from './filter.ts'

type Reads = Pick<App, 'reader' | 'search' | 'vocabulary' | 'clock'>

/** What a search asks for; misspelt words are read as the titles' own. While the index is broken titles have none. */
export async function understandSearch(
  app: Reads,
  q: string,
  filter: PaperFilter,
  lifted: readonly Facet[] = [],
): Promise<Understood> {
  const titles = await titleWords(app)
  const understood = understandQuery(q, app.vocabulary, { titles, filter, now: app.clock.now() })
  if (lifted.length === 0) return understood
  return { ...understood, parts: understood.parts.filter(({ facet }) => !lifted.includes(facet)) }
}

/** The distinct words of all titles, sorted once for every list of them; none while the index is broken. */
export async function titleWords({ search, reader }: Pick<App, 'reader' | 'search'>): Promise<TitleWords> {
  try {
    const words = await search.words(reader)
    const known = sorted.get(words)
    if (known) return known
    const titles = titleWordsOf(words)
    sorted.set(words, titles)
    return titles
  } catch (error) {
    if (search.isBroken(error)) return NO_TITLES
    throw error
  }
}

const sorted = new WeakMap<readonly string[], TitleWords>()
const NO_TITLES = titleWordsOf([])

/** The filter of an address, narrowed by what the words say of facets that it leaves open. */
export function narrow(filter: PaperFilter, { parts }: Pick<Understood, 'parts'>): PaperFilter {
  let narrowed: PaperFilter = {}
  for (const { facet, value } of parts)
    if (narrowed[facet] === undefined) narrowed = withValue(narrowed, facet, value)
  for (const facet of FACETS)
    if (filter[facet] !== undefined) narrowed = { ...narrowed, [facet]: filter[facet] }
  return narrowed
}
