import { redirect } from 'react-router'
import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import {
  FACETS,
  type Facet,
  type FacetCounts,
  type PaperFilter,
  TRAIT_NAMES,
  type Trait,
} from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/paper/paper.ts'
import { recordOf } from '#domain/paper/paper-fields.ts'
import type { Medium } from '#domain/paper/variant.ts'
import type { TraitCounts } from '#domain/search/count-traits.server.ts'
import type { Part, Understood } from '#domain/search/understanding/query.ts'
import { addressOf, FOLDED, type ListAddress } from './list-address.ts'

type ChosenFrom = Exclude<Facet, 'answered'>
/** `value` is what the form sends, `of` the facet's own. Without counts, `isNone` is false. */
type Option = { value: string; of: string; text: string; isNone: boolean }
export type Choice = { name: ChosenFrom; label: string; options: Option[]; isSaid: boolean }

/** In a form: whatever the words of the search say. */
export const AS_SAID = ''

const NAMES: Record<ChosenFrom, (m: Messages) => string> = {
  type: (m) => m.filters_exam(),
  grade: (m) => m.filters_class(),
  subject: (m) => m.filters_subject(),
  year: (m) => m.filters_year(),
  month: (m) => m.filters_month(),
  board: (m) => m.filters_state(),
}

/** As people narrow: what they study first, then when it was asked. */
const ORDER: readonly ChosenFrom[] = ['grade', 'subject', 'type', 'board', 'year', 'month']

/** Options that would leave no papers come last and are disabled. */
export function choicesOf(list: ActiveFilters, m: Messages, labels: Labels): Choice[] {
  const open = openFacets(list)
  return ORDER.filter((facet) => open.includes(facet)).flatMap((name) => {
    const said = saidOf(list, name)
    const chosen = String(list.filter[name] ?? said ?? '')
    // A list of one state's papers has none to choose.
    if (name === 'board' && chosen === '' && (list.facets?.board.length ?? 0) < 2) return []
    const options = valuesOf(list, name, chosen).map((of) => {
      const { papers, text } = countOf(list, name, of, labels)
      return {
        value: of === said ? AS_SAID : of,
        of,
        text: `${labels.facet(name, of)}${text}`,
        isNone: papers === 0 && of !== chosen,
      }
    })
    const inOrder = [...options.filter(({ isNone }) => !isNone), ...options.filter(({ isNone }) => isNone)]
    return [{ name, label: NAMES[name](m), options: inOrder, isSaid: said !== undefined }]
  })
}

/** What the words of the search say of a facet, unless its filter overrides them. */
export function saidOf(
  { filter, understood }: Pick<ActiveFilters, 'filter' | 'understood'>,
  facet: Facet,
): string | undefined {
  if (filter[facet] !== undefined) return undefined
  return understood.parts.find((part) => part.facet === facet)?.value
}

/** `papers` is undefined when the counts are unknown. */
export function countOf({ facets }: ActiveFilters, facet: Facet, value: string, labels: Labels) {
  if (!facets) return { papers: undefined, text: '' }
  const count = facets[facet].find((one) => one.value === value)
  // Where only some were counted, and none of this value was among them.
  if (count?.papers === 0 && count.more) return { papers: undefined, text: '' }
  const papers = count?.papers ?? 0
  return { papers, text: ` (${labels.number(papers)}${count?.more ? '+' : ''})` }
}

/** All values of a facet, and the chosen one even when unknown. */
export function valuesOf({ facets, years }: ActiveFilters, facet: ChosenFrom, chosen: string): string[] {
  const values: Record<ChosenFrom, readonly string[]> = {
    type: PAPER_TYPES,
    grade: GRADES,
    subject: SUBJECTS,
    year: years.map(String),
    month: MONTHS,
    board: STATES.filter((state) => facets?.board.some(({ value }) => value === state)),
  }
  const known = values[facet]
  const isMixed = (value: string) => value === ALL_SUBJECTS
  const mixed = facets?.[facet].some(({ value }) => isMixed(value)) ? [ALL_SUBJECTS] : []
  const all = [...known, ...mixed]
  return chosen === '' || all.includes(chosen) ? all : [...all, chosen]
}

/** What narrows lists of questions besides what papers are filed under. */
export const FURTHER = ['chapter', 'marks', 'from', 'to', 'sort'] as const
export type Further = (typeof FURTHER)[number]
export type FurtherChoice = {
  name: Further
  label: string
  /** The first option, where nothing is chosen. */
  all: string
  options: { value: string; text: string; isNone: boolean; name?: string }[]
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
  /** Those that it can be narrowed by. */
  traits?: TraitCounts
  /** Of the address. */
  further?: Partial<Record<Further, string>>
  furtherChoices?: FurtherChoice[]
  /** Null when they could not be counted. */
  facets: FacetCounts | null
  years: number[]
}

export const NOTHING_UNDERSTOOD: Understood = { parts: [], terms: [] }

export type Chosen = {
  facet: Facet | Trait | Exclude<Further, 'sort'>
  value: string
  /** Where its value does not say it. */
  name?: string
  part?: Part
  without: string
}

/** By facet, in their order; a filter of the address overrides what the words say of the same facet. */
export function chosenOf(list: ActiveFilters): Chosen[] {
  const ofTraits = TRAIT_NAMES.flatMap((facet): Chosen[] => {
    const value = list.filter[facet]
    return value ? [{ facet, value, without: addressWith(list, { [facet]: '' }) }] : []
  })
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
  return [...chosen, ...ofTraits, ...chosenFurther(list)]
}

function chosenFurther(list: ActiveFilters): Chosen[] {
  return (list.furtherChoices ?? []).flatMap(({ name, said, options }): Chosen[] => {
    const given = list.further?.[name]
    const value = given ?? said?.value
    if (name === 'sort' || !value || value === ANY) return []
    if (given !== undefined) {
      const named = options.find((option) => option.value === value)?.name
      return [{ facet: name, value, name: named, without: addressWith(list, { [name]: '' }) }]
    }
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
  changes: Partial<Record<Facet | Trait | Further | 'q' | 'page' | 'sets' | 'first', string | number>> = {},
): string {
  return addressOf(list.path, { ...carriedFilters(list), q: list.q, first: list.filter.first, ...changes })
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

export function carriedFilters({
  fixed,
  filter,
  further,
}: Pick<ActiveFilters, 'fixed' | 'filter' | 'further'>) {
  const carried: Partial<Record<Facet | Trait | Further | 'sets', string>> = filter.foldsSets
    ? { sets: FOLDED }
    : {}
  for (const facet of openFacets({ fixed })) {
    const value = filter[facet]
    if (value !== undefined) carried[facet] = value === true ? 'yes' : String(value)
  }
  for (const trait of TRAIT_NAMES) if (filter[trait]) carried[trait] = filter[trait]
  return { ...carried, ...further }
}

export const TRAIT_LABELS: Record<Trait, (m: Messages) => string> = {
  level: (m) => m.filters_level(),
  medium: (m) => m.my_class_medium(),
  kind: (m) => m.filters_kind(),
}

/** "Tamil", in the words of the page; a level is written as papers write it. */
export function traitValue(trait: Trait, value: string, labels: Labels): string {
  if (trait === 'kind') return labels.variant(value)
  return trait === 'medium' ? labels.subject(value as Medium) : value
}

export function chosenLabel({ facet, value, name }: Chosen, labels: Labels, m: Messages): string {
  if (facet === 'chapter') return name ?? value
  if (facet === 'medium') return m.my_class_medium_of({ language: traitValue(facet, value, labels) })
  if (facet === 'level') return value
  if (facet === 'kind') return labels.variant(value)
  if (facet === 'marks') return m.questions_marks({ count: value })
  if (facet === 'from') return m.questions_from({ year: value })
  return facet === 'to' ? m.questions_to({ year: value }) : labels.facet(facet, value)
}

/** For forms without JavaScript: throws a redirect to the list without the words of a facet that was set to "any". */
export function redirectLifted(
  { lifted }: Pick<ListAddress, 'lifted'>,
  list: Omit<ActiveFilters, 'facets' | 'years'>,
) {
  const part = list.understood.parts.find(({ facet }) => lifted.includes(facet))
  if (!part) return
  const liftedParams = Object.fromEntries(lifted.map((facet) => [facet, 'any']))
  const isLast = list.understood.parts.filter(({ facet }) => lifted.includes(facet)).length === 1
  throw redirect(addressWith(list, { ...(isLast ? {} : liftedParams), q: part.without }))
}

/** For forms without JavaScript, in which another subject or class was chosen: throws a redirect to the list without a
 * trait that none of its papers has. */
export function redirectTraits(
  list: Omit<ActiveFilters, 'facets' | 'years'> & { traits: TraitCounts; isBeingMade: boolean },
) {
  const { filter, traits, q, isBeingMade } = list
  if (isBeingMade) return
  const none = TRAIT_NAMES.filter(
    (trait) =>
      filter[trait] && (!traits[trait] || (q === '' && traits[trait].every(({ papers }) => papers === 0))),
  )
  if (none.length > 0)
    throw redirect(
      addressWith(
        list,
        recordOf(none, () => ''),
      ),
    )
}
