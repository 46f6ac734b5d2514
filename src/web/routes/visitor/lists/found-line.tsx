import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { countText } from './filters/active-filters.ts'

type Found = Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'isBeingMade'> & { q: string }

export function FoundLine({ found: { q, total, more, corrected, isBeingMade } }: { found: Found }) {
  return (
    <p className="mt-3 text-quiet text-sm leading-snug md:mt-4 md:text-base" role="status">
      {countText(total, more)} {q ? `found for “${corrected ?? q}”` : 'free to open'}
      {corrected && ` (you typed “${q}”)`}
      {isBeingMade && `. ${BEING_MADE}`}
    </p>
  )
}

/** Shown while the search index is being rebuilt. */
export const BEING_MADE =
  'The search is being put in order just now, so papers may be missing from it. Look again in a minute.'
