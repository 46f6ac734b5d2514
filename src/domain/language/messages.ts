import type { Language } from './languages.ts'

/** A function for each sentence, made of `messages/*.json`. */
export type Messages = typeof import('#messages/en.js')

const known = new Map<Language, Messages>()

/** All on the server; in the browser the one of the page, before its code runs. */
export function registerMessages(language: Language, messages: Messages): void {
  known.set(language, messages)
}

/** Throws where a page of another language was loaded, which no address leads to. */
export function messagesOf(language: Language): Messages {
  const messages = known.get(language)
  if (!messages) throw new Error(`No messages of “${language}” were loaded.`)
  return messages
}
