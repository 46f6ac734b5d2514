import type { App } from '#domain/app.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import { LEVELS, type Level } from '#domain/paper/variant.ts'
import { SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import { exactTerms } from '../finding/widen-terms.server.ts'
import { narrow, understandSearch } from '../understanding/understand-search.server.ts'

export type LevelCount = { level: Level; papers: number; more?: true }

type Search = Pick<App, 'readDb' | 'search' | 'vocabulary' | 'clock'>
type Asked = { q: string; filter: PaperFilter; lifted?: readonly Facet[] }

/** How many papers of a list are Standard, and how many Basic: only of Mathematics, and only where it has both or is
 * narrowed to one. None while the index is broken. */
export async function countLevels(app: Search, { q, filter, lifted = [] }: Asked): Promise<LevelCount[]> {
  const understood = await understandSearch(app, q, filter, lifted)
  const narrowed = narrow(filter, understood)
  if (narrowed.subject !== 'Mathematics') return []
  const terms = exactTerms(understood.terms)
  const questions = LEVELS.map((level) => ({ terms, filter: { ...narrowed, level } }))
  try {
    const found = await app.search.count(app.readDb, questions, SEARCH_COUNT_LIMIT + 1)
    const counts = LEVELS.map((level, at) => toCount(level, found[at] ?? 0))
    return counts.every(({ papers }) => papers > 0) || filter.level ? counts : []
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    return []
  }
}

function toCount(level: Level, papers: number): LevelCount {
  return papers > SEARCH_COUNT_LIMIT ? { level, papers: SEARCH_COUNT_LIMIT, more: true } : { level, papers }
}
