import { FACETS, type Facet, type FacetCounts, type PaperFilter } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, type Grade, gradeLabel, type PaperType, typeLabel } from '#domain/paper/paper.ts'
import type { Part, Understood } from '#domain/search/understanding/understood.ts'
import { grouped } from '#web/ui/grouped.ts'
import { addressOf } from '../list-address.ts'

/** A list of papers and what narrows it: the filters of its address and the words of its search. */
export type ActiveFilters = {
  path: string
  /** Facets that the path itself holds: they are no choice on this page. */
  fixed: readonly Facet[]
  filter: PaperFilter
  q: string
  understood: Understood
  /** Null when they could not be counted. */
  facets: FacetCounts | null
  years: number[]
}

export const NOTHING_UNDERSTOOD: Understood = { parts: [], terms: [] }

/** One thing that narrows a list, and the list's address without it. */
export type Chosen = { facet: Facet; value: string; label: string; part?: Part; without: string }

/** What narrows a list by facets, in their order. A filter of the address beats what the words say of the same facet. */
export function chosenOf(list: ActiveFilters): Chosen[] {
  return openFacets(list).flatMap((facet) => {
    const parts = list.understood.parts.filter((part) => part.facet === facet)
    const given = list.filter[facet]
    if (given === undefined)
      return parts.map((part) => {
        const { value, label } = part
        return { facet, value, label, part, without: addressWith(list, { q: part.without }) }
      })
    const value = given === true ? 'yes' : String(given)
    const q = parts[0]?.without ?? list.q
    return [{ facet, value, label: facetLabel(facet, value), without: addressWith(list, { [facet]: '', q }) }]
  })
}

/** The facets that can be chosen on a list's page. */
export function openFacets({ fixed }: Pick<ActiveFilters, 'fixed'>): Facet[] {
  return FACETS.filter((facet) => !fixed.includes(facet))
}

/** The list's address with some parameters changed, from its first page unless one is given; '' takes one out. */
export function addressWith(
  list: Pick<ActiveFilters, 'path' | 'fixed' | 'filter' | 'q'>,
  changes: Partial<Record<Facet | 'q' | 'page', string | number>> = {},
): string {
  return addressOf(list.path, { ...keptOf(list), q: list.q, ...changes })
}

/** The list's address without its filters and what was understood: only its other words are left. */
export function addressCleared(list: ActiveFilters): string {
  return addressOf(list.path, { q: list.understood.terms.map((term) => term.typed).join(' ') })
}

/** The filters that a list's address holds as parameters. */
export function keptOf({ fixed, filter }: Pick<ActiveFilters, 'fixed' | 'filter'>) {
  const kept: Partial<Record<Facet, string>> = {}
  for (const facet of openFacets({ fixed })) {
    const value = filter[facet]
    if (value !== undefined) kept[facet] = value === true ? 'yes' : String(value)
  }
  return kept
}

/** A facet's value as people say it: "Class 12", "With answers". */
export function facetLabel(facet: Facet, value: string): string {
  if (facet === 'type') return typeLabel(value as PaperType)
  if (facet === 'grade') return gradeLabel(value as Grade)
  if (facet === 'answered') return 'With answers'
  return facet === 'subject' && value === ALL_SUBJECTS ? 'All in one' : value
}

/** A number of papers, of which there may be more: "1 paper", "1,204 papers", "More than 600 papers". */
export function countText(papers: number, more = false): string {
  return `${more ? 'More than ' : ''}${grouped(papers)} ${papers === 1 ? 'paper' : 'papers'}`
}
