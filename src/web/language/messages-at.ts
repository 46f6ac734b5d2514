import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { type Matches, rootDataOf } from '#web/centre/use-centre.ts'

/** For the heads of pages. */
export function languageAt(matches: Matches): Language {
  return rootDataOf(matches).language ?? 'en'
}

export function messagesAt(matches: Matches) {
  return messagesOf(languageAt(matches))
}
