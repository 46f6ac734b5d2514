import { createContext, useContext } from 'react'
import { inOwnWords } from '#domain/centre/own-words.ts'
import { LANGUAGES, type Language, languageOfText } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { useCentre } from '#web/centre/use-centre.ts'

export const LanguageContext = createContext<Language>('en')

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** Those of the page's language, in the centre's own words where it has some. */
export function useMessages() {
  return inOwnWords(messagesOf(useLanguage()), useCentre())
}

/** The `lang` of a text that stays as it was written; undefined where that is the page's own. */
export function useTextLang(): (text: string) => string | undefined {
  const language = useLanguage()
  return (text) => {
    const written = languageOfText(text)
    return written === language ? undefined : LANGUAGES[written].tag
  }
}
