import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Language } from '#domain/language/languages.ts'
import { LanguageContext } from '#web/language/use-messages.ts'
import { loadDocumentsOffline } from './load-documents-offline.ts'

export { knowMessages } from '#domain/language/messages.ts'
export { knowCentre } from '#web/centre/known-centres.ts'

/** Makes the page React's: `onHearing` when it has its handlers, and resolves when the effects of every part have run. */
export function hydrate(language: Language, onHearing?: () => void): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <LanguageContext value={language}>
            <HydratedRouter />
          </LanguageContext>
          <Hydrated onHearing={onHearing} onHydrated={resolve} />
        </StrictMode>,
      )
    })
  })
}

/** Stands last: its effects run after those of the page, and the document says that they have. */
function Hydrated({
  onHearing,
  onHydrated,
}: {
  onHearing: (() => void) | undefined
  onHydrated: () => void
}) {
  useLayoutEffect(() => onHearing?.(), [onHearing])
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    onHydrated()
  }, [onHydrated])
  useEffect(loadDocumentsOffline, [])
  return null
}
