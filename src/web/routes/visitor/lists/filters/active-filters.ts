import { FACETS, type Facet, type FacetCounts, type PaperFilter } from '#domain/paper/filters.ts'
import { gradeLabel, typeLabel } from '#domain/paper/labels.ts'
import { ALL_SUBJECTS, type Grade, type PaperType } from '#domain/paper/paper.ts'
import type { LevelCount } from '#domain/search/levels/count-levels.server.ts'
import type { Part, Understood } from '#domain/search/understanding/understood.ts'
import { grouped } from '#web/ui/grouped.ts'
import { addressOf, FOLDED } from '../list-address.ts'

export type ActiveFilters = {
  path: string
  /** Set by the path, and therefore not offered as filters. */
  fixed: readonly Facet[]
  filter: PaperFilter
  q: string
  understood: Understood
  /** Of Mathematics, where the list has both. */
  levels?: LevelCount[]
  /** Null when they could not be counted. */
  facets: FacetCounts | null
  years: number[]
}

export const NOTHING_UNDERSTOOD: Understood = { parts: [], terms: [] }

export type Chosen = { facet: Facet | 'level'; value: string; label: string; part?: Part; without: string }

/** By facet, in their order; a filter of the address overrides what the words say of the same facet. */
export function chosenOf(list: ActiveFilters): Chosen[] {
  const { level } = list.filter
  const ofLevel: Chosen[] = level
    ? [{ facet: 'level', value: level, label: level, without: addressWith(list, { level: '' }) }]
    : []
  const chosen = openFacets(list).flatMap((facet): Chosen[] => {
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
  return [...chosen, ...ofLevel]
}

export function openFacets({ fixed }: Pick<ActiveFilters, 'fixed'>): Facet[] {
  return FACETS.filter((facet) => !fixed.includes(facet))
}

/** The address with some parameters changed, from page 1 unless one is given; '' removes a parameter. */
export function addressWith(
  list: Pick<ActiveFilters, 'path' | 'fixed' | 'filter' | 'q'>,
  changes: Partial<Record<Facet | 'q' | 'page' | 'sets' | 'level', string | number>> = {},
): string {
  return addressOf(list.path, { ...keptOf(list), q: list.q, ...changes })
}

/** Without filters and understood parts: only the other words of the search stay. */
export function addressCleared(list: ActiveFilters): string {
  const q = list.understood.terms.map((term) => term.typed).join(' ')
  return addressOf(list.path, { q, sets: list.filter.foldsSets ? FOLDED : '' })
}

export function keptOf({ fixed, filter }: Pick<ActiveFilters, 'fixed' | 'filter'>) {
  const kept: Partial<Record<Facet | 'sets' | 'level', string>> = filter.foldsSets ? { sets: FOLDED } : {}
  for (const facet of openFacets({ fixed })) {
    const value = filter[facet]
    if (value !== undefined) kept[facet] = value === true ? 'yes' : String(value)
  }
  if (filter.level) kept.level = filter.level
  return kept
}

export function facetLabel(facet: Facet, value: string): string {
  if (facet === 'type') return typeLabel(value as PaperType)
  if (facet === 'grade') return gradeLabel(value as Grade)
  if (facet === 'answered') return 'With answers'
  return facet === 'subject' && value === ALL_SUBJECTS ? 'All in one' : value
}

/** "1 paper", "1,204 papers", "More than 600 papers"; of a folded list "12 exams". */
export function countText(papers: number, more = false, { foldsSets }: PaperFilter = {}): string {
  const what = foldsSets ? 'exam' : 'paper'
  return `${more ? 'More than ' : ''}${grouped(papers)} ${papers === 1 ? what : `${what}s`}`
}
