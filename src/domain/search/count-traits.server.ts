import type { App } from '#domain/app.ts'
import { type Facet, type PaperFilter, TRAIT_NAMES, TRAITS, type Trait } from '#domain/paper/filters.ts'
import { SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import { rankPapers } from './finding/rank.server.ts'
import { exactTerms } from './finding/widen-terms.server.ts'
import type { Term } from './understanding/query.ts'
import { narrow, understandSearch } from './understanding/understand-search.server.ts'

/** Of those that a list can be narrowed by; of most lists none. */
export type TraitCounts = Partial<Record<Trait, TraitCount[]>>
type TraitCount = { value: string; papers: number; more?: true }

type Search = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock'>
type Asked = { q: string; filter: PaperFilter; lifted?: readonly Facet[] }

/** How many papers of a list say each value of a trait, such as Standard and Basic: only where enough are said, or the list is
 * narrowed to one. None while the index is broken. */
export async function countTraits(app: Search, { q, filter, lifted = [] }: Asked): Promise<TraitCounts> {
  const understood = await understandSearch(app, q, filter, lifted)
  const narrowed = narrow(filter, understood)
  const count = narrowed.foldsSets ? countExams : countSets
  try {
    const counts: TraitCounts = {}
    for (const trait of TRAIT_NAMES) {
      if (!TRAITS[trait].isOffered(narrowed)) continue
      const filters = TRAITS[trait].values.map((value) => ({ ...narrowed, [trait]: value }))
      const found = await count(app, understood.terms, filters)
      const all = TRAITS[trait].values.map((value, at) => toCount(value, found[at] ?? 0))
      const some = all.filter(({ papers }) => papers > 0)
      if (filter[trait] || some.length >= TRAITS[trait].least) counts[trait] = all
    }
    return counts
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    return {}
  }
}

async function countSets({ readDb, search }: Search, terms: Term[], filters: PaperFilter[]) {
  const questions = filters.map((filter) => ({ terms: exactTerms(terms), filter }))
  return await search.count(readDb, questions, SEARCH_COUNT_LIMIT + 1)
}

/** Of the sets of an exam, one. */
async function countExams(app: Search, terms: Term[], filters: PaperFilter[]) {
  const rankings = await Promise.all(filters.map((filter) => rankPapers(app, terms, filter)))
  return rankings.map(({ hits, more }) => (more ? SEARCH_COUNT_LIMIT + 1 : hits.length))
}

function toCount(value: string, papers: number): TraitCount {
  return papers > SEARCH_COUNT_LIMIT ? { value, papers: SEARCH_COUNT_LIMIT, more: true } : { value, papers }
}
