/** What each list of texts of the pages may have. Safe in the browser; imports nothing, so that pages stay light. */

/** The design's four documents of the exam hall; each card of the offer is one of them. */
export const OFFER_KINDS = ['booklet', 'answer-book', 'bubble-sheet', 'hall-ticket'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** The design's four sheets and their drawings; each reason is one of them. */
export const REASON_KINDS = ['expertise', 'quality', 'convenience', 'success'] as const
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
}
