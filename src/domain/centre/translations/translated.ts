import type { Language } from '#domain/language/languages.ts'

type Translated = { translations?: Partial<Record<Language, object>> }

/**
 * A part of the document in one language: its texts in that language where it has them, else the first as `say` puts
 * it. Translations themselves are left out, so that no page carries those of another language.
 */
export function translated<Part>(
  part: Part,
  language: Language,
  say: (first: string) => string = (first) => first,
): Part {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return say(value)
    if (Array.isArray(value)) return value.map(visit)
    if (value === null || typeof value !== 'object') return value
    const { translations, ...first } = value as Translated
    const said = Object.entries(first).map(([name, each]) => [name, visit(each)])
    return { ...Object.fromEntries(said), ...translations?.[language] }
  }
  return visit(part) as Part
}

type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

/** Without languages in which nothing is said any more, so that a text that was emptied leaves the document as it was. */
export function withoutEmptyTranslations<Document>(document: Document): Document {
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit)
    if (value === null || typeof value !== 'object') return value
    const { translations, ...first } = value
    const rest = Object.fromEntries(Object.entries(first).map(([name, each]) => [name, visit(each)]))
    const filled = Object.entries(translations ?? {}).filter(
      ([, texts]) => Object.keys(texts ?? {}).length > 0,
    )
    return filled.length > 0 ? { ...rest, translations: Object.fromEntries(filled) } : rest
  }
  return visit(document as Json) as Document
}
