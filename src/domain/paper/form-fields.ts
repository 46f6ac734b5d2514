import {
  ALL_SUBJECTS,
  DEGREES,
  degreeOf,
  findDegree,
  type Grade,
  MONTHS,
  type PaperType,
  REFERENCE_LINK_LIMIT,
  SUBJECTS,
  TITLE_LIMIT,
} from './paper.ts'
import {
  type Field,
  recordOf,
  VARIANT_FIELD_NAMES,
  VARIANT_FIELDS,
  type VariantFieldName,
} from './paper-fields.ts'

/** What an administrator fills in of a paper, each field described once. Safe in the browser. */

/** What it is filed under; can be set for many papers at once. */
const FILED_FIELDS = {
  degree: { label: 'Degree', values: DEGREES.map(({ slug }) => slug) },
  subject: { label: 'Subject', values: SUBJECTS },
  month: { label: 'Month', values: MONTHS },
  year: { label: 'Year' },
} satisfies Record<string, Field>
type FiledName = keyof typeof FILED_FIELDS

/** Those that a file may tell. */
export type HintedName = 'title' | FiledName | Exclude<VariantFieldName, 'syllabus'>
export type FieldName = HintedName | 'syllabus' | 'referenceLink'

/** In the order of forms. */
export const PAPER_FIELDS: Record<FieldName, Field> = {
  title: { label: 'Title', limit: TITLE_LIMIT },
  ...FILED_FIELDS,
  ...VARIANT_FIELDS,
  referenceLink: {
    label: 'Reference Link',
    formLabel: 'Reference Link (optional)',
    limit: REFERENCE_LINK_LIMIT,
    placeholder: 'https://',
  },
}

export const FIELD_NAMES = Object.keys(PAPER_FIELDS) as FieldName[]
export const FILED_NAMES = Object.keys(FILED_FIELDS) as FiledName[]
export const HINTED_NAMES: readonly HintedName[] = [
  'title',
  ...FILED_NAMES,
  ...VARIANT_FIELD_NAMES.filter((name) => name !== 'syllabus'),
]
/** Those that many papers can be given at once. */
export const TOGETHER_NAMES: readonly TogetherName[] = [...FILED_NAMES, 'medium', 'kind', 'syllabus']
export type TogetherName = FiledName | 'medium' | 'kind' | 'syllabus'

/** Whether papers of a degree have it. */
export function hasField(degree: string, name: FieldName): boolean {
  const { only } = PAPER_FIELDS[name]
  return only === undefined || only === findDegree(degree)?.type
}

export const ALL_SUBJECTS_NAME = 'All subjects'

/** A field as people write it: a degree by its name. */
export function shownAs(name: FieldName, value: string): string {
  if (name === 'degree') return findDegree(value)?.name ?? value
  return name === 'subject' && value === ALL_SUBJECTS ? ALL_SUBJECTS_NAME : value
}

/** All are texts, as they are typed; '' is missing. */
export type FieldTexts = Record<FieldName, string>
export const EMPTY_FIELDS: FieldTexts = recordOf(FIELD_NAMES, () => '')

/** As they are typed, of a paper or of what the journal says of one. */
export function textsOf<Name extends FieldName = FieldName>(
  paper: { type: string; grade: string } & Record<Exclude<Name, 'degree'>, string | number | null>,
  names: readonly Name[] = FIELD_NAMES as Name[],
): Record<Name, string> {
  const degree = degreeOf(paper.type as PaperType, paper.grade as Grade)?.slug
  const texts: { [name: string]: string | number | null | undefined } = { ...paper, degree }
  return recordOf(names, (name) => String(texts[name] ?? ''))
}
