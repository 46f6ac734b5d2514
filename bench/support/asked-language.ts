import { type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'

/** The language that the arguments name, such as `ta`, and the other arguments. */
export function askedLanguage(given = process.argv.slice(2)): { language: Language; others: string[] } {
  const language = SHOWN_LANGUAGES.find((each) => given.includes(each)) ?? 'en'
  return { language, others: given.filter((each) => each !== language) }
}
