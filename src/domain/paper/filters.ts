import { DEFAULT_STATE, type State } from './exams-and-subjects.ts'
import type { Grade, Month, PaperType, Subject } from './paper.ts'
import type { Level, Medium } from './variant.ts'

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
  /** Of CBSE's Mathematics in class 10; no facet, since no other papers have one. */
  level?: Level
  /** In which language they ask, where titles or variants say it; no facet. */
  medium?: Medium
  /** What a visitor said goes first, as `readSaid` reads it; it narrows nothing. */
  first?: string
  /** Of the sets of one exam only the first that the rest of the filter leaves. */
  foldsSets?: true
}

/** What goes first in a list, each also holding those before it: other papers follow. */
export type First = readonly Pick<PaperFilter, 'type' | 'grade' | 'board' | 'ownState' | 'medium'>[]

/** Papers of both; null where they contradict each other. */
export function bothOf(filter: PaperFilter, first: First[number]): PaperFilter | null {
  const isOther = FIRST_BY.some(
    (facet) => ![undefined, filter[facet]].includes(first[facet]) && filter[facet] !== undefined,
  )
  return isOther ? null : { ...filter, ...first }
}
const FIRST_BY = ['type', 'grade', 'board'] as const

export const FACETS = ['type', 'grade', 'subject', 'year', 'month', 'answered', 'board'] as const
export type Facet = (typeof FACETS)[number]

/** What papers of the filter's state have as their board: of the centre's own mostly ''. */
export function boardsOf({ board, ownState = DEFAULT_STATE }: PaperFilter): string[] {
  if (board === undefined) return []
  return board === ownState ? ['', board] : [board]
}

/** The papers that each value would leave under the other filters, without zeros; exact unless `more`. */
export type FacetCounts = { [F in Facet]: { value: string; papers: number; more?: true }[] }
