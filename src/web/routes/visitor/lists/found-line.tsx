import { formatsOf } from '#domain/language/formats.ts'
import type { Language } from '#domain/language/languages.ts'
import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { type ActiveFilters, type Chosen, chosenLabel, chosenOf } from './filters/active-filters.ts'
import { useIsListAsked } from './use-asked-list.ts'

type Found = ActiveFilters & Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'unsaid' | 'isBeingMade'>

/**
 * How many papers there are; on a phone, whose filters are folded away, also what they are narrowed to, but for what the
 * bubbles of Practice say. `data-short` marks a line that has room beside the name there: the English one.
 */
export function FoundLine({ list, hasBubbles }: { list: Found; hasBubbles: boolean }) {
  const m = useMessages()
  const labels = useLabels()
  const isAsked = useIsListAsked()
  const { q, total, more, corrected, unsaid, isBeingMade } = list
  const language = useLanguage()
  const isEnglish = language === 'en'
  const isFound = q !== '' && unsaid.length === 0
  const chosen = chosenOf(list).filter(
    (each) => !(hasBubbles && isOfBubble(each) && !contradicts(list, each)),
  )
  const isShort = hasBubbles && isEnglish && !q && chosen.length === 0
  if (isAsked)
    return (
      <span role="status" data-short={isShort ? '' : undefined}>
        {m.list_looking()}
      </span>
    )
  const papers = labels.papers(total, more, list.filter)
  return (
    <span role="status" data-short={isShort ? '' : undefined}>
      {isFound && m.list_found({ papers, words: corrected ?? q })}
      {!isFound && (q ? papers : <Free papers={papers} isShort={isShort && total >= 1000} />)}
      {corrected && ` ${m.list_you_typed({ words: q })}`}
      {chosen.length > 0 && (
        <span className="md:hidden">: {chosen.map((each) => chosenLabel(each, labels, m)).join(', ')}</span>
      )}
      {'. '}
      {unsaid.length > 0 && `${m.list_unsaid({ words: quoted(unsaid, language) })} `}
      {isBeingMade && m.list_being_made()}
    </span>
  )
}

function quoted(words: string[], language: Language) {
  return formatsOf(language).list(words.map((word) => `“${word}”`))
}

/** A number of four digits or more leaves a phone's line no room for what they are. */
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

/** A filter of the address that the words of the search say otherwise. */
function contradicts({ understood }: Found, { facet, part }: Chosen) {
  return part === undefined && understood.parts.some((each) => each.facet === facet)
}

/** "Previous years" is no class, and no bubble says it. */
function isOfBubble({ facet, value }: Chosen) {
  return facet === 'type' || (facet === 'grade' && value !== PREVIOUS_YEARS)
}
