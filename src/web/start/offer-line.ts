import {
  inLanguage,
  LANGUAGES,
  type Language,
  languageOfTag,
  withoutLanguage,
} from '#domain/language/languages.ts'
import { closeOffer } from '#web/language/chosen-language.ts'
import { lastReadingPosition, saveReadingPosition } from '#web/routes/visitor/paper/reading-positions.ts'
import looks from './offer-line.css?inline'

type Line = {
  of: 'language' | 'resume'
  link: HTMLAnchorElement
  /** The line's name, for screen readers. */
  name: string
  language: Language
  onClose: () => void
}

/** One line with a link over the lower edge, of the document's own, outside of React; it is closed for good. */
export function showLine({ of, link, name, language, onClose }: Line): void {
  const line = document.createElement('aside')
  line.dataset.offer = of
  line.lang = LANGUAGES[language].tag
  line.setAttribute('aria-label', name)
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' })
  close.setAttribute('aria-label', CLOSE[language])
  close.addEventListener('click', () => {
    onClose()
    line.remove()
  })
  adoptLooks()
  line.append(link, close)
  document.body.append(line)
}

let hasLooks = false

function adoptLooks() {
  if (hasLooks) return
  hasLooks = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(looks)
  document.adoptedStyleSheets.push(sheet)
}

const CLOSE: Record<Language, string> = { en: 'Close', ta: 'மூடுக', hi: 'बंद करें' }

/** In the language that is offered; another page of the visit keeps it. */
export function showOffer(wanted: Language): void {
  const { name, offer } = LANGUAGES[wanted]
  const link = document.createElement('a')
  for (const [className, textContent] of [
    ['in-full', offer],
    ['in-short', name],
  ])
    link.append(Object.assign(document.createElement('span'), { className, textContent }))
  link.dataset.language = wanted
  // The address may have changed since.
  const lead = () => {
    link.href = inLanguage(withoutLanguage(location.pathname) + location.search, wanted)
  }
  lead()
  for (const sign of ['pointerdown', 'focus', 'click']) link.addEventListener(sign, lead)
  showLine({ of: 'language', link, name, language: wanted, onClose: closeOffer })
}

/** Which paper was read last on this device, and where. Who closes the line is offered that place no more. */
export function showResume(): void {
  const last = lastReadingPosition()
  if (!last || document.querySelector('[data-offer="resume"]')) return
  const { paper, page, name, address } = last
  const language = languageOfTag(document.documentElement.lang)
  const { heading, said } = SAID[language]
  const link = Object.assign(document.createElement('a'), {
    href: inLanguage(address, language),
    textContent: said(name, page),
  })
  showLine({ of: 'resume', link, name: heading, language, onClose: () => saveReadingPosition(paper, page) })
}

/** Here, since a page's messages come with React. */
const SAID: Record<Language, { heading: string; said: (name: string, page: number) => string }> = {
  en: { heading: 'Go on reading', said: (name, page) => `Go on reading ${name}, page ${page}` },
  ta: { heading: 'தொடர்ந்து படிக்க', said: (name, page) => `தொடர்ந்து படிக்க: ${name}, பக்கம் ${page}` },
  hi: { heading: 'आगे पढ़ें', said: (name, page) => `आगे पढ़ें: ${name}, पेज ${page}` },
}
