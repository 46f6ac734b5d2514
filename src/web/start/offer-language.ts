import {
  inLanguage,
  LANGUAGES,
  type Language,
  languageOfTag,
  SHOWN_LANGUAGES,
  withoutLanguage,
} from '#domain/language/languages.ts'
import { chosenLanguage, closeOffer, isOfferClosed } from '#web/language/chosen-language.ts'

/**
 * Who reads another language than the page's, by the switch or the browser, gets one line with a link, above everything
 * so that nothing moves. Of the document's own, outside of React: another page of the visit keeps it.
 */
export function offerLanguage(): void {
  // The desk is in English alone.
  if (!document.querySelector('.languages')) return
  const wanted = wantedLanguage()
  if (!wanted || wanted === languageOfTag(document.documentElement.lang) || isOfferClosed()) return
  const line = document.createElement('aside')
  line.dataset.languageOffer = ''
  line.lang = LANGUAGES[wanted].tag
  line.setAttribute('aria-label', LANGUAGES[wanted].name)
  const link = Object.assign(document.createElement('a'), { textContent: LANGUAGES[wanted].offer })
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
  line.append(link, close)
  document.body.append(line)
}

const CLOSE: Record<Language, string> = { en: 'Close', ta: 'மூடுக', hi: 'बंद करें' }

/** The first of the browser's that the site speaks. */
function wantedLanguage(): Language | undefined {
  const codes = navigator.languages.map((tag) => tag.split('-')[0])
  const spoken = codes.flatMap((code) => SHOWN_LANGUAGES.find((shown) => shown === code) ?? [])
  return chosenLanguage() ?? spoken[0]
}
