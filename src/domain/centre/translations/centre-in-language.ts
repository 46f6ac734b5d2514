import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { PublicCentre } from '../centre.ts'
import { leavesOf } from '../versions/document-fields.ts'
import { offerTexts } from './offer-texts.ts'
import { panelTexts } from './panel-texts.ts'
import { questionTexts } from './question-texts.ts'
import { reasonTexts } from './reason-texts.ts'
import { translated } from './translated.ts'

/** The texts of site.config.ts as Thervu comes with it. */
const SAMPLE_TEXTS: ((m: Messages) => string)[] = [
  (m) => m.sample_description(),
  (m) => m.sample_place(),
  (m) => m.sample_banner(),
  (m) => m.sample_tagline(),
  (m) => m.sample_phrase_success(),
  (m) => m.sample_phrase_excellence(),
  (m) => m.sample_phrase_achievement(),
  (m) => m.sample_hours(),
  (m) => m.sample_slide_papers(),
  (m) => m.sample_slide_papers_text(),
  (m) => m.sample_slide_papers_action(),
  (m) => m.sample_slide_exam(),
  (m) => m.sample_slide_exam_text(),
  (m) => m.sample_slide_exam_action(),
  (m) => m.sample_slide_plans(),
  (m) => m.sample_slide_plans_text(),
  (m) => m.way_on_plans(),
  (m) => m.sample_month_lasts(),
  (m) => m.sample_month_papers(),
  (m) => m.sample_month_about(),
  (m) => m.sample_half_lasts(),
  (m) => m.sample_half_papers(),
  (m) => m.sample_half_about(),
  (m) => m.sample_year_lasts(),
  (m) => m.sample_year_papers(),
  (m) => m.sample_year_about(),
  (m) => m.sample_feature_materials(),
  (m) => m.sample_feature_chat(),
]

/** The centre as the pages of a language say it: in its own words for that language, or in the first ones, of which those that came with Thervu are translated. */
export function centreIn(centre: PublicCentre, language: Language): PublicCentre {
  if (language === 'en') return translated(centre, language)
  const known = new Map([...samplesIn(language), ...defaultsIn(language)])
  return translated(centre, language, (first) => known.get(first) ?? first)
}

/** All texts that came with Thervu, in English: pages of other languages say them in those. */
export function textsThatCame(): Set<string> {
  return new Set([...samplesIn('en'), ...defaultsIn('en')].map(([english]) => english))
}

function samplesIn(language: Language): [english: string, other: string][] {
  const [english, other] = [messagesOf('en'), messagesOf(language)]
  return SAMPLE_TEXTS.map((text) => [text(english), text(other)])
}

/** Of the lists that came with the pages: one that a centre has changed keeps the others of its texts. */
function defaultsIn(language: Language): [english: string, other: string][] {
  const textsOf = (each: Language) =>
    leavesOf([offerTexts(each), panelTexts(each), reasonTexts(each), questionTexts(each)], '')
  const other = textsOf(language)
  return textsOf('en').map(([, text], at) => [String(text), String(other[at]?.[1])])
}
