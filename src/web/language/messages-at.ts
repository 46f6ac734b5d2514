import { inOwnWords } from '#domain/centre/own-words.ts'
import { type Language, languageOfTag } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { type Matches, rootDataOf } from '#web/centre/use-centre.ts'

/** For the heads of pages. Where nothing could be loaded, a browser still has the document and the messages of its language. */
export function languageAt(matches: Matches): Language {
  const { digest, language = 'en' } = rootDataOf(matches)
  return digest === '' && typeof document !== 'undefined' ? documentLanguage() : language
}

export function messagesAt(matches: Matches) {
  return inOwnWords(messagesOf(languageAt(matches)), rootDataOf(matches).centre)
}

/** Of the document, which keeps its language until another is loaded. */
export function documentLanguage(): Language {
  return languageOfTag(document.documentElement.lang)
}

/** For code of the browser outside of React. */
export function documentMessages() {
  return messagesOf(documentLanguage())
}
