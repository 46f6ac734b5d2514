import type { App } from '#domain/app.ts'
import {
  type AskedTerm,
  type Facts,
  type Question,
  SEARCH_COUNT_LIMIT,
  type Tally,
} from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understood.ts'
import { inOrder, listFacets } from './facets.server.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from './filter.ts'
import { MONTHS } from './paper.ts'
import { insideTerms, type Ranking, rankPapers } from './rank.server.ts'
import { exactTerms } from './widen-terms.server.ts'

/** Of a search with more papers than are listed, the newest so many are counted; of each value beyond them so many. */
const COUNTED = 2_000
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
  const listed = listOnce(app, filter)
  for (const facet of FACETS) {
    const isFiltered = filter[facet] !== undefined
    const ranked = isFiltered ? await rankPapers(app, terms, { ...filter, [facet]: undefined }) : ranking
    if (ranked.insideCut) counts[facet] = await addInside(app, filter, facet, ranked, await listed())
    else if (ranked.more) large.push(facet)
    else counts[facet] = countHits(ranked.hits, facet)
  }
  if (large.length > 0) {
    const question = { terms: ranking.widened.terms, filter }
    const exact = ranking.closeFrom > 0 ? exactTerms(terms) : null
    const tallies = await app.search.tally(app.reader, question, large, COUNTED)
    const all = [...tallies.values()].every((tally) => tally.isWhole) ? null : await listed()
    for (const facet of large) {
      const tally = tallies.get(facet) ?? { counts: new Map(), isWhole: true }
      counts[facet] = await complete(app, { ...question, exact }, facet, tally, all)
    }
    if (await areInside(app, terms, filter, ranking)) for (const facet of large) sayMore(counts[facet])
  }
  return inOrder(counts)
}

/** What the filter alone holds, counted when it is first asked for. */
function listOnce(app: Search, filter: PaperFilter): () => Promise<FacetCounts> {
  let listed: Promise<FacetCounts> | undefined
  return () => {
    listed ??= listFacets(app, filter)
    return listed
  }
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
  { exact, ...question }: Question & { exact: AskedTerm[] | null },
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
    const typed = exact
      ? (await search.match(reader, { terms: exact, filter }, COUNTED_OF_A_VALUE)).length
      : 0
    if (typed > 0) {
      counts.set(value, { papers: typed, more: true })
      continue
    }
    const close = (await search.match(reader, { ...question, filter }, COUNTED_OF_A_VALUE)).length
    if (close > 0)
      counts.set(value, { papers: close, ...(close === COUNTED_OF_A_VALUE ? { more: true } : {}) })
  }
  return counts
}

/** Whether texts have the words: lists that are short enough to be shown whole go on with them. */
async function areInside(
  { search, reader }: Search,
  terms: Term[],
  filter: PaperFilter,
  { widened }: Ranking,
) {
  const asked = insideTerms(terms, widened)
  if (asked.length === 0) return false
  return (await search.inside(reader, { terms: asked, filter, isWhole: true }, 1)).length > 0
}

function sayMore(counts: Counts) {
  for (const count of counts.values()) if (count.papers <= SEARCH_COUNT_LIMIT) count.more = true
}

/** Of a search that finds more pages than are looked at, each value that none of them has is looked for by itself. */
async function addInside(
  app: Search,
  filter: PaperFilter,
  facet: Facet,
  { hits, insideCut }: Ranking,
  listed: FacetCounts,
): Promise<Counts> {
  const counts: Counts = new Map()
  for (const [value, { papers }] of countHits(hits, facet)) counts.set(value, { papers, more: true })
  for (const { value } of listed[facet]) {
    if (counts.has(value)) continue
    const narrowed = { ...filter, [facet]: filterValue(facet, value) } as PaperFilter
    const question = { terms: insideCut ?? [], filter: narrowed, isWhole: true }
    const pages = await app.search.inside(app.reader, question, COUNTED_OF_A_VALUE)
    const papers = new Set(pages.map((page) => page.position)).size
    const more = pages.length === COUNTED_OF_A_VALUE
    if (papers > 0) counts.set(value, { papers, ...(more ? { more } : {}) })
  }
  return counts
}

function filterValue(facet: Facet, value: string) {
  if (facet === 'answered') return true
  return facet === 'year' ? Number(value) : value
}
