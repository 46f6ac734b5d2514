import type { App } from '#domain/app.ts'
import { inOrder, listFacets } from '#domain/lists/facets.server.ts'
import type { Facts } from '#domain/paper/facts.ts'
import {
  FACETS,
  type Facet,
  type FacetCounts,
  facetValue,
  type PaperFilter,
  withValue,
} from '#domain/paper/filters.ts'
import { type AskedTerm, SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import type { NamedSubject } from '../understanding/understand-search.server.ts'
import { insideTerms } from './find-inside.server.ts'
import { withStates } from './named-papers.server.ts'
import { type Ranking, rankPapers } from './rank.server.ts'
import { isOwnSubject } from './subject-affinity.ts'
import { exactTerms, stepsOf } from './widen-terms.server.ts'

/** Values that none of the papers has that are read: each is looked up by itself. */

/** Of each value, up to so many are counted. */
const COUNTED_OF_A_VALUE = 20

type Search = Pick<App, 'readDb' | 'lists' | 'search'>
type Counts = Map<string, { papers: number; more?: true }>
type AllCounts = Record<Facet, Counts>

export function counted(papers: number, isMore: boolean) {
  return isMore ? { papers, more: true as const } : { papers }
}

/** At one more than this, it is only known that there are more. */
export function countedUpTo(papers: number, isMore: boolean) {
  return counted(Math.min(papers, COUNTED_OF_A_VALUE), isMore || papers > COUNTED_OF_A_VALUE)
}

type Unseen = { facet: Facet; value: string; filter: PaperFilter }

/** Values that the filter alone has and that are not counted yet. */
async function findUnseen(
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
function furthestInside(terms: Term[], widened: Ranking['widened'], { subject }: PaperFilter): AskedTerm[] {
  const isHome = (term: Term) => subject === undefined || isOwnSubject(term, subject)
  return stepsOf(insideTerms(terms, widened, isHome)).at(-1) ?? []
}

/** Where more pages match than are read, each value that none of them has is looked up by itself. */
async function countTexts(
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
    const withoutFacet = { ...filter, [facet]: undefined }
    const ranked = isFiltered
      ? await rankPapers(app, terms, withoutFacet, {
          named: namedBeside(facet, named),
          widened: ranking.widened,
        })
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
  for (const titleQuery of ways) {
    const found = await search.count(
      readDb,
      unseen.map((each) => ({ terms: titleQuery, filter: each.filter })),
      COUNTED_OF_A_VALUE + 1,
    )
    for (const [at, { facet, value }] of unseen.entries()) {
      const papers = found[at] ?? 0
      if (papers > 0) counts[facet].set(value, countedUpTo(papers, titleQuery !== wide))
    }
    unseen = unseen.filter((_, at) => found[at] === 0)
  }
  if (await areInside(app, terms, filter, ranking)) for (const facet of facets) markMore(counts[facet])
}

/** Whether nothing is close to the words as they were typed. */
function areSame(exact: AskedTerm[], wide: AskedTerm[]) {
  const spellings = wide.flatMap(({ ways, beginnings = [] }) => {
    const [way = '', ...rest] = new Set(ways.map((words) => words.join(' ')))
    return rest.length === 0 && beginnings.length === 0 ? way.split(' ') : ['']
  })
  return spellings.join(' ') === exact.flatMap(({ ways }) => ways.flat()).join(' ')
}

/** Whether texts have the words: a list short enough to be shown whole continues with those papers. */
async function areInside(
  { search, readDb }: Search,
  terms: Term[],
  filter: PaperFilter,
  { widened }: Ranking,
) {
  const furthest = furthestInside(terms, widened, filter)
  if (furthest.length === 0) return false
  return (await search.inside(readDb, { terms: furthest, filter, isWhole: true }, 1)).length > 0
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
