import type { App } from '#domain/app.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import { LEVELS, type Level } from '#domain/paper/variant.ts'
import { SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import { rankPapers } from './finding/rank.server.ts'
import { exactTerms } from './finding/widen-terms.server.ts'
import type { Term } from './understanding/query.ts'
import { narrow, understandSearch } from './understanding/understand-search.server.ts'

export type LevelCount = { level: Level; papers: number; more?: true }

type Search = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock'>
type Asked = { q: string; filter: PaperFilter; lifted?: readonly Facet[] }

/** How many papers of a list are Standard, and how many Basic: only of Mathematics, and only where it has both or is
 * narrowed to one. None while the index is broken. */
export async function countLevels(app: Search, { q, filter, lifted = [] }: Asked): Promise<LevelCount[]> {
  const understood = await understandSearch(app, q, filter, lifted)
  const narrowed = narrow(filter, understood)
  const isAsked = filter.level !== undefined && narrowed.subject === undefined
  if (narrowed.subject !== 'Mathematics' && !isAsked) return []
  try {
    const count = narrowed.foldsSets ? countExams : countSets
    const found = await count(app, understood.terms, narrowed)
    const counts = LEVELS.map((level, at) => toCount(level, found[at] ?? 0))
    return counts.every(({ papers }) => papers > 0) || filter.level ? counts : []
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    return []
  }
}

async function countSets({ readDb, search }: Search, terms: Term[], filter: PaperFilter): Promise<number[]> {
  const questions = LEVELS.map((level) => ({ terms: exactTerms(terms), filter: { ...filter, level } }))
  return await search.count(readDb, questions, SEARCH_COUNT_LIMIT + 1)
}

/** Of the sets of an exam, one. */
async function countExams(app: Search, terms: Term[], filter: PaperFilter): Promise<number[]> {
  const rankings = await Promise.all(LEVELS.map((level) => rankPapers(app, terms, { ...filter, level })))
  return rankings.map(({ hits, more }) => (more ? SEARCH_COUNT_LIMIT + 1 : hits.length))
}

function toCount(level: Level, papers: number): LevelCount {
  return papers > SEARCH_COUNT_LIMIT ? { level, papers: SEARCH_COUNT_LIMIT, more: true } : { level, papers }
}
