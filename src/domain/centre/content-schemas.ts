import { z } from 'zod'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { DEGREES } from '#domain/paper/paper.ts'
import { SENTENCE_NAMES, type SentenceName } from './own-sentences.ts'
import { findBadLink } from './texts/marks.ts'
import { POLICIES, type Policy } from './texts/policies.ts'
import { translated } from './translations/translated.ts'
import { TRANSLATION_LANGUAGES, type TranslationLanguage } from './translations/translated-fields.ts'

/** What each list of texts of the pages may have. Safe in the browser; imports nothing, so that pages stay light. */

/** The design's four documents of the exam hall; each card of the offer is one of them. */
const OFFER_KINDS = ['booklet', 'answer-book', 'bubble-sheet', 'hall-ticket'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** The design's four sheets and their drawings; each reason is one of them. */
const REASON_KINDS = ['expertise', 'quality', 'convenience', 'success'] as const
export type ReasonKind = (typeof REASON_KINDS)[number]

export type OfferCard = { kind: OfferKind; title: string; text: string }
/** A reason as Home has it. */
export type Panel = { kind: ReasonKind; name: string; short: string; points: string[] }
/** And as the page Why Us has it, with what is in the margin and how to check it. */
export type ReasonText = { kind: ReasonKind; name: string; margin: string; text: string; check: string }
export type Reason = Panel & ReasonText
export type Question = { question: string; answer: string }

export const LIST_BOUNDS = {
  offer: { least: 2, most: OFFER_KINDS.length },
  reasons: { least: 2, most: REASON_KINDS.length },
  points: { least: 1, most: 4 },
  questions: { least: 3, most: 15 },
  policy: { least: 1, most: 15 },
}

const words = z.string().trim().min(1, 'must not be empty')
/** Bold, links and, where there is room, lists; see marks.ts. */
export const marked = words.superRefine((text, context) => {
  const address = findBadLink(text)
  if (address === null) return
  context.addIssue({
    code: 'custom',
    message: `has a link to “${address.slice(0, 60)}”; a link leads to https://, mailto:, tel: or a page of this site such as /practice`,
  })
})

const card = z.strictObject({
  kind: z.enum(OFFER_KINDS, `must be one of ${OFFER_KINDS.join(', ')}`),
  title: words,
  text: marked,
  translations: translationsOf({ title: words, text: marked }),
})

const reasonTexts = {
  name: words,
  short: marked,
  points: bounded(z.array(words), 'points', 'point'),
  margin: words,
  text: marked,
  check: marked,
}
const reason = z.strictObject({
  kind: z.enum(REASON_KINDS, `must be one of ${REASON_KINDS.join(', ')}`),
  ...reasonTexts,
  translations: translationsOf(reasonTexts),
})

const questionTexts = { question: words, answer: marked }
const question = z.strictObject({ ...questionTexts, translations: translationsOf(questionTexts) })

const policyTexts = { heading: words, text: marked }
const policyPart = z.strictObject({ ...policyTexts, translations: translationsOf(policyTexts) })
const policy = bounded(z.array(policyPart), 'policy', 'part')
  .refine((parts) => areDifferentInEach(parts, ({ heading }) => heading), 'has a heading twice')
  .optional()

const sentence = words.optional()
const sentences = Object.fromEntries(SENTENCE_NAMES.map((name) => [name, sentence])) as Record<
  SentenceName,
  typeof sentence
>

/** Each optional: without it, a page has the texts that came with it. */
export const textFields = {
  offer: bounded(z.array(card), 'offer', 'card')
    .refine((cards) => areDifferent(cards.map(({ kind }) => kind)), 'has a card twice')
    .optional(),
  reasons: bounded(z.array(reason), 'reasons', 'reason')
    .refine((reasons) => areDifferent(reasons.map(({ kind }) => kind)), 'has a reason twice')
    .optional(),
  questions: bounded(z.array(question), 'questions', 'question')
    .refine((all) => areDifferentInEach(all, ({ question }) => question), 'asks a question twice')
    .optional(),
  ...(Object.fromEntries(POLICIES.map((name) => [name, policy])) as Record<Policy, typeof policy>),
  sentences: z.strictObject({ ...sentences, translations: translationsOf(sentences) }).optional(),
}

function bounded<Part extends z.ZodType>(
  list: z.ZodArray<Part>,
  name: keyof typeof LIST_BOUNDS,
  one: string,
) {
  const { least, most } = LIST_BOUNDS[name]
  const needs = least === 1 ? `needs at least one ${one}` : `needs at least ${least} ${one}s`
  return list.min(least, needs).max(most, `has more than ${most} ${one}s`)
}

export const NOTICE_LIMITS = { text: 120, examName: 80, announcements: 20, exams: 60 }

/** Of letters as people count them, like the texts of the document. */
function line(most: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((value) => [...value].length <= most, `has more than ${most} letters`)
}
const day = z.iso.date('must be a day such as 2027-03-01')
const lasts = { from: day, until: day }
const inOrder = ({ from, until }: { from: string; until: string }) => from <= until
const ORDER = { path: ['until'], message: 'must not be before the first day' }

/** A line on top of the site, shown from the beginning of one day of India to the end of another. */
const announcement = z
  .strictObject({
    text: line(NOTICE_LIMITS.text),
    translations: translationsOf({ text: line(NOTICE_LIMITS.text) }),
    /** Empty where it leads nowhere. */
    link: z.union(
      [z.literal(''), z.string().regex(/^\/(?![/\\])\S*$/), z.url({ protocol: /^https$/ })],
      'must be a page of this site such as /practice, an address that begins with https://, or empty',
    ),
    ...lasts,
  })
  .refine(inOrder, ORDER)

/** `classes` are slugs of degrees, such as `10th-cbse` and `jee`. */
const exam = z
  .strictObject({
    name: line(NOTICE_LIMITS.examName),
    translations: translationsOf({ name: line(NOTICE_LIMITS.examName) }),
    classes: z
      .array(z.enum(DEGREES.map(({ slug }) => slug) as [string, ...string[]], 'must be a class or an exam'))
      .min(1, 'need at least one'),
    ...lasts,
  })
  .refine(inOrder, ORDER)

/** Optional: documents that were published before they were there have none. */
export const noticeFields = {
  announcements: z
    .array(announcement)
    .max(NOTICE_LIMITS.announcements, `has more than ${NOTICE_LIMITS.announcements} announcements`)
    .optional(),
  exams: z.array(exam).max(NOTICE_LIMITS.exams, `has more than ${NOTICE_LIMITS.exams} exams`).optional(),
}

export type Announcement = z.infer<typeof announcement>
export type ExamDates = z.infer<typeof exam>

/** Texts in other languages besides the first ones, each by the rules of its field; what is left out falls back to the first. */
export function translationsOf<Texts extends z.ZodRawShape>(texts: Texts) {
  const some = z.strictObject(texts).partial().optional()
  return z
    .strictObject(
      Object.fromEntries(TRANSLATION_LANGUAGES.map((code) => [code, some])) as Record<
        TranslationLanguage,
        typeof some
      >,
    )
    .optional()
}

/** Whether no two parts say the same on the pages of any language. */
export function areDifferentInEach<Part>(parts: Part[], wordsOf: (part: Part) => string): boolean {
  return LANGUAGE_CODES.every((language) =>
    areDifferent(parts.map((part) => wordsOf(translated(part, language)))),
  )
}

export function areDifferent(values: string[]): boolean {
  return new Set(values).size === values.length
}

export const ALT_LIMIT = 200
/** Of a crop, in per cent: beyond these nothing of the picture is left. */
const [FAR, LARGEST] = [1000, 1000]

const digest = z.string().regex(/^[0-9a-f]{32}$/, 'must be the name of a picture of this site')
const place = z.number().min(-FAR).max(FAR)
const share = z.number().min(0.1).max(LARGEST)

export const cropSchema = z.strictObject(
  { x: place, y: place, width: share, height: share },
  'must be a part of the picture in per cent',
)

export const sitePictureSchema = z.strictObject({
  picture: digest,
  width: z.int().min(1).max(4096),
  height: z.int().min(1).max(4096),
  from: z.strictObject({ source: digest, crop: cropSchema }).optional(),
})

const alt = z
  .string()
  .trim()
  .min(1, 'needs a few words for those who cannot see it')
  .refine((value) => [...value].length <= ALT_LIMIT, `has more than ${ALT_LIMIT} letters`)

export const describedPictureSchema = sitePictureSchema.extend({
  alt,
  translations: translationsOf({ alt }),
})
