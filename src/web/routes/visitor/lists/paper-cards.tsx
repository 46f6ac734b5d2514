import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { PaperCard } from '../paper-card/paper-card.tsx'
import { type ActiveFilters, addressWith } from './active-filters.ts'
import { FOLDED } from './list-address.ts'

export function PaperCards({
  papers,
  heading,
  opens = false,
  inClass = false,
}: {
  papers: FoundPaper[]
  heading: 'h2' | 'h3'
  opens?: boolean
  /** The page's title says the class of all. */
  inClass?: boolean
}) {
  const m = useMessages()
  return (
    <ul
      className="paper-cards mt-6 md:mt-7 md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4"
      aria-label={m.list_cards_label()}
    >
      {papers.map((paper, at) => (
        <li key={paper.id}>
          <PaperCard
            paper={paper}
            inside={paper.inside}
            sets={paper.sets}
            heading={heading}
            opens={opens && at === 0}
            alone={!inClass}
          />
        </li>
      ))}
    </ul>
  )
}

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
