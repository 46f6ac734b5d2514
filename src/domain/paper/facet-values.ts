import type { Facet, PaperFilter } from './filters.ts'
import { MONTHS } from './paper.ts'

/** What a paper or a group of papers is in the catalogue's own tables; `month` counts from 1. */
type Kind = Partial<Record<'type' | 'grade' | 'subject', string>> & {
  year?: number
  month?: number
  answered?: boolean
}

/** A paper's value of a facet, as addresses write it; empty where it has none. */
export function facetValue(kind: Kind, facet: Facet): string {
  if (facet === 'answered') return kind.answered ? 'yes' : ''
  if (facet === 'month') return MONTHS[(kind.month ?? 0) - 1] ?? ''
  return String(kind[facet] ?? '')
}

/** A filter that holds this value of a facet, given as addresses write it. */
export function withValue(filter: PaperFilter, facet: Facet, value: string): PaperFilter {
  const held = facet === 'answered' ? true : facet === 'year' ? Number(value) : value
  return { ...filter, [facet]: held }
}
