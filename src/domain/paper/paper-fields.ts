import { STATES } from './exams-and-subjects.ts'
import { FITS, MATERIALS, MEDIUMS, type Medium, OLD } from './variant.ts'

/** The fields of a paper beyond what it is filed under. Safe in the browser. */

export type Field = {
  label: string
  /** Where a form of one paper says more. */
  formLabel?: string
  /** One of these; a year has too many. */
  values?: readonly string[]
  /** Of a text, in code points. */
  limit?: number
  hint?: string
  placeholder?: string
  /** Papers of other exams have none. */
  only?: 'state'
}
/** `say`: as cards, the index and the search for duplicates say it. */
type VariantField = Field & { say: (value: string) => string }

/** What a paper says of itself beyond what it is filed under; '' where nothing is said. Another field is a line here and
 * a column: forms, API, archive, journal, duplicates and search follow. */
const FIELDS = {
  variant: {
    label: 'Variant',
    formLabel: 'Variant (optional)',
    say: (variant: string) => variant,
    limit: 100,
    hint: 'What tells it apart from others of its exam: Standard, Set 3',
    placeholder: 'Standard, Set 3',
  },
  /** In which language it asks. */
  medium: { label: 'Medium', say: (language: string) => `${language} Medium`, values: MEDIUMS },
  /** '' for a question paper; other material has no questions, and is not sat. */
  kind: { label: 'Kind', say: (kind: string) => kind, values: MATERIALS },
  /** The state whose board it is of; '' for the centre's own, and for papers of no state. */
  board: { label: 'Board', say: (state: string) => `${state} Board`, values: STATES, only: 'state' },
  /** No part of its name. */
  syllabus: { label: 'Syllabus', say: () => '', values: [FITS, OLD] },
} satisfies Record<string, VariantField>

export type VariantFieldName = keyof typeof FIELDS
export type VariantFields = Record<VariantFieldName, string>
export const VARIANT_FIELDS: Record<VariantFieldName, VariantField> = FIELDS
export const VARIANT_FIELD_NAMES = Object.keys(FIELDS) as VariantFieldName[]

/** These fields alone, of a paper that may lack some. */
export function variantFieldsOf(paper: Partial<VariantFields>): VariantFields {
  return recordOf(VARIANT_FIELD_NAMES, (name) => paper[name] ?? '')
}

/** ["Standard, Set 3", "Tamil Medium", "Bihar Board"]. */
export function describeVariantFields(paper: Partial<VariantFields>): string[] {
  const said = VARIANT_FIELD_NAMES.map((name) => (paper[name] ? VARIANT_FIELDS[name].say(paper[name]) : ''))
  return said.filter((part) => part !== '')
}

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
}

/** In which language it asks, as its variant says, or its title: "Half-yearly (Tamil Medium)". */
function mediumOf({ title, variant = '' }: { title: string; variant?: string }): Medium | null {
  const said = `${variant}, ${title}`.toLowerCase()
  return MEDIUMS.find((medium) => said.includes(`${medium.toLowerCase()} medium`)) ?? null
}

/** With its medium in the field of its own, and not in its variant, of what was typed or stored before there was one. */
export function withMedium<Told extends Pick<VariantFields, 'variant' | 'medium'> & { title: string }>(
  paper: Told,
): Told {
  const medium = paper.medium || (mediumOf(paper) ?? '')
  const said = VARIANT_FIELDS.medium.say(medium).toLowerCase()
  const others = paper.variant.split(', ').filter((part) => part.toLowerCase() !== said)
  return medium ? { ...paper, medium, variant: others.join(', ') } : paper
}
