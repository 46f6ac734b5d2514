import { inOrder } from '#domain/lists/facets.server.ts'
import { facetValue } from '#domain/paper/facet-values.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from '#domain/paper/filters.ts'
import { type AskedTerm, SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understanding/understood.ts'
import type { NamedSubject } from '../understanding/understand-search.server.ts'
import {
  type AllCounts,
  COUNTED_OF_A_VALUE,
  type Counts,
  counted,
  countedUpTo,
  countTexts,
  findUnseen,
  furthestInside,
  type Search,
} from './count-unseen.server.ts'
import { type Ranking, rankPapers } from './rank.server.ts'
import { exactTerms } from './widen-terms.server.ts'
import { withStates } from './with-states.server.ts'

/** Beyond what is listed, so many of the newest are counted. */
const COUNTED = 2_000

const known = new WeakMap<Ranking, FacetCounts>()

/** Counts of each value among the found papers, without the facet's own filter; cached as long as the ranking of these words is. */
export async function foundFacets(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  ranking: Ranking,
  named: NamedSubject | null = null,
): Promise<FacetCounts> {
  const facets = known.get(ranking) ?? (await countFacets(app, terms, filter, ranking, named))
  known.set(ranking, facets)
  return facets
}

async function countFacets(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  ranking: Ranking,
  named: NamedSubject | null,
): Promise<FacetCounts> {
  const counts = {} as AllCounts
  const inTitles: Facet[] = []
  const inTexts: Facet[] = []
  const exams = {} as Partial<AllCounts>
  for (const facet of FACETS) {
    const isFiltered = filter[facet] !== undefined
    const others = { ...filter, [facet]: undefined }
    const ranked = isFiltered
      ? await rankPapers(app, terms, others, { named: namedBeside(facet, named), widened: ranking.widened })
      : ranking
    const isListed = ranked.insideCut !== null || !ranked.more
    const hits = facet === 'board' ? await withStates(app, ranked.hits, filter) : ranked.hits
    counts[facet] = isListed ? countHits(hits, facet, ranked.insideCut !== null) : new Map()
    if (filter.foldsSets && ranked.more) exams[facet] = countHits(hits, facet, true)
    if (ranked.insideCut) inTexts.push(facet)
    else if (ranked.more) inTitles.push(facet)
  }
  if (inTitles.length > 0) await countTitles(app, terms, filter, ranking, counts, inTitles)
  if (named && ranking.more && inTitles.length > 0)
    await countNamed(app, filter, ranking, named, counts, inTitles)
  if (inTexts.length > 0) await countTexts(app, terms, filter, ranking, counts, inTexts)
  // The index counts papers and not exams: of values beyond the hits it only says that there are some.
  for (const facet of FACETS) {
    const known = exams[facet]
    if (!known) continue
    counts[facet] = new Map(
      [...counts[facet].keys()].map((value) => [value, known.get(value) ?? counted(1, true)]),
    )
  }
  return inOrder(counts)
}

/** Without the filter of its own facet, a subject is no longer searched in the titles of others. */
function namedBeside(facet: Facet, named: NamedSubject | null): NamedSubject | null {
  return facet === 'subject' ? null : named
}

function countHits(hits: Facts[], facet: Facet, isCut: boolean): Counts {
  const papers = new Map<string, number>()
  for (const hit of hits) {
    const value = facetValue(hit, facet)
    if (value) papers.set(value, (papers.get(value) ?? 0) + 1)
  }
  return new Map([...papers].map(([value, count]) => [value, counted(count, isCut)]))
}

/** Values beyond the newest that are counted are each looked up by themselves: none is left out. */
async function countTitles(
  app: Search,
  terms: Term[],
  filter: PaperFilter,
  ranking: Ranking,
  counts: AllCounts,
  facets: Facet[],
) {
  const { readDb, search } = app
  const wide = ranking.widened.terms
  const tallies = await search.tally(readDb, { terms: wide, filter }, facets, COUNTED)
  // Hits of the index tell no state: each is looked up.
  const partly = facets.filter((facet) => facet === 'board' || tallies.get(facet)?.isWhole === false)
  for (const facet of facets) {
    const seen = tallies.get(facet)?.counts ?? []
    counts[facet] = new Map(
      [...seen].map(([value, papers]) => [value, counted(papers, partly.includes(facet))]),
    )
  }
  let unseen = await findUnseen(app, filter, counts, partly)
  // Exact words are looked up at once; all that is close to them takes many times as long.
  const exact = exactTerms(terms)
  const ways: AskedTerm[][] = ranking.closeFrom > 0 && !areSame(exact, wide) ? [exact, wide] : [wide]
  for (const asked of ways) {
    const found = await search.count(
      readDb,
      unseen.map((each) => ({ terms: asked, filter: each.filter })),
      COUNTED_OF_A_VALUE + 1,
    )
    for (const [at, { facet, value }] of unseen.entries()) {
      const papers = found[at] ?? 0
      if (papers > 0) counts[facet].set(value, countedUpTo(papers, asked !== wide))
    }
    unseen = unseen.filter((_, at) => found[at] === 0)
  }
  if (await areInside(app, terms, filter, ranking)) for (const facet of facets) markMore(counts[facet])
}

/** Whether nothing is close to the words as they were typed. */
function areSame(exact: AskedTerm[], wide: AskedTerm[]) {
  const said = wide.flatMap(({ ways, beginnings = [] }) => {
    const [way = '', ...others] = new Set(ways.map((words) => words.join(' ')))
    return others.length === 0 && beginnings.length === 0 ? way.split(' ') : ['']
  })
  return said.join(' ') === exact.flatMap(({ ways }) => ways.flat()).join(' ')
}

/** Whether texts have the words: a list short enough to be shown whole continues with those papers. */
async function areInside(
  { search, readDb }: Search,
  terms: Term[],
  filter: PaperFilter,
  { widened }: Ranking,
) {
  const asked = furthestInside(terms, widened, filter)
  if (asked.length === 0) return false
  return (await search.inside(readDb, { terms: asked, filter, isWhole: true }, 1)).length > 0
}

/** Titles of other subjects that have the word follow, too, where a value's list is short enough. */
async function countNamed(
  { search, readDb }: Search,
  filter: PaperFilter,
  { widened }: Ranking,
  named: NamedSubject,
  counts: AllCounts,
  facets: Facet[],
) {
  const terms = [...widened.terms, { ways: named.ways, isOfTitle: true as const }]
  const question = { terms, notOf: named.subject, filter: { ...filter, subject: undefined } }
  const [papers = 0] = await search.count(readDb, [question], 1)
  if (papers > 0) for (const facet of facets) if (facet !== 'subject') markMore(counts[facet])
}

function markMore(counts: Counts) {
  for (const count of counts.values()) if (count.papers <= SEARCH_COUNT_LIMIT) count.more = true
}
