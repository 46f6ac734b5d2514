import { z } from 'zod'
import { hasField } from './form-fields.ts'
import {
  ALL_SUBJECTS,
  DEGREES,
  FIRST_YEAR,
  findDegree,
  MONTHS,
  needsSubject,
  REFERENCE_LINK_LIMIT,
  SUBJECTS,
  TITLE_LIMIT,
} from './paper.ts'
import {
  recordOf,
  VARIANT_FIELD_NAMES,
  VARIANT_FIELDS,
  type VariantFieldName,
  withMedium,
} from './paper-fields.ts'
import { cleanVariant } from './variant.ts'

/** %D8%9C, %E2%80%8E, 8F and AA to AE, %E2%81%A6 to A9: what browsers may show as the signs themselves. */
const WRITTEN_TURNS = /%D8%9C|%E2%80%(?:8[EF]|A[A-E])|%E2%81%A[6-9]/i

/** Goes on after the name of a field. */
export const TURNED = 'signs that turn its letters around (such as %E2%80%AE); leave them out'

/** The upload form's fields, as checked on the page and again on the server. A paper of a class needs a subject, unless it
 * `mayBeOfAll`, as one that came so from another site. Safe in the browser. */
export function paperSubmission(thisYear: number, { mayBeOfAll = false } = {}) {
  const yearRule = `Choose a year from ${FIRST_YEAR} to ${thisYear}.`
  return z
    .object({
      title: z
        .string()
        .transform((title) =>
          title
            .toWellFormed()
            // Bidi overrides would change the direction of the page around the title, too.
            .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
            .normalize('NFC')
            .replace(/[\p{Cc}\s]+/gu, ' ')
            .trim(),
        )
        .refine((title) => isVisible(title), 'Give the paper a title.')
        .refine(
          (title) => [...title].length <= TITLE_LIMIT,
          `The title is longer than ${TITLE_LIMIT} characters; shorten it.`,
        ),
      degree: z.enum(
        DEGREES.map((degree) => degree.slug),
        'Choose a degree from the list.',
      ),
      subject: z.enum([ALL_SUBJECTS, ...SUBJECTS], 'Choose a subject from the list.').default(ALL_SUBJECTS),
      month: z.enum(MONTHS, 'Choose a month.'),
      year: z
        .string(yearRule)
        .regex(/^\d{4}$/, yearRule)
        .transform(Number)
        .refine((year) => year >= FIRST_YEAR && year <= thisYear, yearRule),
      referenceLink: z
        .string()
        .transform(withoutTurning)
        .refine(
          (link) => link.length <= REFERENCE_LINK_LIMIT,
          `The reference link is longer than ${REFERENCE_LINK_LIMIT} characters.`,
        )
        .refine(
          (link) => link === '' || isWebAddress(link),
          'The reference link must be an address that begins with http:// or https://.',
        )
        .refine(
          (link) => !namesUser(link),
          'The reference link must not have a name before its host (…@): it hides where the link leads. Leave that part out.',
        )
        .refine((link) => !isTurned(link), `The reference link has ${TURNED}.`)
        .default(''),
      ...recordOf(VARIANT_FIELD_NAMES, apartRule),
    })
    .superRefine((paper, context) => {
      const degree = findDegree(paper.degree)
      if (degree && needsSubject(degree) && paper.subject === ALL_SUBJECTS && !mayBeOfAll) {
        context.addIssue({
          code: 'custom',
          path: ['subject'],
          message: `Choose a subject: papers of ${degree.name} need one.`,
        })
      }
    })
}

/** Of a class and of all its subjects: such a paper may stay so when its other fields are changed. */
export function isOfAllSubjects({
  degree,
  subject,
}: {
  degree: string | undefined
  subject: string
}): boolean {
  const known = degree === undefined ? undefined : findDegree(degree)
  return known !== undefined && needsSubject(known) && subject === ALL_SUBJECTS
}

function apartRule(name: VariantFieldName): z.ZodDefault<z.ZodType<string, string>> {
  const { label, values, limit = 0 } = VARIANT_FIELDS[name]
  const called = label.toLowerCase()
  if (values) return z.enum(['', ...values], `Choose a ${called} from the list.`).default('')
  return z
    .string()
    .transform(cleanVariant)
    .refine(
      (text) => [...text].length <= limit,
      `The ${called} is longer than ${limit} characters; shorten it.`,
    )
    .default('')
}

export type PaperSubmission = z.infer<ReturnType<typeof paperSubmission>>

/** What the table of papers holds of it. Throws where its degree is none. */
export function columnsOf(submission: PaperSubmission) {
  const { title, subject, year, month, referenceLink, ...apart } = withMedium(submission)
  const degree = findDegree(submission.degree)
  if (!degree) throw new Error(`Unknown degree ${submission.degree}`)
  const { type, grade } = degree
  return {
    ...{ title, type, grade, subject, year, month: MONTHS.indexOf(month) + 1 },
    ...recordOf(VARIANT_FIELD_NAMES, (name) => (hasField(degree.slug, name) ? apart[name] : '')),
    referenceLink: referenceLink || null,
  }
}

/** A web address without a user's name and signs that turn its letters around, or nothing. */
export function isReferenceLink(text: string): boolean {
  const link = withoutTurning(text)
  return link === '' || (isWebAddress(link) && !namesUser(link) && !isTurned(link))
}

/** Without the invisible signs that come along with what is copied, and that turn the direction of what follows. */
export function withoutTurning(address: string): string {
  return address.replace(/\p{Bidi_Control}+/gu, '').trim()
}

/** Whether an address has such signs, as they are or written with %: it would look like one that leads elsewhere. */
export function isTurned(address: string): boolean {
  return /\p{Bidi_Control}/u.test(address) || WRITTEN_TURNS.test(address)
}

/** "@" before the path: what is before it looks like the host and is none. */
function namesUser(link: string): boolean {
  return /^[a-z]+:[\\/]*[^\\/?#]*@/i.test(link)
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== ''
}

/** Spaces, joiners and fillers alone cannot be seen. */
function isVisible(text: string) {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

/** `refused` is a code, `field` the field or file, `sentence` is shown. */
export type Refusal = { refused: string; field: string; sentence: string }
