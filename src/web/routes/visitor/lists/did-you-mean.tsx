import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { type ActiveFilters, addressWith } from './filters/active-filters.ts'

/** The same list, filters included, for the search that finds papers. */
export function DidYouMean({ list, found }: { list: ActiveFilters; found: Pick<FoundPapers, 'didYouMean'> }) {
  const m = useMessages()
  const { didYouMean } = found
  if (didYouMean === null) return null
  return (
    <p className="mt-2">
      {withNodes((node) =>
        m.list_did_you_mean({
          words: node(
            <Link className="action font-semibold" to={addressWith(list, { q: didYouMean })}>
              <span className="sweeps">{didYouMean}</span>
            </Link>,
          ),
        }),
      )}
    </p>
  )
}
