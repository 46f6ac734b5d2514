import { inLanguage, LANGUAGES, type Language, withoutLanguage } from '#domain/language/languages.ts'
import { closeOffer } from '#web/language/chosen-language.ts'
import { showLine } from './offer-line.ts'

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
