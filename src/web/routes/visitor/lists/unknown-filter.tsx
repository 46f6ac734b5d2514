import { Link } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type ActiveFilters, addressWith, countOf, valuesOf } from './active-filters.ts'
import type { Unknown } from './list-address.ts'

/** The heading of the page whose address asks for a filter value that does not exist. */
export function unknownHeading({ facet, value }: Unknown, m: Messages): string {
  return SENTENCES[facet](m, value)
}

const SENTENCES: Record<Unknown['facet'], (m: Messages, value: string) => string> = {
  type: (m, value) => m.filters_no_exam({ value }),
  grade: (m, value) => m.filters_no_class({ value }),
  subject: (m, value) => m.filters_no_subject({ value }),
  year: (m, value) => m.filters_no_year({ value }),
  month: (m, value) => m.filters_no_month({ value }),
  board: (m, value) => m.filters_no_state({ value }),
}

/** What there is instead, below the heading that says what there is not. */
export function UnknownFilter({ list, unknown: { facet } }: { list: ActiveFilters; unknown: Unknown }) {
  const m = useMessages()
  const labels = useLabels()
  const there = valuesOf(list, facet, '').filter((known) => countOf(list, facet, known, labels).papers !== 0)
  return (
    <div className="instead mt-6 md:mt-10">
      <EmptyState mark="?" />
      <div className="error-links">
        {there.length > 0 && (
          <p className="max-w-[40ch] text-pretty font-semibold text-xl/snug">{m.filters_have_papers()}</p>
        )}
        {there.length > 0 && (
          <ul aria-label={m.filters_what_there_is()}>
            {there.map((known) => (
              <li key={known}>
                <Link className="page-number" to={addressWith(list, { [facet]: known })}>
                  {labels.facet(facet, known)}
                  {countOf(list, facet, known, labels).text}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link className="button justify-self-start" to={addressWith(list)}>
          {m.list_show_all()}
        </Link>
      </div>
    </div>
  )
}
