import { useSyncExternalStore } from 'react'
import { countedVisits, watchVisits } from './visits.ts'

/** The larger of what the page was loaded with and what this load counted: visits only rise. */
export function useVisits(read: number | null): number | null {
  const own = useSyncExternalStore(watchVisits, countedVisits, never)
  return own === null || read === null ? (own ?? read) : Math.max(own, read)
}

function never() {
  return null
}
