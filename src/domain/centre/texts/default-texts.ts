import { OFFER } from './default-offer.ts'
import { PANELS } from './default-panels.ts'
import { QUESTIONS } from './default-questions.ts'
import { REASONS } from './default-reasons.ts'
import type { Reason } from './page-texts.ts'

/** What the pages say where the content has no texts of its own; for the desk and the history, since a page needs one list. */
export const DEFAULT_TEXTS = {
  offer: OFFER,
  reasons: PANELS.map((panel): Reason => {
    const atLength = REASONS.find(({ kind }) => kind === panel.kind)
    return { ...panel, margin: '', text: '', check: '', ...atLength }
  }),
  questions: QUESTIONS,
}
