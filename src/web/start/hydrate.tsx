import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { type Language, withoutLanguage } from '#domain/language/languages.ts'
import { isAdminPath } from '#web/is-admin-path.ts'
import { LanguageContext } from '#web/language/use-messages.ts'
import { DEVICE_PAGES } from '#web/worker/request-kinds.ts'

export { registerMessages } from '#domain/language/messages.ts'
export { registerCentre } from '#web/centre/known-centres.ts'

declare global {
  interface WindowEventMap {
    /** A step through the history, before the router hears of it, which does not when the step itself is stopped. */
    'before-router': CustomEvent<PopStateEvent>
  }
}

/** Called before the router is there: Chromium calls what listens to the window in that order, captured or not. */
function tellBeforeRouter() {
  addEventListener('popstate', (event) => dispatchEvent(new CustomEvent('before-router', { detail: event })))
}

/** Makes the page React's: `onHearing` when it has its handlers, and resolves when the effects of every part have run. */
export function hydrate(language: Language, onHearing?: () => void): Promise<void> {
  tellBeforeRouter()
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

/** Last: its effects run after those of the page, and the document says that they have. */
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

/**
 * Offline links and searches load documents, as before hydration: the worker has pages that were seen, and leads
 * to what is saved instead of the others. The router would ask for data that nobody has.
 */
function loadDocumentsOffline(): () => void {
  const quit = new AbortController()
  const leave = (event: Event) => {
    if (navigator.onLine || !navigator.serviceWorker?.controller || isAdminPath(location.pathname)) return
    // Nobody else hears of it: the browser does what it does by itself.
    if (opensElsewhere(event)) event.stopPropagation()
  }
  for (const way of ['click', 'submit']) addEventListener(way, leave, { capture: true, signal: quit.signal })
  return () => quit.abort()
}

function opensElsewhere({ target }: Event): boolean {
  if (!(target instanceof Element) || target.closest('[data-waits]')) return false
  if (target instanceof HTMLFormElement) return target.method === 'get'
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target || link.dataset.language || link.origin !== location.origin) return false
  if (isOfflinePage(link) && isOfflinePage(location)) return false
  return link.pathname + link.search !== location.pathname + location.search
}

/** It needs no data. */
function isOfflinePage({ pathname }: { pathname: string }) {
  return DEVICE_PAGES.includes(withoutLanguage(pathname))
}
