import { useStore } from '#web/ui/use-store.ts'
import { countedVisits } from './count-one.ts'

/** The larger of what the page was loaded with and what this load counted: visits only rise. */
export function useVisits(read: number | null): number | null {
  const own = useStore(countedVisits)
  return own === null || read === null ? (own ?? read) : Math.max(own, read)
}
