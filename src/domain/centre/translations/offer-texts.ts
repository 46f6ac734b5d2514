import type { OfferCard } from '#domain/centre/texts/page-texts.ts'
import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { ENTRANCE_EXAMS, type PaperType, SERVICE_EXAMS } from '#domain/paper/paper.ts'

/** As the specification has them. */
export function offerTexts(language: Language): OfferCard[] {
  const m = messagesOf(language)
  return [
    { kind: 'booklet', title: m.offer_cbse_title(), text: m.offer_cbse_text() },
    { kind: 'answer-book', title: m.offer_state_title(), text: m.offer_state_text() },
    {
      kind: 'bubble-sheet',
      title: titleOf(ENTRANCE_EXAMS, language),
      text: m.offer_entrance_text({ papers: papersOf(ENTRANCE_EXAMS, language) }),
    },
    {
      kind: 'hall-ticket',
      title: titleOf(SERVICE_EXAMS, language),
      text: m.offer_service_text({ papers: papersOf(SERVICE_EXAMS, language) }),
    },
  ]
}

function titleOf(exams: readonly PaperType[], language: Language) {
  return exams.map(labelsOf(language).type).join(' / ')
}

/** "[JEE](…) and [NEET](…)". */
function papersOf(exams: readonly PaperType[], language: Language) {
  const { type } = labelsOf(language)
  return formatsOf(language).list(exams.map((exam) => `[${type(exam)}](/resources/${exam}/previous-years)`))
}
