import { z } from 'zod'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { translated } from './translated.ts'
import { TRANSLATION_LANGUAGES, type TranslationLanguage } from './translated-fields.ts'

/** Texts in other languages beside the first ones, each by the rules of its field; what is left out falls back to the first. */
export function translationsOf<Texts extends z.ZodRawShape>(texts: Texts) {
  const some = z.strictObject(texts).partial().optional()
  return z
    .strictObject(
      Object.fromEntries(TRANSLATION_LANGUAGES.map((code) => [code, some])) as Record<
        TranslationLanguage,
        typeof some
      >,
    )
    .optional()
}

/** Whether no two parts say the same on the pages of any language. */
export function areDifferentInEach<Part>(parts: Part[], wordsOf: (part: Part) => string): boolean {
  return LANGUAGE_CODES.every((language) =>
    areDifferent(parts.map((part) => wordsOf(translated(part, language)))),
  )
}

export function areDifferent(values: string[]): boolean {
  return new Set(values).size === values.length
}
