import { LANGUAGE_CODES, type Language } from '#domain/language/languages.ts'

const KEY = 'language'
const CLOSED = 'language-offer-closed'

/** What was pressed in the switch of this device. */
export function chosenLanguage(): Language | null {
  const chosen = read(KEY)
  return LANGUAGE_CODES.find((code) => code === chosen) ?? null
}

export function chooseLanguage(language: string): void {
  write(KEY, language)
}

export function isOfferClosed(): boolean {
  return read(CLOSED) !== null
}

export function closeOffer(): void {
  write(CLOSED, '1')
}

function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not allowed: asked again on the next page.
  }
}
