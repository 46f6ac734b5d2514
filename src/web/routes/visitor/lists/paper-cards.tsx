import type { FoundPaper } from '#domain/search/finding/read-hits.server.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { PaperCard } from '../paper-card/paper-card.tsx'

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
