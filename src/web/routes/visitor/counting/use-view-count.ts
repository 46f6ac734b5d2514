import type { Paper } from '#domain/paper/paper.ts'
import { useStore, useStored } from '#web/ui/use-store.ts'
import { countedViews, countedVisits } from './count-one.ts'

/** Rises when a link with this paper's `data-views` is followed (start/before-hydration.ts), or pages are read. */
export function useViewCount(paper: Pick<Paper, 'id' | 'views'>): number {
  const counted = useStored(countedViews, (views) => views.get(paper.id) ?? 0)
  return Math.max(paper.views, counted)
}

/** The larger of what the page was loaded with and what this load counted: visits only rise. */
export function useVisits(read: number | null): number | null {
  const own = useStore(countedVisits)
  return own === null || read === null ? (own ?? read) : Math.max(own, read)
}
