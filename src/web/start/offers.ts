import { type Language, languageOfTag, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { chosenLanguage, isOfferClosed } from '#web/language/chosen-language.ts'
import { lastReadingPosition } from '#web/routes/visitor/paper/reading-positions.ts'

/**
 * Who reads another language than the page's, by the switch or the browser, gets one line with a link, above everything
 * so that nothing moves. Few do: its code and its looks come when it is shown.
 */
export function offerLanguage(): void {
  const wanted = wantedLanguage()
  // The admin area is in English alone, and the centre may leave a language off: the switch has what there is.
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

/** On Home, before React and after: a line over the page, which does not move. Takes it away where Home is left. */
export function offerResume(): () => void {
  let isLeft = false
  if (document.querySelector('main.home') && lastReadingPosition())
    void import('./offer-line.ts').then(
      ({ showResume }) => isLeft || showResume(),
      () => {},
    )
  return () => {
    isLeft = true
    document.querySelector('[data-offer="resume"]')?.remove()
  }
}

/**
 * On a page where something is sat "Begin" is seen before hydration, which answers it: unless the address is that of a
 * class or of a sitting, one goes on upon this device, which takes its place, or several people share it: then who sits
 * is asked first, and would push the button away from under the finger.
 */
export function offerBegin(): void {
  const paper = document.querySelector<HTMLElement>('[data-begins]')?.dataset.begins
  if (!paper || /[?&](?:class|sitting)=/.test(location.search) || isShared() || isBeingSat(paper)) return
  document.documentElement.dataset.begins = ''
}

/** Under the key of domain/sitting/profile.ts. */
function isShared(): boolean {
  try {
    return localStorage.getItem('practice-profiles') !== null
  } catch {
    // Not allowed to look: nothing is stored.
    return false
  }
}

/** As `openSittingOf` in routes/visitor/sitting finds it, of whichever profile. */
function isBeingSat(id: string): boolean {
  try {
    return Object.entries(localStorage).some(([key, text]) => {
      if (!/(?:^|\/)sitting:/.test(key) || !text.includes(id)) return false
      const { paper, isMarked } = JSON.parse(text)
      return paper.id === id && !isMarked
    })
  } catch {
    // Not allowed to look, or damaged: there is none to go on with.
    return false
  }
}
