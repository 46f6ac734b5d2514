import { type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'

/** The languages in which the site is offered: all that there are, but for those that the centre leaves off. */
export function offeredLanguages({ hiddenLanguages = [] }: { hiddenLanguages?: Language[] }): Language[] {
  return SHOWN_LANGUAGES.filter((each) => !hiddenLanguages.includes(each))
}
