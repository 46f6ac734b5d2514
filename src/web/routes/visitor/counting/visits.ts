import { createStore } from '#web/ui/store.ts'
import { countOneVisit } from './count-one.ts'

/** What this load counted; null until it has. */
export const countedVisits = createStore<number | null>(null)
let isSent = false

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
    countedVisits.set(await countOneVisit())
  } catch (error) {
    console.warn('The visit was not counted.', error)
  }
}
