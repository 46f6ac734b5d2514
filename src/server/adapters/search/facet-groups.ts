import type { Facts } from '#domain/paper/facts.ts'
import type { Facet } from '#domain/paper/filters.ts'
import { facetValue } from '#domain/paper/filters.ts'
import type { Question, Tally } from '#domain/search/search-index.ts'
import { kindOf, readKind } from './row-numbers.ts'

/** Hits that are alike in all facets, and how many they are. */
type Groups = { facts: Partial<Facts>; papers: number }[]

/** One scan for all unfiltered facets, one for each filtered facet without its filter. Counts the newest `limit`. */
export async function tallyFacets(
  question: Question,
  facets: readonly Facet[],
  limit: number,
  newestRows: (question: Question) => Promise<number[]>,
): Promise<Map<Facet, Tally>> {
  const tallies = new Map<Facet, Tally>()
  const groupsOf = async (asked: Question) => groupRows(await newestRows(asked))
  let unfiltered: Promise<Groups> | undefined
  for (const facet of facets) {
    const isFiltered = question.filter[facet] !== undefined
    const scan = isFiltered
      ? groupsOf({ ...question, filter: { ...question.filter, [facet]: undefined } })
      : (unfiltered ?? groupsOf(question))
    if (!isFiltered) unfiltered = scan
    tallies.set(facet, sumOf(facet, await scan, limit))
  }
  return tallies
}

function groupRows(rows: number[]): Groups {
  const papers = new Map<number, number>()
  for (const row of rows) {
    const kind = kindOf(row)
    papers.set(kind, (papers.get(kind) ?? 0) + 1)
  }
  return [...papers].map(([kind, count]) => ({ facts: readKind(kind), papers: count }))
}

function sumOf(facet: Facet, groups: Groups, limit: number): Tally {
  const counts = new Map<string, number>()
  let seen = 0
  for (const { facts, papers } of groups) {
    seen += papers
    const value = facetValue(facts, facet)
    if (value) counts.set(value, (counts.get(value) ?? 0) + papers)
  }
  return { counts, isWhole: seen < limit }
}
