import { inLanguage, LANGUAGES, type Language, withoutLanguage } from '#domain/language/languages.ts'
import { closeOffer } from '#web/language/chosen-language.ts'
import looks from './language-offer.css?inline'

/** One line with a link, of the document's own, outside of React: another page of the visit keeps it. */
export function showOffer(wanted: Language): void {
  const line = document.createElement('aside')
  line.dataset.languageOffer = ''
  line.lang = LANGUAGES[wanted].tag
  line.setAttribute('aria-label', LANGUAGES[wanted].name)
  const link = document.createElement('a')
  for (const [className, textContent] of [
    ['in-full', LANGUAGES[wanted].offer],
    ['in-short', LANGUAGES[wanted].name],
  ])
    link.append(Object.assign(document.createElement('span'), { className, textContent }))
  link.dataset.language = wanted
  // The address may have changed since.
  const lead = () => {
    link.href = inLanguage(withoutLanguage(location.pathname) + location.search, wanted)
  }
  lead()
  for (const sign of ['pointerdown', 'focus', 'click']) link.addEventListener(sign, lead)
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' })
  close.setAttribute('aria-label', CLOSE[wanted])
  close.addEventListener('click', () => {
    closeOffer()
    line.remove()
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(looks)
  document.adoptedStyleSheets.push(sheet)
  line.append(link, close)
  document.body.append(line)
}

const CLOSE: Record<Language, string> = { en: 'Close', ta: 'மூடுக', hi: 'बंद करें' }
