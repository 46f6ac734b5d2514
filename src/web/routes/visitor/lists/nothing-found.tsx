import { formatsOf } from '#domain/language/formats.ts'
import type { Messages } from '#domain/language/messages.ts'
import { percentRead, timeFor } from '#domain/recognition/time-left.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type ActiveFilters, addressWith, chosenLabel, chosenOf } from './active-filters.ts'
import { AskForPaper, wishOfList } from './ask-for-paper.tsx'
import { PaperCards } from './paper-cards.tsx'
import { ChosenChips } from './paper-filters.tsx'

export function NothingFound({
  list,
  found,
}: {
  list: ActiveFilters
  found: Pick<FoundPapers, 'nearest' | 'didYouMean' | 'noneOf' | 'unread' | 'scans' | 'isBeingMade'>
}) {
  const { nearest, isBeingMade, didYouMean, noneOf, unread, scans } = found
  const m = useMessages()
  const labels = useLabels()
  const formats = formatsOf(useLanguage())
  const words = list.understood.terms.map((term) => `“${term.typed}”`)
  const wish = wishOfList(list)
  const conditions = [...chosenOf(list).map((chosen) => chosenLabel(chosen, labels, m)), ...words]
  return (
    <>
      <div className="instead max-md:[&>svg]:w-18 mt-6 md:mt-10">
        <EmptyState mark="?" />
        <div className="grid justify-items-start gap-3">
          <div role="status">
            <p className="max-w-[40ch] text-pretty font-semibold text-xl/snug">
              {noneOf
                ? m.list_none_of({ what: labels.facet(noneOf.facet, noneOf.value) })
                : sentenceOf(list.q, conditions.length, m)}
            </p>
            <DidYouMean list={list} found={found} />
            <p className="mt-2 max-w-[60ch] text-pretty">
              {isBeingMade && `${m.list_being_made()} `}
              {unread > 0 && `${stillRead(unread, m)} ${readLeft(scans, m)} `}
              {conditions.length > 1 && m.list_understood_as({ parts: formats.list(conditions) })}
              {conditions.length <= 1 && list.q && !didYouMean && !noneOf && m.list_fewer_words()}
            </p>
          </div>
          {(conditions.length > 1 || !list.q) && <ChosenChips list={list} />}
          {list.q && !isBeingMade && <p className="max-w-[60ch] text-quiet">{m.list_searches_counted()}</p>}
          {wish && !isBeingMade && <AskForPaper wish={wish} />}
          {(list.q || conditions.length > 0) && (
            <Link className={wish && !isBeingMade ? 'action' : 'button'} to={list.path}>
              <span className="sweeps">{m.list_show_all()}</span>
            </Link>
          )}
        </div>
      </div>
      {nearest.length > 0 && (
        <section className="mt-10 md:mt-14" aria-labelledby="nearest">
          <div className="question">
            <h2 id="nearest">{m.list_nearest()}</h2>
          </div>
          <PaperCards papers={nearest} heading="h3" />
        </section>
      )}
    </>
  )
}

/** Up to a hundred are counted. */
function stillRead(papers: number, m: Messages) {
  return papers >= 100 ? m.list_still_read_many() : m.list_still_read({ count: papers })
}

function readLeft(scans: FoundPapers['scans'], m: Messages) {
  if (!scans) return m.list_look_again()
  const time = timeFor(scans.waiting, scans)
  if (!time) return m.list_read_slowly()
  const left = { count: time.count, percent: percentRead(scans) }
  return time.unit === 'hours' ? m.list_read_hours(left) : m.list_read_minutes(left)
}

function sentenceOf(q: string, count: number, m: Messages) {
  if (q) return m.list_nothing_for({ words: q })
  return count > 1 ? m.list_nothing_all() : m.list_nothing_here()
}

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
