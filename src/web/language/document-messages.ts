import { type Language, languageOfTag } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'

/** Of the document, which keeps its language until another is loaded. */
export function documentLanguage(): Language {
  return languageOfTag(document.documentElement.lang)
}

/** For code of the browser outside of React. */
export function documentMessages() {
  return messagesOf(documentLanguage())
}
