import type { Panel } from '#domain/centre/texts/page-texts.ts'
import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { BOARDS, EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'

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
