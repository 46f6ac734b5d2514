import { inLanguage, type Language, languageOfTag } from '#domain/language/languages.ts'
import { keepPlace, lastRead } from '#web/routes/visitor/paper/kept-places.ts'
import { showLine } from './offer-line.ts'

/** Which paper was read last on this device, and where. Who closes the line is offered that place no more. */
export function showResume(): void {
  const last = lastRead()
  if (!last || document.querySelector('[data-offer="resume"]')) return
  const { paper, page, name, address } = last
  const language = languageOfTag(document.documentElement.lang)
  const { heading, said } = SAID[language]
  const link = Object.assign(document.createElement('a'), {
    href: inLanguage(address, language),
    textContent: said(name, page),
  })
  showLine({ of: 'resume', link, name: heading, language, onClose: () => keepPlace(paper, page) })
}

/** Here, since a page's messages come with React. */
const SAID: Record<Language, { heading: string; said: (name: string, page: number) => string }> = {
  en: { heading: 'Go on reading', said: (name, page) => `Go on reading ${name}, page ${page}` },
  ta: { heading: 'தொடர்ந்து படிக்க', said: (name, page) => `தொடர்ந்து படிக்க: ${name}, பக்கம் ${page}` },
  hi: { heading: 'आगे पढ़ें', said: (name, page) => `आगे पढ़ें: ${name}, पेज ${page}` },
}
