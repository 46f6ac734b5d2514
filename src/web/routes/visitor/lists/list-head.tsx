import type { ReactNode } from 'react'
import { formatsOf } from '#domain/language/formats.ts'
import type { Language } from '#domain/language/languages.ts'
import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { type ActiveFilters, type Chosen, carriedFilters, chosenLabel, chosenOf } from './active-filters.ts'
import type { ReadList } from './failed-list.ts'
import type { Unknown } from './list-address.ts'
import { DidYouMean } from './nothing-found.tsx'
import { OpenFilters, PaperFilters } from './paper-filters.tsx'
import { QuestionsInside } from './question-card.tsx'
import { SearchBox } from './search-box.tsx'
import { unknownHeading } from './unknown-filter.tsx'
import { useIsListAsked } from './use-show-list.ts'

type Counted = Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'unsaid' | 'didYouMean' | 'isBeingMade'> &
  Pick<ReadList, 'questions'>
type HeadProps = {
  title: string
  list: ActiveFilters & Counted & { failed: boolean; unknown: Unknown | null }
  /** After the count, while nothing is asked for. */
  lede?: ReactNode
  /** Bubbles. */
  children?: ReactNode
}

/** Above every list: its name or that a filter does not exist, the one count, the search and the filters. */
export function ListHead({ title, list, lede, children }: HeadProps) {
  const m = useMessages()
  const labels = useLabels()
  const isCounted = !list.failed && !list.unknown && list.total > 0
  return (
    <header className="list-head">
      <div className="list-name">
        <h1>{list.unknown ? unknownHeading(list.unknown, m) : title}</h1>
        <p>
          {isCounted && <FoundLine list={list} hasBubbles={children !== undefined} />}{' '}
          {list.q === '' && !list.unknown && chosenOf(list).length === 0 && lede}
        </p>
        {isCounted && <DidYouMean list={list} found={list} />}
        {!list.failed && !list.unknown && <QuestionsInside list={list} />}
      </div>
      <SearchBox q={list.q} carried={{ ...carriedFilters(list), first: list.filter.first }} />
      <OpenFilters list={list} />
      {children}
      <PaperFilters list={list} counted={labels.papers(list.total, list.more, list.filter)} />
    </header>
  )
}

type Found = ActiveFilters & Pick<FoundPapers, 'total' | 'more' | 'corrected' | 'unsaid' | 'isBeingMade'>

/**
 * How many papers there are; on a phone, whose filters are folded away, also what they are narrowed to, but for what the
 * bubbles of Practice say. `data-short` marks a line that has room next to the name there: the English one.
 */
function FoundLine({ list, hasBubbles }: { list: Found; hasBubbles: boolean }) {
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

/** The page of a list: while another list is asked for, what would be wrong is at half strength. */
export function ListPage({ children }: { children: React.ReactNode }) {
  const isAsked = useIsListAsked()
  return (
    <main id="content" className="page list-page wrap" data-asked={isAsked || undefined}>
      <div className="ruled">{children}</div>
    </main>
  )
}
