import { useSyncExternalStore } from 'react'
import { countOneVisit } from './count-one.ts'

/** Visits of the site, once this load of it has been counted. */
let counted: number | null = null
let isSent = false
const watchers = new Set<() => void>()

/** Counts this load of the app, once however often it is called; a page that is only prepared counts when it is seen. */
export function countVisit(): void {
  if (isSent) return
  isSent = true
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', () => void send(), { once: true })
  else void send()
}

async function send() {
  try {
    counted = await countOneVisit()
    for (const watcher of watchers) watcher()
  } catch (error) {
    console.warn('The visit was not counted.', error)
  }
}

/** Visits as the page was read with them, or as this load counted them, whichever came later: they only rise. */
export function useVisits(read: number | null): number | null {
  const own = useSyncExternalStore(watch, () => counted, never)
  return own === null || read === null ? (own ?? read) : Math.max(own, read)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function never() {
  return null
}
