import { z } from 'zod'
import { SENTENCE_NAMES, type SentenceName } from '../own-sentences.ts'
import { areDifferent, areDifferentInEach, translationsOf } from '../translations/translations-schema.ts'
import { findBadLink } from './marks.ts'
import { POLICIES, type Policy } from './policies.ts'

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
/** And as the page Why Us has it, with what stands in the margin and how to check it. */
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
