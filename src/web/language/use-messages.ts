import { createContext, useContext } from 'react'
import { LANGUAGES, type Language, languageOfText } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'

export const LanguageContext = createContext<Language>('en')

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

export function useMessages() {
  return messagesOf(useLanguage())
}

/** The `lang` of a text that stays as it was written; undefined where that is the page's own. */
export function useTextLang(): (text: string) => string | undefined {
  const language = useLanguage()
  return (text) => {
    const written = languageOfText(text)
    return written === language ? undefined : LANGUAGES[written].tag
  }
}
