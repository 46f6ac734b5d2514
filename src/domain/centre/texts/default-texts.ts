import type { Language } from '#domain/language/languages.ts'
import type { Reason } from '../content-schemas.ts'
import { offerTexts, panelTexts } from '../translations/offer-texts.ts'
import { policyTexts } from '../translations/policy-texts.ts'
import { questionTexts } from '../translations/question-texts.ts'
import { reasonTexts } from '../translations/reason-texts.ts'
import { POLICIES, type Policy, type PolicyPart } from './policies.ts'

export type DefaultTexts = ReturnType<typeof makeTexts>

const made = new Map<Language, DefaultTexts>()

/** What the pages say where the content has no texts of its own; a page needs one list, the admin area and the history all. The
 * same lists each time, by which the admin area's form knows that nothing has changed. */
export function defaultTexts(language: Language = 'en'): DefaultTexts {
  const texts = made.get(language) ?? makeTexts(language)
  made.set(language, texts)
  return texts
}

function makeTexts(language: Language) {
  const atLength = reasonTexts(language)
  const reasons = panelTexts(language).map(
    (panel): Reason => ({
      ...{ ...panel, margin: '', text: '', check: '' },
      ...atLength.find(({ kind }) => kind === panel.kind),
    }),
  )
  const policies = POLICIES.map((policy) => [policy, policyTexts(policy, language)])
  return {
    ...{ offer: offerTexts(language), reasons, questions: questionTexts(language) },
    ...(Object.fromEntries(policies) as Record<Policy, PolicyPart[]>),
  }
}
