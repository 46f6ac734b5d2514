import { LANGUAGES, type Language } from '#domain/language/languages.ts'
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
