import { LANGUAGE_CODES, type Language } from '#domain/language/languages.ts'
import { SENTENCE_NAMES } from '../own-sentences.ts'
import { POLICIES } from '../texts/policies.ts'

/** Those that a text may be given in besides the first, which is on the English pages and wherever another is missing. */
export type TranslationLanguage = Exclude<Language, 'en'>
export const TRANSLATION_LANGUAGES = LANGUAGE_CODES.filter((code) => code !== 'en') as TranslationLanguage[]

const ENGLISH_NAMES: Record<TranslationLanguage, string> = { ta: 'Tamil', hi: 'Hindi' }

/** The fields that are sentences, as `kindOf` has them; all others are the same in every language. */
export const TRANSLATED_FIELDS: readonly string[] = [
  ...['name', 'description', 'place', 'banner', 'tagline', 'phrases'],
  ...['contacts.address', 'contacts.locality', 'contacts.region', 'contacts.hours'],
  ...['slideshow.slides.title', 'slideshow.slides.text', 'slideshow.slides.action'],
  ...['slideshow.slides.picture.alt', 'pictures.about.alt'],
  ...['testimonials.text', 'testimonials.name', 'announcements.text', 'exams.name'],
  ...['plans.lasts', 'plans.papers', 'plans.description', 'plans.features'],
  ...['offer.title', 'offer.text', 'questions.question', 'questions.answer'],
  ...['reasons.name', 'reasons.short', 'reasons.points', 'reasons.margin', 'reasons.text', 'reasons.check'],
  ...POLICIES.flatMap((policy) => [`${policy}.heading`, `${policy}.text`]),
  ...SENTENCE_NAMES.map((name) => `sentences.${name}`),
]

const WITHIN = new RegExp(`(^|\\.)translations\\.(${TRANSLATION_LANGUAGES.join('|')})\\.`)

/** `slideshow.slides[0].title` → `slideshow.slides[0].translations.ta.title`: next to the first, so that it goes where its part goes. */
export function translationPath(path: string, language: TranslationLanguage): string {
  return path.replace(/[^.]+$/, (last) => `translations.${language}.${last}`)
}

/** And back; a path of the first language as it is. */
export function firstPath(path: string): string {
  return path.replace(WITHIN, '$1')
}

export function languageOfPath(path: string): Language {
  return (WITHIN.exec(path)?.[2] as TranslationLanguage | undefined) ?? 'en'
}

/** " in Tamil", or nothing for the first language. */
export function languageSuffix(language: Language): string {
  return language === 'en' ? '' : ` in ${ENGLISH_NAMES[language]}`
}

/** The path without its place in a list, its language, and which of the plans or looks it is of. */
export function kindOf(path: string): string {
  return firstPath(path)
    .replace(/\[\d+\]/g, '')
    .replace(/^(plans|colours)\.(?:mon|half|ann|light|dark)\./, '$1.')
}
