import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { type ActiveFilters, chosenOf, countText } from './filters/active-filters.ts'
import { useIsListAsked } from './use-is-list-asked.ts'

type Found = ActiveFilters & Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'isBeingMade'>

/** How many papers there are; on a phone, whose filters are folded away, also what they are narrowed to. */
export function FoundLine({ list }: { list: Found }) {
  const isAsked = useIsListAsked()
  const { q, total, more, corrected, isBeingMade } = list
  const chosen = chosenOf(list).map(({ label }) => label)
  if (isAsked) return <span role="status">Looking for papers …</span>
  return (
    <span role="status">
      {countText(total, more, list.filter)} {q ? `found for “${corrected ?? q}”` : 'free to open'}
      {corrected && ` (you typed “${q}”)`}
      {chosen.length > 0 && <span className="md:hidden">: {chosen.join(', ')}</span>}
      {'. '}
      {isBeingMade && BEING_MADE}
    </span>
  )
}

/** Shown while the search index is being rebuilt. */
export const BEING_MADE =
  'The search is being put in order just now, so papers may be missing from it. Look again in a minute.'
