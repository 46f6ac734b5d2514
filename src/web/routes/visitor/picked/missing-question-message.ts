import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import type { LostQuestion } from '#domain/worksheets/read-worksheet.server.ts'

/** Why a question of a worksheet is left out. */
export function missingQuestionMessage(
  { why, id, paper }: LostQuestion,
  m: Messages,
  language: Language,
): string {
  const question = m.questions_one({ number: id.replace(/^q|-.*$/g, '') })
  if (why === 'gone' || !paper) return m.worksheet_question_gone({ question })
  return m.worksheet_question_replaced({ question, title: labelsOf(language).fullTitle(paper) })
}
