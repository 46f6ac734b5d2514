import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { GRADES, MONTHS, PAPER_TYPES, PREVIOUS_YEARS, SUBJECTS } from '#domain/paper/paper.ts'
import type { Meant } from './vocabulary.ts'

/** Every value that a word of a search may mean. */
export const NAMES: Meant[] = [
  ...SUBJECTS.map((value) => ({ facet: 'subject' as const, value })),
  ...PAPER_TYPES.map((value) => ({ facet: 'type' as const, value })),
  ...GRADES.filter((value) => value !== PREVIOUS_YEARS).map((value) => ({ facet: 'grade' as const, value })),
  ...MONTHS.map((value) => ({ facet: 'month' as const, value })),
  { facet: 'answered', value: 'yes' },
]

export function labelOf({ facet, value }: Meant): string {
  if (facet === 'type') return typeLabel(value as (typeof PAPER_TYPES)[number])
  if (facet === 'grade') return gradeLabel(value as (typeof GRADES)[number])
  if (facet === 'board') return `${value} Board`
  return facet === 'answered' ? 'With answers' : value
}
