import { useLocation } from 'react-router'
import { offeredLanguages } from '#domain/centre/translations/offered-languages.ts'
import { inLanguage, LANGUAGES } from '#domain/language/languages.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLanguage } from './use-messages.ts'

/** Whether there is a choice. */
export function useHasLanguages(): boolean {
  return offeredLanguages(useCentre()).length > 1
}

/** The same page in the other languages, with its filters and search: a document of its own, which has other messages. */
export function LanguageSwitch({ className, ...rest }: React.ComponentProps<'nav'>) {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const offered = offeredLanguages(useCentre())
  return (
    <nav {...rest} className={`languages ${className}`}>
      {offered.map((each) => (
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
