import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { type ActiveFilters, chosenLabel, chosenOf } from './filters/active-filters.ts'
import { useIsListAsked } from './use-asked-list.ts'

type Found = ActiveFilters & Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'isBeingMade'>

/** How many papers there are; on a phone, whose filters are folded away, also what they are narrowed to. */
export function FoundLine({ list }: { list: Found }) {
  const m = useMessages()
  const labels = useLabels()
  const isAsked = useIsListAsked()
  const { q, total, more, corrected, isBeingMade } = list
  const chosen = chosenOf(list).map((each) => chosenLabel(each, labels))
  if (isAsked) return <span role="status">{m.list_looking()}</span>
  const papers = labels.papers(total, more, list.filter)
  return (
    <span role="status">
      {q ? m.list_found({ papers, words: corrected ?? q }) : m.list_free({ papers })}
      {corrected && ` ${m.list_you_typed({ words: q })}`}
      {chosen.length > 0 && <span className="md:hidden">: {chosen.join(', ')}</span>}
      {'. '}
      {isBeingMade && m.list_being_made()}
    </span>
  )
}
