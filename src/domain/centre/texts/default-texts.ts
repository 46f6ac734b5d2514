import type { Language } from '#domain/language/languages.ts'
import { offerTexts } from '../translations/offer-texts.ts'
import { panelTexts } from '../translations/panel-texts.ts'
import { questionTexts } from '../translations/question-texts.ts'
import { reasonTexts } from '../translations/reason-texts.ts'
import type { Reason } from './page-texts.ts'

/** What the pages say where the content has no texts of its own; a page needs one list, the desk and the history all. */
export function defaultTexts(language: Language = 'en') {
  const atLength = reasonTexts(language)
  const reasons = panelTexts(language).map(
    (panel): Reason => ({
      ...{ ...panel, margin: '', text: '', check: '' },
      ...atLength.find(({ kind }) => kind === panel.kind),
    }),
  )
  return { offer: offerTexts(language), reasons, questions: questionTexts(language) }
}
