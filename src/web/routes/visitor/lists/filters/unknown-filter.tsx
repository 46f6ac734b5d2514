import { Link } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import type { Unknown } from '../list-address.ts'
import { type ActiveFilters, addressWith } from './active-filters.ts'
import { countOf, valuesOf } from './filter-choices.ts'

const SENTENCES: Record<Unknown['facet'], (m: Messages, value: string) => string> = {
  type: (m, value) => m.filters_no_exam({ value }),
  grade: (m, value) => m.filters_no_class({ value }),
  subject: (m, value) => m.filters_no_subject({ value }),
  year: (m, value) => m.filters_no_year({ value }),
  month: (m, value) => m.filters_no_month({ value }),
}

export function UnknownFilter({
  list,
  unknown: { facet, value },
}: {
  list: ActiveFilters
  unknown: Unknown
}) {
  const m = useMessages()
  const labels = useLabels()
  const there = valuesOf(list, facet, '').filter((known) => countOf(list, facet, known, labels).papers !== 0)
  return (
    <div className="instead mt-6 md:mt-10">
      <EmptySheet mark="?" />
      <div className="ways-on">
        <div role="status">
          <p className="max-w-[40ch] text-pretty font-semibold text-xl/snug">{SENTENCES[facet](m, value)}</p>
          {there.length > 0 && <p className="mt-2">{m.filters_have_papers()}</p>}
        </div>
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
