import type { App } from '#domain/app.ts'
import { listFacets } from '#domain/lists/facets.server.ts'
import { withValue } from '#domain/paper/facet-values.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import type { AskedTerm } from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understanding/understood.ts'
import { isAtHome } from './inside/at-home.ts'
import { insideTerms } from './inside/find-inside.server.ts'
import type { Ranking } from './rank.server.ts'
import { stepsOf } from './widen-terms.server.ts'

/** Values that none of the papers has that are read: each is looked up by itself. */

/** Of each value, up to so many are counted. */
export const COUNTED_OF_A_VALUE = 20

export type Search = Pick<App, 'readDb' | 'lists' | 'search'>
export type Counts = Map<string, { papers: number; more?: true }>
export type AllCounts = Record<Facet, Counts>

export function counted(papers: number, isMore: boolean) {
  return isMore ? { papers, more: true as const } : { papers }
}

/** At one more than this, it is only known that there are more. */
export function countedUpTo(papers: number, isMore: boolean) {
  return counted(Math.min(papers, COUNTED_OF_A_VALUE), isMore || papers > COUNTED_OF_A_VALUE)
}

type Unseen = { facet: Facet; value: string; filter: PaperFilter }

/** Values that the filter alone has and that are not counted yet. */
export async function findUnseen(
  app: Search,
  filter: PaperFilter,
  counts: AllCounts,
  facets: Facet[],
): Promise<Unseen[]> {
  if (facets.length === 0) return []
  const listed = await listFacets(app, filter)
  return facets.flatMap((facet) =>
    listed[facet]
      .filter(({ value }) => !counts[facet].has(value))
      .map(({ value }) => ({ facet, value, filter: withValue(filter, facet, value) })),
  )
}

/** A term's synonyms count within its subject. */
export function furthestInside(
  terms: Term[],
  widened: Ranking['widened'],
  { subject }: PaperFilter,
): AskedTerm[] {
  const isHome = (term: Term) => subject === undefined || isAtHome(term, subject)
  return stepsOf(insideTerms(terms, widened, isHome)).at(-1) ?? []
}

/** Where more pages match than are read, each value that none of them has is looked up by itself. */
export async function countTexts(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  { widened }: Ranking,
  counts: AllCounts,
  facets: Facet[],
) {
  const unseen = await findUnseen(app, filter, counts, facets)
  const questions = unseen.map(({ filter }) => ({ terms: furthestInside(terms, widened, filter), filter }))
  const found = await app.search.countInside(app.readDb, questions, COUNTED_OF_A_VALUE + 1)
  for (const [at, { facet, value }] of unseen.entries()) {
    const { papers = 0, more = false } = found[at] ?? {}
    if (papers > 0) counts[facet].set(value, countedUpTo(papers, more))
  }
}
