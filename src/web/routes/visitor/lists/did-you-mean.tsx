import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { Link } from '#web/link.tsx'
import { type ActiveFilters, addressWith } from './filters/active-filters.ts'

/** The same list, filters included, for the search that finds papers. */
export function DidYouMean({ list, found }: { list: ActiveFilters; found: Pick<FoundPapers, 'didYouMean'> }) {
  const { didYouMean } = found
  if (didYouMean === null) return null
  return (
    <p className="mt-2">
      Did you mean{' '}
      <Link className="action font-semibold" to={addressWith(list, { q: didYouMean })}>
        <span className="sweeps">{didYouMean}</span>
      </Link>
      ?
    </p>
  )
}
