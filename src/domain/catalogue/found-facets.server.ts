import type { App } from '#domain/app.ts'
import type { AskedTerm, Facts, Question, Tally } from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understood.ts'
import { inOrder, listFacets } from './facets.server.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from './filter.ts'
import { MONTHS } from './paper.ts'
import { type Ranking, rankPapers } from './rank.server.ts'
import { exactTerms } from './widen-terms.server.ts'

/** Of a search with more papers than are listed, the newest so many are counted; of each value beyond them so many. */
const COUNTED = 6_000
const COUNTED_OF_A_VALUE = 20

type Search = Pick<App, 'reader' | 'search'>
type Counts = Map<string, { papers: number; more?: true }>

/** How many of the found papers have each value of each facet, the facet's own filter aside. */
export async function foundFacets(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  ranking: Ranking,
): Promise<FacetCounts> {
  const counts = {} as Record<Facet, Counts>
  const large: Facet[] = []
  for (const facet of FACETS) {
    const isFiltered = filter[facet] !== undefined
    const ranked = isFiltered ? await rankPapers(app, terms, { ...filter, [facet]: undefined }) : ranking
    if (ranked.more) large.push(facet)
    else counts[facet] = countHits(ranked.hits, facet)
  }
  if (large.length > 0) {
    const question = { terms: ranking.widened.terms, filter }
    const exact = exactTerms(terms)
    const tallies = await app.search.tally(app.reader, question, large, COUNTED)
    const all = [...tallies.values()].every((tally) => tally.isWhole) ? null : await listFacets(app, filter)
    for (const facet of large) {
      const tally = tallies.get(facet) ?? { counts: new Map(), isWhole: true }
      counts[facet] = await complete(app, { ...question, exact }, facet, tally, all)
    }
  }
  return inOrder(counts)
}

function countHits(hits: Facts[], facet: Facet): Counts {
  const counts: Counts = new Map()
  for (const hit of hits) {
    const value = facetValue(hit, facet)
    if (value) counts.set(value, { papers: (counts.get(value)?.papers ?? 0) + 1 })
  }
  return counts
}

function facetValue(hit: Facts, facet: Facet): string {
  if (facet === 'answered') return hit.answered ? 'yes' : ''
  return facet === 'month' ? (MONTHS[hit.month - 1] ?? '') : String(hit[facet])
}

/** Of what lies beyond the newest that were counted, every value is looked for by itself: none is left out. */
async function complete(
  { search, reader }: Search,
  { exact, ...question }: Question & { exact: AskedTerm[] },
  facet: Facet,
  { counts: seen, isWhole }: Tally,
  all: FacetCounts | null,
): Promise<Counts> {
  if (isWhole) return new Map([...seen].map(([value, papers]) => [value, { papers }]))
  const counts: Counts = new Map([...seen].map(([value, papers]) => [value, { papers, more: true }]))
  for (const { value } of all?.[facet] ?? []) {
    if (counts.has(value)) continue
    const filter = { ...question.filter, [facet]: filterValue(facet, value) } as PaperFilter
    // The words as they were typed are looked up at once; all that is close to them takes many times as long.
    let papers = 0
    for (const said of [exact, question.terms]) {
      if (papers < COUNTED_OF_A_VALUE)
        papers = (await search.match(reader, { terms: said, filter }, COUNTED_OF_A_VALUE)).length
    }
    if (papers > 0) counts.set(value, { papers, ...(papers === COUNTED_OF_A_VALUE ? { more: true } : {}) })
  }
  return counts
}

function filterValue(facet: Facet, value: string) {
  if (facet === 'answered') return true
  return facet === 'year' ? Number(value) : value
}
