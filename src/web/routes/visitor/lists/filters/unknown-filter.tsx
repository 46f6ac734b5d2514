import { Link } from 'react-router'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import type { Unknown } from '../list-address.ts'
import { type ActiveFilters, addressWith, facetLabel } from './active-filters.ts'
import { countOf, valuesOf } from './filter-choices.ts'

const NAMES: Record<Unknown['facet'], string> = {
  type: 'board or exam',
  grade: 'class',
  subject: 'subject',
  year: 'year',
  month: 'month',
}

export function UnknownFilter({
  list,
  unknown: { facet, value },
}: {
  list: ActiveFilters
  unknown: Unknown
}) {
  const there = valuesOf(list, facet, '').filter((known) => countOf(list, facet, known).papers !== 0)
  return (
    <div className="instead mt-6 md:mt-10">
      <EmptySheet mark="?" />
      <div className="ways-on">
        <div role="status">
          <p className="max-w-[40ch] text-pretty font-semibold text-xl leading-snug">
            {`There is no ${NAMES[facet]} “${value}”.`}
          </p>
          {there.length > 0 && <p className="mt-2">These have papers:</p>}
        </div>
        {there.length > 0 && (
          <ul aria-label="What there is">
            {there.map((known) => (
              <li key={known}>
                <Link className="page-number" to={addressWith(list, { [facet]: known })}>
                  {facetLabel(facet, known)}
                  {countOf(list, facet, known).text}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link className="button justify-self-start" to={addressWith(list)}>
          Show all papers
        </Link>
      </div>
    </div>
  )
}
