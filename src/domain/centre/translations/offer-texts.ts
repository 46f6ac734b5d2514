import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import {
  BOARDS,
  ENTRANCE_EXAMS,
  EXAMS_WITHOUT_CLASSES,
  type PaperType,
  SCHOOL_GRADES,
  SERVICE_EXAMS,
} from '#domain/paper/paper.ts'
import type { OfferCard, Panel } from '../content-schemas.ts'

const [LAST = '', FIRST = ''] = [SCHOOL_GRADES[0], SCHOOL_GRADES.at(-1)]

/** The four reasons in short, as Home has them. */
export function panelTexts(language: Language): Panel[] {
  const m = messagesOf(language)
  const { list } = formatsOf(language)
  const { type } = labelsOf(language)
  return [
    {
      kind: 'expertise',
      name: m.reasons_expertise(),
      short: m.panels_expertise_text({ years: '{years}' }),
      points: [
        m.panels_expertise_boards({ boards: list(BOARDS.map(type)), first: FIRST, last: LAST }),
        list(EXAMS_WITHOUT_CLASSES.map(type)),
        m.panels_expertise_chat(),
      ],
    },
    {
      kind: 'quality',
      name: m.reasons_quality(),
      short: m.panels_quality_text(),
      points: [m.panels_quality_facts(), m.panels_quality_stamp(), m.panels_quality_weight()],
    },
    {
      kind: 'convenience',
      name: m.reasons_convenience(),
      short: m.panels_convenience_text(),
      points: [m.panels_convenience_phone(), m.panels_convenience_search(), m.panels_convenience_free()],
    },
    {
      kind: 'success',
      name: m.reasons_success(),
      short: m.panels_success_text(),
      points: [
        m.panels_success_plan({ papers: '{monthly papers}', time: '{monthly time}' }),
        m.panels_success_plan({ papers: '{annual papers}', time: '{annual time}' }),
        m.panels_success_every({ features: '{features}' }),
      ],
    },
  ]
}

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
