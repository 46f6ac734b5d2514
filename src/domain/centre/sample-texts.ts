import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { PublicCentre } from './centre.ts'

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

/** What came with Thervu, in another language; what the centre has written stays as it was written. */
export function translateSamples(centre: PublicCentre, language: Language): PublicCentre {
  const [english, other] = [messagesOf('en'), messagesOf(language)]
  const translated = new Map(SAMPLE_TEXTS.map((text) => [text(english), text(other)]))
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return translated.get(value) ?? value
    if (Array.isArray(value)) return value.map(visit)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each)]))
  }
  return visit(centre) as PublicCentre
}
