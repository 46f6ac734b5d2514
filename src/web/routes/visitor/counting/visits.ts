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

/** What this load counted; null until it has. */
export function countedVisits(): number | null {
  return counted
}

export function watchVisits(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
