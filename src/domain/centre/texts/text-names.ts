import { SENTENCE_PAGES } from '../sentences/own-sentences.ts'

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
