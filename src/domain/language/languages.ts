export const LANGUAGE_CODES = ['en', 'ta', 'hi'] as const
export type Language = (typeof LANGUAGE_CODES)[number]

type Named = {
  /** As its speakers call it. */
  name: string
  /** For numbers, days and the order of words. */
  locale: string
  /** To those who would rather read it. */
  offer: string
  /** To those who ask for it without a connection, where it is not on the device. */
  missing: string
  /** Of the page, as browsers and screen readers know it. */
  tag: string
}

export const LANGUAGES: Record<Language, Named> = {
  en: {
    name: 'English',
    offer: 'This page is also in English',
    missing: 'This page is not on this phone in English. It needs a connection.',
    locale: 'en-IN',
    tag: 'en-IN',
  },
  ta: {
    name: 'தமிழ்',
    offer: 'இந்தப் பக்கம் தமிழிலும் உள்ளது',
    missing: 'இந்தப் பக்கம் தமிழில் இந்தக் கைபேசியில் இல்லை. அதற்கு இணையம் தேவை.',
    locale: 'ta-IN',
    tag: 'ta',
  },
  hi: {
    name: 'हिन्दी',
    offer: 'यह पेज हिन्दी में भी है',
    missing: 'यह पेज हिन्दी में इस फ़ोन पर नहीं है। उसके लिए इंटरनेट चाहिए।',
    locale: 'hi-IN',
    tag: 'hi',
  },
}

/** Those in which the site is served, in the order of the switch. English has no prefix and comes first. */
export const SHOWN_LANGUAGES: readonly Language[] = ['en', 'ta', 'hi']

const PREFIX = new RegExp(`^/(${SHOWN_LANGUAGES.slice(1).join('|') || '(?!)'})(?=/|\\.data$|$)`)

/** Of an address of ours: "/ta/practice" is Tamil, and whatever has no known prefix English. */
export function languageOf(pathname: string): Language {
  return (PREFIX.exec(pathname)?.[1] as Language | undefined) ?? 'en'
}

/** "/ta/practice" → "/practice", "/ta" → "/"; others as they are. */
export function withoutLanguage(pathname: string): string {
  const rest = pathname.replace(PREFIX, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** "/practice?q=x" → "/ta/practice?q=x", "/" → "/ta"; English as it is. `path` has no prefix yet. */
export function inLanguage(path: string, language: Language): string {
  if (language === 'en') return path
  return `/${language}${/^\/(?=[?#]|$)/.test(path) ? path.slice(1) : path}`
}

/** What `<html lang>` says; anything else counts as English. */
export function languageOfTag(tag: string): Language {
  return LANGUAGE_CODES.find((code) => LANGUAGES[code].tag === tag) ?? 'en'
}

/** By its letters: the centre's texts and titles do not say their language. */
export function languageOfText(text: string): Language {
  if (/\p{Script=Tamil}/u.test(text)) return 'ta'
  return /\p{Script=Devanagari}/u.test(text) ? 'hi' : 'en'
}
