import { SENTENCE_PAGES } from '../sentences/own-sentences.ts'
import type { OfferKind, ReasonKind } from './page-texts.ts'
import { REASON_NAMES } from './reason-names.ts'

/** As the desk writes them. */
export const TEXT_NAMES: Record<string, string> = {
  offer: 'Card',
  'offer.title': 'Heading',
  'offer.text': 'Text',
  reasons: 'Reason',
  'reasons.name': 'Heading',
  'reasons.short': 'Text on Home',
  'reasons.points': 'Points on Home',
  'reasons.margin': 'In the margin of Why Us',
  'reasons.text': 'Text on Why Us',
  'reasons.check': 'How to check it',
  questions: 'Question',
  'questions.question': 'Question',
  'questions.answer': 'Answer',
  ...Object.fromEntries(
    SENTENCE_PAGES.flatMap(({ page, sentences }) =>
      Object.entries(sentences).map(([name, label]) => [`sentences.${name}`, `${page}: ${label}`]),
    ),
  ),
}

/** What the design has drawn; its picture and its links stay, whatever stands on it. */
export const CARD_NAMES: Record<OfferKind, string> = {
  booklet: 'Question booklet, with the CBSE classes',
  'answer-book': 'Answer book, with the State Board classes',
  'bubble-sheet': 'OMR sheet',
  'hall-ticket': 'Hall ticket',
}

export const SHEET_NAMES: Record<ReasonKind, string> = {
  expertise: `${REASON_NAMES.expertise}: the corrected sum`,
  quality: `${REASON_NAMES.quality}: the paper with its notes`,
  convenience: `${REASON_NAMES.convenience}: the phone`,
  success: `${REASON_NAMES.success}: the year of exams`,
}
