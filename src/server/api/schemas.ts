import { z } from '@hono/zod-openapi'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { LAST_PAGE } from '#domain/lists/paper-lists.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { TRAITS, type Trait } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, FIRST_YEAR, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/paper/paper.ts'
import { recordOf, VARIANT_FIELD_NAMES, type VariantFieldName } from '#domain/paper/paper-fields.ts'
import { PLAN_IDS, PRICE_LIMIT_RUPEES } from '#domain/pricing/plan.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import { problemSchema } from '#server/serving/problem.ts'

const showAtRule =
  'must be a time such as 2026-12-01T09:00:00+05:30, at most two years ahead, or null until it is shown by hand'
const TWO_YEARS_MS = 2 * 366 * 86_400_000

/** When a hidden paper comes back by itself. */
export const showAtSchema = z.iso
  .datetime({ offset: true, error: showAtRule })
  .transform((time) => new Date(time))
  .refine((time) => time.getTime() < Date.now() + TWO_YEARS_MS, showAtRule)
  .nullable()
  .default(null)

const typeSchema = z.enum(PAPER_TYPES, `must be one of ${PAPER_TYPES.join(', ')}`)
const gradeSchema = z.enum(GRADES, `must be one of ${GRADES.join(', ')}`)
const subjectSchema = z.enum(
  [ALL_SUBJECTS, ...SUBJECTS],
  `must be one of ${[ALL_SUBJECTS, ...SUBJECTS].join(', ')}`,
)
const yearRule = `must be a year from ${FIRST_YEAR} on`
const searchRule = `must be one text of at most ${SEARCH_TEXT_LIMIT} characters`
const pageRule = `must be a whole number from 1 to ${LAST_PAGE}`

const VARIANT_FIELDS_DESCRIBED: Record<VariantFieldName, { description: string; example: string }> = {
  variant: {
    description: 'What tells it apart from others of its exam; empty where nothing does',
    example: 'Standard, Set 3',
  },
  medium: { description: 'The language that it asks in; empty where nothing says it', example: 'Tamil' },
  kind: {
    description: 'What study material is; empty for a question paper',
    example: 'Formula sheet',
  },
  board: {
    description: "The state whose board it is of; empty for the centre's own and for papers of no state",
    example: 'Bihar',
  },
  syllabus: {
    description: 'Whether it still fits its syllabus, where the centre says it; empty goes by its date',
    example: 'Still fits',
  },
}

export const paperSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    link: z.string().openapi({
      description: 'Address of the PDF, on this site',
      example: '/files/12th-cbse/maths_20260301T093000000Z-abcd2345.pdf',
    }),
    thumbnail: z.string().nullable(),
    referenceLink: z.string().nullable().openapi({ description: 'Address of the answers' }),
    type: typeSchema,
    grade: gradeSchema,
    subject: subjectSchema,
    month: z.enum(MONTHS),
    year: z.number().int(),
    views: z.number().int(),
    pages: z.number().int(),
    size: z.number().int().openapi({ description: 'Bytes of the PDF' }),
    sample: z.boolean(),
    ...recordOf(VARIANT_FIELD_NAMES, (name) => z.string().openapi(VARIANT_FIELDS_DESCRIBED[name])),
  })
  .openapi('Paper')

export const paperPageSchema = z
  .object({
    papers: z.array(paperSchema),
    page: z.number().int(),
    pages: z.number().int(),
    total: z.number().int(),
    more: z.boolean().openapi({ description: 'Whether more papers match than were counted' }),
  })
  .openapi('PaperPage')

const pageNumber = z
  .string(pageRule)
  .regex(/^\d{1,6}$/, pageRule)
  .transform(Number)
  .refine((page) => page >= 1 && page <= LAST_PAGE, pageRule)

export const searchText = z
  .string(searchRule)
  .refine((text) => [...text].length <= SEARCH_TEXT_LIMIT, searchRule)

const TRAIT_QUERY = {
  medium: z.enum(TRAITS.medium.values, `must be one of ${TRAITS.medium.values.join(', ')}`).optional(),
  kind: z.enum(TRAITS.kind.values, `must be one of ${TRAITS.kind.values.join(', ')}`).optional(),
  level: z.enum(TRAITS.level.values, `must be one of ${TRAITS.level.values.join(', ')}`).optional(),
} satisfies Record<Trait, z.ZodType>

export const paperQuerySchema = z.strictObject({
  type: typeSchema.optional(),
  grade: gradeSchema.optional(),
  subject: subjectSchema.optional(),
  year: z
    .string(yearRule)
    .regex(/^\d{4}$/, yearRule)
    .transform(Number)
    .refine((year) => year >= FIRST_YEAR, yearRule)
    .optional(),
  month: z.enum(MONTHS, `must be one of ${MONTHS.join(', ')}`).optional(),
  answered: z
    .literal('yes', 'must be yes, or left out')
    .transform(() => true as const)
    .optional(),
  board: z
    .enum(STATES, 'must be the name of a state')
    .optional()
    .openapi({ description: 'The state whose board set it' }),
  ...TRAIT_QUERY,
  q: searchText.optional(),
  page: pageNumber.optional(),
})

/** Refuses every parameter by its name. */
export const noQuery = z.strictObject({})

export const paperId = z
  .string('is not the id of a paper')
  .regex(/^[a-z0-9-]{1,40}$/, 'is not the id of a paper')

const idsRule = `must be 1 to ${PICK_LIMIT} ids of papers, with commas between them`
/** As an address has them. */
export const paperIds = z
  .string(idsRule)
  .transform((text) => text.split(','))
  .pipe(z.array(paperId, idsRule).min(1, idsRule).max(PICK_LIMIT, idsRule))

export const idSchema = z.object({ id: paperId })

const priceRule = `must be a whole number of rupees from 0 to ${PRICE_LIMIT_RUPEES}, or null for no price`
const rupees = z
  .number(priceRule)
  .int(priceRule)
  .min(0, priceRule)
  .max(PRICE_LIMIT_RUPEES, priceRule)
  .nullable()

export const pricesSchema = z.strictObject(
  Object.fromEntries(PLAN_IDS.map((id) => [id, rupees])) as Record<(typeof PLAN_IDS)[number], typeof rupees>,
  'must be an object of prices',
)
export const somePricesSchema = pricesSchema.partial()

export function answers<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

export function refuses(description: string) {
  return { description, content: { 'application/problem+json': { schema: problemSchema } } }
}

export function describeInvalid(error: z.core.$ZodError): { detail: string; field?: string } {
  const issue = error.issues[0]
  return issue ? describeIssue(issue) : { detail: 'The request could not be understood.' }
}

export function describeFields(error: z.core.$ZodError): Record<string, string> {
  const described = error.issues.map(describeIssue)
  return Object.fromEntries(described.flatMap(({ field, detail }) => (field ? [[field, detail]] : [])))
}

function describeIssue(issue: z.core.$ZodIssue): { detail: string; field?: string } {
  if (issue.code === 'unrecognized_keys') {
    const name = issue.keys[0]
    return { detail: `There is no field called "${name}" here; leave it out.`, field: name }
  }
  const field = issue.path.join('.')
  if (!field) return { detail: `The request's body ${issue.message}.` }
  return { detail: `The field "${field}" ${issue.message}.`, field }
}
