import { Link } from 'react-router'
import type { Period, Search } from '#domain/activity/activity.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { Mark } from '#web/ui/mark.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useActivity } from './use-activity.ts'

export function FailedSearches({ days }: { days: Period }) {
  const { data, failure, busy, again } = useActivity(['searches', days], (options) =>
    callAdmin((api) => api.activity.searches.$get({ query: { days: String(days) } }), options),
  )
  if (failure) return <LoadFailed sentence={failure} onRetry={again} />
  if (!data)
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Reading the searches …</span>
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
      </div>
    )
  if (data.searches.length === 0)
    return <p className="text-lg">Every search of these days found something, or nobody searched.</p>
  const missing = data.searches.filter(({ findsNow }) => findsNow === 0)
  const found = data.searches.filter(({ findsNow }) => findsNow > 0)
  return (
    <div className="grid gap-8" aria-busy={busy}>
      {missing.length > 0 && <SearchList name="Missing still" searches={missing} />}
      {found.length > 0 && <SearchList name="There by now, or in another list" searches={found} />}
    </div>
  )
}

function SearchList({ name, searches }: { name: string; searches: Search[] }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-2 text-lg">{name}</h3>
      <ul className="desk-sheet searches">
        {searches.map((search) => (
          <li key={search.term}>
            <div className="min-w-0">
              <p className="font-semibold" lang={/\p{Script=Tamil}/u.test(search.term) ? 'ta' : undefined}>
                “{search.term}”
              </p>
              <p className="text-quiet text-sm leading-snug">
                {search.times === 1 ? 'once' : `${search.times.toLocaleString('en-IN')} times`}, last on{' '}
                {dayLabel(search.lastDay)}
              </p>
              {search.findsNow > 0 && (
                <p className="found text-sm">
                  <Mark name="tick" size={18} />
                  finds {search.more && 'more than '}
                  {search.findsNow.toLocaleString('en-IN')} {search.findsNow === 1 ? 'paper' : 'papers'} now
                </p>
              )}
            </div>
            <p className="ways">
              <Link
                className="action"
                to={`/practice?q=${encodeURIComponent(search.term)}`}
                aria-label={`Try it: “${search.term}”`}
              >
                <span className="sweeps">Try it</span>
              </Link>
              {search.findsNow === 0 && (
                <Link className="action" to="/admin/upload" aria-label={`Many files, for “${search.term}”`}>
                  <span className="sweeps">Many files</span>
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
