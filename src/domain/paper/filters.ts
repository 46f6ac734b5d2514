import { DEFAULT_STATE, type State } from './exams-and-subjects.ts'
import { type Grade, MONTHS, type Month, type PaperType, type Subject } from './paper.ts'
import { LEVELS, MATERIALS, MEDIUMS } from './variant.ts'

/** What some papers say of themselves, and the lists that can be narrowed by it: no facets, since most papers say nothing.
 * The search index answers them. */
export const TRAITS = {
  /** Of CBSE's Mathematics in class 10. */
  level: {
    values: LEVELS,
    /** So many of its values at least are said in a list that offers it. */
    least: 2,
    isOffered: ({ subject, level }: { subject?: Subject; level?: string }) =>
      subject === 'Mathematics' || (level !== undefined && subject === undefined),
  },
  /** Most papers say none, and one alone narrows a list. */
  medium: { values: MEDIUMS, least: 1, isOffered: () => true },
  /** Where there is other study material among question papers. */
  kind: { values: MATERIALS, least: 1, isOffered: () => true },
} as const
export type Trait = keyof typeof TRAITS
export const TRAIT_NAMES = Object.keys(TRAITS) as Trait[]

export function isTrait(name: string): name is Trait {
  return Object.hasOwn(TRAITS, name)
}

type TraitFilter = { [T in Trait]?: (typeof TRAITS)[T]['values'][number] }

/** Of what was asked, the values that there are. */
export function readTraits(asked: (trait: Trait) => string): TraitFilter {
  const known = TRAIT_NAMES.map((trait) => [
    trait,
    TRAITS[trait].values.find((value) => value === asked(trait)),
  ])
  return Object.fromEntries(known)
}

export function hasTrait(filter: PaperFilter): boolean {
  return TRAIT_NAMES.some((trait) => filter[trait] !== undefined)
}

export type PaperFilter = {
  type?: PaperType
  grade?: Grade
  subject?: Subject
  year?: number
  month?: Month
  answered?: true
  /** The state whose board set it. */
  board?: State
  /** The centre's, whose papers mostly name no state. */
  ownState?: State
  /** What a visitor said goes first, as `readPreference` reads it; it narrows nothing. */
  first?: string
  /** Of the sets of one exam only the first that the rest of the filter leaves. */
  foldsSets?: true
} & TraitFilter

/** What goes first in a list, each also holding those before it: other papers follow. */
export type First = readonly Pick<PaperFilter, 'type' | 'grade' | 'board' | 'ownState' | 'medium'>[]

/** Papers of both; null where they contradict each other. */
export function bothOf(filter: PaperFilter, first: First[number]): PaperFilter | null {
  const isOther = FIRST_BY.some(
    (facet) => ![undefined, filter[facet]].includes(first[facet]) && filter[facet] !== undefined,
  )
  return isOther ? null : { ...filter, ...first }
}
const FIRST_BY = ['type', 'grade', 'board', 'medium'] as const

export const FACETS = ['type', 'grade', 'subject', 'year', 'month', 'answered', 'board'] as const
export type Facet = (typeof FACETS)[number]

/** What papers of the filter's state have as their board: of the centre's own mostly ''. */
export function boardsOf({ board, ownState = DEFAULT_STATE }: PaperFilter): string[] {
  if (board === undefined) return []
  return board === ownState ? ['', board] : [board]
}

/** The papers that each value would leave under the other filters, without zeros; exact unless `more`. */
export type FacetCounts = { [F in Facet]: { value: string; papers: number; more?: true }[] }

/** As in the catalogue's tables; `month` counts from 1. */
type Kind = Partial<Record<'type' | 'grade' | 'subject' | 'board', string>> & {
  year?: number
  month?: number
  answered?: boolean
}

export function facetValue(kind: Kind, facet: Facet): string {
  if (facet === 'answered') return kind.answered ? 'yes' : ''
  if (facet === 'month') return MONTHS[(kind.month ?? 0) - 1] ?? ''
  return String(kind[facet] ?? '')
}

export function withValue(filter: PaperFilter, facet: Facet, value: string): PaperFilter {
  const typed = facet === 'answered' ? true : facet === 'year' ? Number(value) : value
  return { ...filter, [facet]: typed }
}

/** On its class's page, or in the search where no class's page fits. */
export function listPath(filter: PaperFilter): string {
  const { type, grade, ownState: _, ...rest } = filter
  const path = type ? `/resources/${type}/${grade ?? 'all'}/` : '/search'
  const asked = Object.entries(type ? rest : { grade, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === true ? 'yes' : String(value)])
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path
}
