import type { Facet, PaperFilter } from './filters.ts'
import { MONTHS } from './paper.ts'

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
