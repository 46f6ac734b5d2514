import type { Paper } from '#domain/paper/paper.ts'
import { useStored } from '#web/ui/use-store.ts'
import { countedViews } from './count-one.ts'

/** Rises when a link with this paper's `data-views` is followed (start/before-hydration.ts), or pages are read. */
export function useViewCount(paper: Pick<Paper, 'id' | 'views'>): number {
  const counted = useStored(countedViews, (views) => views.get(paper.id) ?? 0)
  return Math.max(paper.views, counted)
}
