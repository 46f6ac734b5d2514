import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { ReasonText } from '../content-schemas.ts'

/** The four reasons at length, as Why Us has them. */
export function reasonTexts(language: Language): ReasonText[] {
  const m = messagesOf(language)
  return [
    {
      kind: 'expertise',
      name: m.reasons_expertise(),
      margin: m.reasons_expertise_margin({ years: '{years}' }),
      text: m.reasons_expertise_text({ years: '{years}' }),
      check: m.reasons_expertise_check(),
    },
    {
      kind: 'quality',
      name: m.reasons_quality(),
      margin: m.reasons_quality_margin(),
      text: m.reasons_quality_text(),
      check: m.reasons_quality_check(),
    },
    {
      kind: 'convenience',
      name: m.reasons_convenience(),
      margin: m.reasons_convenience_margin(),
      text: m.reasons_convenience_text(),
      check: m.reasons_convenience_check(),
    },
    {
      kind: 'success',
      name: m.reasons_success(),
      margin: m.reasons_success_margin(),
      text: m.reasons_success_text(),
      check: m.reasons_success_check(),
    },
  ]
}
