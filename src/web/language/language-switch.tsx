import { useLocation } from 'react-router'
import { inLanguage, LANGUAGES, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { useLanguage } from './use-messages.ts'

/** The same page in the other languages, with its filters and search. A document is loaded anew: it has another code. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <ul className={`languages ${className}`}>
      {SHOWN_LANGUAGES.map((each) => (
        <li key={each}>
          <a
            href={inLanguage(pathname + search, each)}
            lang={LANGUAGES[each].tag}
            hrefLang={each}
            aria-current={each === language ? 'true' : undefined}
            data-language={each}
          >
            {LANGUAGES[each].name}
          </a>
        </li>
      ))}
    </ul>
  )
}

export const HAS_LANGUAGES = SHOWN_LANGUAGES.length > 1
