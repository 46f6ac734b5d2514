import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from '#domain/paper/filters.ts'
import type { LevelCount } from '#domain/search/levels/count-levels.server.ts'
import type { Part, Understood } from '#domain/search/understanding/understood.ts'
import { addressOf, FOLDED } from '../list-address.ts'

/** What narrows lists of questions beside what papers are filed under. */
export const FURTHER = ['marks', 'from', 'to', 'sort'] as const
export type Further = (typeof FURTHER)[number]
export type FurtherChoice = {
  name: Further
  label: string
  /** The first option, where nothing is chosen. */
  all: string
  options: { value: string; text: string; isNone: boolean }[]
  /** What the words of the search say, as they were typed. */
  said?: { value: string; typed: string }
}

export type ActiveFilters = {
  path: string
  /** Set by the path, and therefore not offered as filters. */
  fixed: readonly Facet[]
  filter: PaperFilter
  q: string
  understood: Understood
  /** Of Mathematics, where the list has both. */
  levels?: LevelCount[]
  /** Of the address. */
  further?: Partial<Record<Further, string>>
  furtherChoices?: FurtherChoice[]
  /** Null when they could not be counted. */
  facets: FacetCounts | null
  years: number[]
}

export const NOTHING_UNDERSTOOD: Understood = { parts: [], terms: [] }

export type Chosen = {
  facet: Facet | 'level' | Exclude<Further, 'sort'>
  value: string
  part?: Part
  without: string
}

/** By facet, in their order; a filter of the address overrides what the words say of the same facet. */
export function chosenOf(list: ActiveFilters): Chosen[] {
  const { level } = list.filter
  const ofLevel: Chosen[] = level
    ? [{ facet: 'level', value: level, without: addressWith(list, { level: '' }) }]
    : []
  const chosen = openFacets(list).flatMap((facet): Chosen[] => {
    const parts = list.understood.parts.filter((part) => part.facet === facet)
    const given = list.filter[facet]
    if (given === undefined)
      return parts.map((part) => {
        const { value } = part
        return { facet, value, part, without: addressWith(list, { q: part.without }) }
      })
    const value = given === true ? 'yes' : String(given)
    const q = parts[0]?.without ?? list.q
    return [{ facet, value, without: addressWith(list, { [facet]: '', q }) }]
  })
  return [...chosen, ...ofLevel, ...chosenFurther(list)]
}

function chosenFurther(list: ActiveFilters): Chosen[] {
  return (list.furtherChoices ?? []).flatMap(({ name, said }): Chosen[] => {
    const given = list.further?.[name]
    const value = given ?? said?.value
    if (name === 'sort' || !value || value === ANY) return []
    if (given !== undefined) return [{ facet: name, value, without: addressWith(list, { [name]: '' }) }]
    const q = list.q
      .replace(said?.typed ?? '', ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return [{ facet: name, value, without: addressWith(list, q === list.q ? { [name]: ANY } : { q }) }]
  })
}

/** In a form and in the address: not narrowed, whatever the words say. */
export const ANY = 'any'

export function openFacets({ fixed }: Pick<ActiveFilters, 'fixed'>): Facet[] {
  return FACETS.filter((facet) => !fixed.includes(facet))
}

/** The address with some parameters changed, from page 1 unless one is given; '' removes a parameter. */
export function addressWith(
  list: Pick<ActiveFilters, 'path' | 'fixed' | 'filter' | 'q' | 'further'>,
  changes: Partial<Record<Facet | Further | 'q' | 'page' | 'sets' | 'level' | 'first', string | number>> = {},
): string {
  return addressOf(list.path, { ...keptOf(list), q: list.q, first: list.filter.first, ...changes })
}

/** As search engines are to know it: what goes first is the visitor's. */
export function canonicalOf(
  list: Pick<ActiveFilters, 'path' | 'fixed' | 'filter' | 'q'>,
  page: number,
): string {
  return addressWith(list, { page, first: '' })
}

/** Without filters and understood parts: only the other words of the search stay. */
export function addressCleared(list: ActiveFilters): string {
  const q = list.understood.terms.map((term) => term.typed).join(' ')
  return addressOf(list.path, { q, sets: list.filter.foldsSets ? FOLDED : '', first: list.filter.first })
}

export function keptOf({ fixed, filter, further }: Pick<ActiveFilters, 'fixed' | 'filter' | 'further'>) {
  const kept: Partial<Record<Facet | Further | 'sets' | 'level', string>> = filter.foldsSets
    ? { sets: FOLDED }
    : {}
  for (const facet of openFacets({ fixed })) {
    const value = filter[facet]
    if (value !== undefined) kept[facet] = value === true ? 'yes' : String(value)
  }
  if (filter.level) kept.level = filter.level
  return { ...kept, ...further }
}

export function chosenLabel({ facet, value }: Chosen, labels: Labels, m: Messages): string {
  if (facet === 'level') return value
  if (facet === 'marks') return m.questions_marks({ count: value })
  if (facet === 'from') return m.questions_from({ year: value })
  return facet === 'to' ? m.questions_to({ year: value }) : labels.facet(facet, value)
}
