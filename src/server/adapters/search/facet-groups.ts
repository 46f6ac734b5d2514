import { facetValue } from '#domain/paper/facet-values.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { Facet } from '#domain/paper/filters.ts'
import type { Question, Tally } from '#domain/search/search-index.ts'

/** Hits that are alike in all facets, and how many they are. */
export type Groups = { facts: Partial<Facts>; papers: number }[]

/** One scan for all unfiltered facets, one for each filtered facet without its filter. Counts the newest `limit`. */
export async function addUp(
  question: Question,
  facets: readonly Facet[],
  limit: number,
  groupsOf: (question: Question) => Promise<Groups | null>,
): Promise<Map<Facet, Tally>> {
  const tallies = new Map<Facet, Tally>()
  let unfiltered: Promise<Groups | null> | undefined
  for (const facet of facets) {
    const isFiltered = question.filter[facet] !== undefined
    const scan = isFiltered
      ? groupsOf({ ...question, filter: { ...question.filter, [facet]: undefined } })
      : (unfiltered ?? groupsOf(question))
    if (!isFiltered) unfiltered = scan
    const groups = await scan
    if (groups) tallies.set(facet, sumOf(facet, groups, limit))
  }
  return tallies
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
