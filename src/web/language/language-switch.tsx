import { useLocation } from 'react-router'
import { inLanguage, LANGUAGES, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { useLanguage } from './use-messages.ts'

export const HAS_LANGUAGES = SHOWN_LANGUAGES.length > 1

/** The same page in the other languages, with its filters and search: a document of its own, which has other messages. */
export function LanguageSwitch({ className, ...rest }: React.ComponentProps<'nav'>) {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <nav {...rest} className={`languages ${className}`}>
      {SHOWN_LANGUAGES.map((each) => (
        <a
          key={each}
          href={inLanguage(pathname + search, each)}
          lang={LANGUAGES[each].tag}
          hrefLang={each}
          aria-current={each === language ? 'true' : undefined}
          data-language={each}
        >
          {LANGUAGES[each].name}
        </a>
      ))}
    </nav>
  )
}
