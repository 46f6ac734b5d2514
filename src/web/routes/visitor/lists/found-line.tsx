import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { type ActiveFilters, type Chosen, chosenLabel, chosenOf } from './filters/active-filters.ts'
import { useIsListAsked } from './use-asked-list.ts'

type Found = ActiveFilters & Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'isBeingMade'>

/**
 * How many papers there are; on a phone, whose filters are folded away, also what they are narrowed to, where neither the
 * words of the search nor the bubbles of Practice say it.
 */
export function FoundLine({ list, hasBubbles }: { list: Found; hasBubbles: boolean }) {
  const m = useMessages()
  const labels = useLabels()
  const isAsked = useIsListAsked()
  const { q, total, more, corrected, isBeingMade } = list
  const chosen = chosenOf(list).filter((each) => !each.part && !(hasBubbles && isOfBubble(each)))
  const isShort = hasBubbles && !q && chosen.length === 0
  if (isAsked)
    return (
      <span role="status" data-short={isShort ? '' : undefined}>
        {m.list_looking()}
      </span>
    )
  const papers = labels.papers(total, more, list.filter)
  return (
    <span role="status" data-short={isShort ? '' : undefined}>
      {q ? (
        m.list_found({ papers, words: corrected ?? q })
      ) : (
        <Free papers={papers} isShort={isShort && total >= 10_000} />
      )}
      {corrected && ` ${m.list_you_typed({ words: q })}`}
      {chosen.length > 0 && (
        <span className="md:hidden">: {chosen.map((each) => chosenLabel(each, labels)).join(', ')}</span>
      )}
      {'. '}
      {isBeingMade && m.list_being_made()}
    </span>
  )
}

/** A number of six digits leaves a phone's line no room for what they are. */
function Free({ papers, isShort }: { papers: string; isShort: boolean }) {
  const m = useMessages()
  const sentence = m.list_free({ papers })
  if (!isShort) return sentence
  return (
    <>
      <span className="md:hidden">{papers}</span>
      <span className="max-md:hidden">{sentence}</span>
    </>
  )
}

/** "Previous years" is no class, and no bubble says it. */
function isOfBubble({ facet, value }: Chosen) {
  return facet === 'type' || (facet === 'grade' && value !== PREVIOUS_YEARS)
}
