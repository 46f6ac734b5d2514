import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { type ActiveFilters, addressWith } from './filters/active-filters.ts'
import { FOLDED } from './list-address.ts'

/** Where a list shows several sets of one exam: one card for all of them, or one for each. */
export function FoldSets({ list, papers }: { list: ActiveFilters; papers: { sets?: unknown }[] }) {
  const m = useMessages()
  if (!list.filter.foldsSets && !papers.some(({ sets }) => sets)) return null
  return (
    <p className="mt-4">
      <Link
        className="action"
        to={addressWith(list, { sets: list.filter.foldsSets ? '' : FOLDED })}
        preventScrollReset
      >
        <span className="sweeps">
          {list.filter.foldsSets ? m.list_card_for_every_set() : m.list_card_for_all_sets()}
        </span>
      </Link>
    </p>
  )
}
