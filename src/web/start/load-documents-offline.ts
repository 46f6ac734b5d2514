import { withoutLanguage } from '#domain/language/languages.ts'
import { isOnDesk } from '#web/on-desk.ts'
import { DEVICE_PAGES } from '#web/worker/request-kinds.ts'

/**
 * Without a line links and searches load documents, as before hydration: the worker has pages that were seen, and leads
 * to what is kept instead of the others. The router would ask for data that nobody has.
 */
export function loadDocumentsOffline(): () => void {
  const quit = new AbortController()
  const leave = (event: Event) => {
    if (navigator.onLine || !navigator.serviceWorker?.controller || isOnDesk(location.pathname)) return
    // Nobody else hears of it: the browser does what it does by itself.
    if (leadsElsewhere(event)) event.stopPropagation()
  }
  for (const way of ['click', 'submit']) addEventListener(way, leave, { capture: true, signal: quit.signal })
  return () => quit.abort()
}

function leadsElsewhere({ target }: Event): boolean {
  if (!(target instanceof Element) || target.closest('[data-waits]')) return false
  if (target instanceof HTMLFormElement) return target.method === 'get'
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target || link.dataset.language || link.origin !== location.origin) return false
  if (isKeptPage(link) && isKeptPage(location)) return false
  return link.pathname + link.search !== location.pathname + location.search
}

/** It needs no data. */
function isKeptPage({ pathname }: { pathname: string }) {
  return DEVICE_PAGES.includes(withoutLanguage(pathname))
}
