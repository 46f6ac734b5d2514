import type { Language } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'

const MODULES: Record<Language, () => Promise<Messages>> = {
  en: () => import('#messages/en.js'),
  ta: () => import('#messages/ta.js'),
  hi: () => import('#messages/hi.js'),
}

/** One language is all that a visitor loads. */
export function loadMessages(language: Language): Promise<Messages> {
  return MODULES[language]()
}
