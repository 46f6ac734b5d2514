import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { PublicCentre } from '../centre.ts'
import { defaultTexts } from '../texts/default-texts.ts'
import { leavesOf } from '../versions/document-fields.ts'
import { translated } from './translated.ts'

/** The texts of site.config.ts as Thervu comes with it. */
const SAMPLES: ((m: Messages) => string)[] = [
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
  const texts = textsIn(language)
  // A stored document has the sentence and not its key: whatever version stored it, one that came is known again.
  const keys = new Map([...textsIn('en')].map(([key, english]) => [english, key]))
  return translated(centre, language, (first) => texts.get(keys.get(first) ?? '') ?? first)
}

/** All texts that came with Thervu, in English: pages of other languages say them in those. */
export function textsThatCame(): Set<string> {
  return new Set(textsIn('en').values())
}

/** Each text that came by its key: its place among the samples, or in the lists of the pages. */
function textsIn(language: Language): Map<string, string> {
  const m = messagesOf(language)
  const samples = SAMPLES.map((say, at): [string, string] => [`sample ${at}`, say(m)])
  const lists = leavesOf(defaultTexts(language), '').map(([path, text]): [string, string] => [
    path,
    String(text),
  ])
  return new Map([...samples, ...lists])
}
