import { type Language, languageOfTag, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { chosenLanguage, isOfferClosed } from '#web/language/chosen-language.ts'

/**
 * Who reads another language than the page's, by the switch or the browser, gets one line with a link, above everything
 * so that nothing moves. Few do: its code and its looks come when it is shown.
 */
export function offerLanguage(): void {
  const wanted = wantedLanguage()
  // The desk is in English alone, and the centre may leave a language off: the switch has what there is.
  if (!wanted || !document.querySelector(`.languages [data-language="${wanted}"]`)) return
  if (wanted === languageOfTag(document.documentElement.lang) || isOfferClosed()) return
  void import('./offer-line.ts').then(
    ({ showOffer }) => showOffer(wanted),
    () => {},
  )
}

/** The first of the browser's that the site speaks. */
function wantedLanguage(): Language | undefined {
  const codes = navigator.languages.map((tag) => tag.split('-')[0])
  const spoken = codes.flatMap((code) => SHOWN_LANGUAGES.find((shown) => shown === code) ?? [])
  return chosenLanguage() ?? spoken[0]
}
