import type { ReactNode } from 'react'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { DidYouMean } from './did-you-mean.tsx'
import type { ReadList } from './failed-list.ts'
import { type ActiveFilters, chosenOf, keptOf } from './filters/active-filters.ts'
import { OpenFilters } from './filters/open-filters.tsx'
import { PaperFilters } from './filters/paper-filters.tsx'
import { SearchBox } from './filters/search-box.tsx'
import { unknownHeading } from './filters/unknown-filter.tsx'
import { FoundLine } from './found-line.tsx'
import type { Unknown } from './list-address.ts'
import { QuestionsInside } from './questions-inside.tsx'

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
      <SearchBox q={list.q} kept={{ ...keptOf(list), first: list.filter.first }} />
      <OpenFilters list={list} />
      {children}
      <PaperFilters list={list} counted={labels.papers(list.total, list.more, list.filter)} />
    </header>
  )
}
