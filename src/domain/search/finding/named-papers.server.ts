import type { App } from '#domain/app.ts'
import { inOrder } from '#domain/lists/facets.server.ts'
import { selectBoardsAt } from '#domain/lists/paper-store.server.ts'
import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { FACETS, type Facet, type FacetCounts, facetValue, type PaperFilter } from '#domain/paper/filters.ts'
import { repairIndex } from '../indexing/reindex.server.ts'
import { type NamedSubject, statesApart } from '../understanding/understand-search.server.ts'
import { rankPapers } from './rank.server.ts'

type Search = Pick<App, 'db' | 'readDb' | 'lists' | 'search' | 'clock' | 'log'>

export const NONE_NAMED: { positions: number[]; more: boolean } = { positions: [], more: false }

/** Other subjects' papers with the named subject in their titles, newest first; none while the index is broken. */
export async function findNamed(
  app: Search,
  filter: PaperFilter,
  named: NamedSubject,
): Promise<{ positions: number[]; more: boolean }> {
  const { hits, more } = await rankNamed(app, filter, named)
  return { positions: hits.map(({ position }) => position), more }
}

export async function addNamed(
  app: Search,
  filter: PaperFilter,
  named: NamedSubject,
  facets: FacetCounts,
): Promise<FacetCounts> {
  const counts = {} as Record<Facet, Map<string, { papers: number; more?: true }>>
  for (const facet of FACETS) {
    const counted = new Map(facets[facet].map(({ value, ...count }) => [value, count]))
    counts[facet] = counted
    if (facet === 'subject') continue
    const { hits, more } = await rankNamed(app, { ...filter, [facet]: undefined }, named)
    for (const hit of facet === 'board' ? await withStates(app, hits, filter) : hits) {
      const value = facetValue(hit, facet)
      if (value === '') continue
      const papers = (counted.get(value)?.papers ?? 0) + 1
      counted.set(value, more ? { papers, more: true } : { papers })
    }
  }
  return inOrder(counts)
}

async function rankNamed(app: Search, filter: PaperFilter, named: NamedSubject) {
  try {
    return await rankPapers(app, [], filter, { named })
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
    repairIndex(app, 'broken')
    return { hits: [], more: false }
  }
}

/** With the state whose board set each paper, which the index does not tell of hits; unchanged where all are of one. */
export async function withStates(
  app: Pick<App, 'readDb' | 'lists'>,
  hits: Facts[],
  filter: PaperFilter,
): Promise<Facts[]> {
  const ofState = hits.filter(({ type }) => type === 'state').map(({ position }) => position)
  if (ofState.length === 0 || (await statesApart(app, filter)).length === 0) return hits
  const boards = await selectBoardsAt(app.readDb, ofState)
  const { ownState = DEFAULT_STATE } = filter
  return hits.map((hit) =>
    hit.type === 'state' ? { ...hit, board: boards.get(hit.position) || ownState } : hit,
  )
}
