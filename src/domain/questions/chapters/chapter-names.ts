import type { Language } from '#domain/language/languages.ts'
import type { ChapterTable } from './chapters-file.ts'
import type { QuestionChapters } from './find-chapters.ts'

/** A chapter of a question, with its name in the reader's language; `isSure` is false where it may be another. */
export type NamedChapter = { id: string; name: string; isSure: boolean }

/** In English where the table has no name in the language. */
export function chapterName({ names }: ChapterTable, id: string, language: Language = 'en'): string {
  const name = names.get(id)
  return name ? name[language] || name.en : id
}

/** Those that are sure first. */
export function namedChapters(
  table: ChapterTable,
  { sure, maybe }: QuestionChapters,
  language?: Language,
): NamedChapter[] {
  const named = (isSure: boolean) => (id: string) => ({ id, name: chapterName(table, id, language), isSure })
  return [...sure.map(named(true)), ...maybe.map(named(false))]
}

/** In all languages that the table has, to be searched for. */
export function chapterNamesOf({ names }: ChapterTable, { sure, maybe }: QuestionChapters): string {
  return [...sure, ...maybe]
    .flatMap((id) => {
      const { en = id, ta = '', hi = '' } = names.get(id) ?? {}
      return [en, ta, hi].filter(Boolean)
    })
    .join(' ')
}
