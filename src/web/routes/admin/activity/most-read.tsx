import { Link } from 'react-router'
import type { Period, ReadPaper } from '#domain/activity/activity.ts'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { callAdmin } from '../client/call-admin.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useActivity } from './activity-address.ts'
import { barsOf, strokesOf, VIEWS } from './bars.ts'
import { DayChart } from './day-chart.tsx'

export function MostRead({
  papers,
  days,
  open,
  hrefOf,
}: {
  papers: ReadPaper[]
  days: Period
  open: string
  hrefOf: (change: Record<string, string>) => string
}) {
  if (papers.length === 0)
    return <p className="text-lg">No paper was opened in these days. The first view shows up here at once.</p>
  const most = papers[0]?.views ?? 1
  return (
    <ol className="desk-sheet most-read">
      {papers.map((paper) => (
        <li key={paper.id}>
          <div className="min-w-0">
            <Title paper={paper} />
            <p className="text-quiet text-sm leading-snug">{factsOf(paper)}</p>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, (paper.views / most) * 100)} height="4" />
            </svg>
          </div>
          <p className="views">
            <strong>{paper.views.toLocaleString('en-IN')}</strong> {paper.views === 1 ? 'view' : 'views'}
          </p>
          {paper.state !== 'gone' && (
            <Link
              className="action"
              to={hrefOf({ paper: open === paper.id ? '' : paper.id })}
              preventScrollReset
              replace
              aria-label={open === paper.id ? `Close: ${paper.title}` : `By day: ${paper.title}`}
            >
              <span className="sweeps">{open === paper.id ? 'Close' : 'By day'}</span>
            </Link>
          )}
          {open === paper.id && <PaperDays id={paper.id} days={days} />}
        </li>
      ))}
    </ol>
  )
}

function Title({ paper }: { paper: ReadPaper }) {
  if (paper.title === null) return <h3 className="text-lg">A paper that was deleted since</h3>
  const lang = /\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined
  return (
    <h3 className="text-lg leading-snug" lang={lang}>
      {paper.state === 'published' ? <Link to={`/papers/${paper.id}`}>{paper.title}</Link> : paper.title}
    </h3>
  )
}

function factsOf({ type, grade, subject, month, year, state }: ReadPaper) {
  if (type === null || grade === null) return 'Its views still count.'
  const facts = [typeLabel(type), gradeLabel(grade), subject === 'all' ? null : subject, `${month} ${year}`]
  return [...facts, state === 'binned' ? 'in the bin' : state === 'hidden' ? 'hidden' : null]
    .filter(Boolean)
    .join(' · ')
}

function PaperDays({ id, days }: { id: string; days: Period }) {
  const { data, failure, busy, again } = useActivity(['paper', id, days], (options) =>
    callAdmin(
      (api) => api.activity.papers[':id'].$get({ param: { id }, query: { days: String(days) } }),
      options,
    ),
  )
  if (failure) return <LoadFailed sentence={failure} onRetry={again} />
  if (!data)
    return (
      <div role="status" className="skeleton h-48">
        <span className="sr-only">Reading the days …</span>
      </div>
    )
  const byDay = data.byDay.map(({ day, views }) => ({ day, value: views }))
  return (
    <div aria-busy={busy}>
      <DayChart
        name="Views of this paper"
        bars={barsOf({ ...data, byDay }, days)}
        unit={VIEWS}
        per={strokesOf(days)}
        heading="h4"
      />
    </div>
  )
}
