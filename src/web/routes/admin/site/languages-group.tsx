import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fieldName } from '#domain/centre/field-names.ts'
import {
  firstPath,
  TRANSLATION_LANGUAGES,
  type TranslationLanguage,
} from '#domain/centre/translations/translated-fields.ts'
import { LANGUAGES } from '#domain/language/languages.ts'
import { FIRST_MINUTES_QUERY } from '../client/onboarding-query.ts'
import { useIsFirst, useSiteDesk } from './field-language.ts'

const ENGLISH: Record<TranslationLanguage, string> = { ta: 'Tamil', hi: 'Hindi' }

/** What is said in English alone on the pages of each language; one that the centre cannot write is left off. */
export function LanguagesGroup() {
  const { value, set } = useSiteDesk()
  const { data } = useQuery(FIRST_MINUTES_QUERY)
  const hidden = (value('hiddenLanguages') ?? []) as TranslationLanguage[]
  if (!useIsFirst()) return null

  function leaveOff(language: TranslationLanguage, isLeftOff: boolean) {
    const rest = hidden.filter((each) => each !== language)
    const next = isLeftOff ? [...rest, language] : rest
    set('hiddenLanguages', next.length > 0 ? next : undefined)
  }

  return TRANSLATION_LANGUAGES.map((language) => {
    const isLeftOff = hidden.includes(language)
    const missing = isLeftOff ? [] : (data?.untranslated[language] ?? [])
    return (
      <fieldset key={language} className="grid gap-3">
        <legend className="mb-2 font-bold text-xl">
          {ENGLISH[language]} <span lang={LANGUAGES[language].tag}>{LANGUAGES[language].name}</span>
        </legend>
        <p className="text-quiet">
          {isLeftOff
            ? 'Not offered. Old links to it lead to the English pages.'
            : describeMissing(missing, ENGLISH[language])}
        </p>
        {missing.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2.5">Which they are</summary>
            <ul className="grid gap-1.5">
              {missing.map((path) => (
                <li key={path}>{fieldName(firstPath(path))}</li>
              ))}
            </ul>
          </details>
        )}
        {missing.length > 0 && (
          <p>
            <Link className="action" to={`/admin/site?language=${language}`}>
              <span className="sweeps">Say them in {ENGLISH[language]}</span>
            </Link>
          </p>
        )}
        <label className="tick">
          <input
            type="checkbox"
            name="hiddenLanguages"
            checked={isLeftOff}
            onChange={(event) => leaveOff(language, event.target.checked)}
          />
          <span className="font-semibold">Leave {ENGLISH[language]} off the site</span>
        </label>
      </fieldset>
    )
  })
}

function describeMissing(missing: string[], name: string) {
  if (missing.length === 0) return 'Every sentence that is published is said in it.'
  if (missing.length === 1) return `1 text of yours is in English on the ${name} pages.`
  return `${missing.length} texts of yours are in English on the ${name} pages.`
}
