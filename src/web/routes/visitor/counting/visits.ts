import { useSyncExternalStore } from 'react'
import { countOneVisit } from './count-one.ts'

let counted: number | null = null
let isSent = false
const watchers = new Set<() => void>()

/** Counts this load of the app once; a prerendered page counts when it becomes visible. */
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

/** The larger of what the page was loaded with and what this load counted: visits only rise. */
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
