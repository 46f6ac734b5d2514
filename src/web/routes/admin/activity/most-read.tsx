import { useState } from 'react'
import { Link } from 'react-router'
import type { Period, ReadPaper } from '#domain/activity/activity.ts'
import { gradeLabel, labelsOf, typeLabel } from '#domain/language/labels.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { listPath } from '#domain/paper/filters.ts'
import { currentYear, dayLabel } from '#domain/time/india-time.ts'
import { readWish, type Wanted, type Wish } from '#domain/wanted/wish.ts'
import { wishName } from '#web/routes/visitor/lists/ask-for-paper.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toastFailure } from '#web/ui/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { useAdmin } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useActivity } from './activity-address.ts'
import { barsOf, DayChart, strokesOf, VIEWS } from './day-chart.tsx'

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
    <ol className="admin-sheet most-read">
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

/** What visitors asked the centre for, most first; what is there by now closes by itself. */
export function WantedList({ days }: { days: Period }) {
  const { data, failure, busy, again } = useActivity(['wanted', days], (options) =>
    callAdmin((api) => api.activity.wanted.$get({ query: { days: String(days) } }), options),
  )
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  if (failure) return <LoadFailed sentence={failure} onRetry={again} />
  if (!data)
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Reading what is asked for …</span>
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
      </div>
    )
  if (data.wanted.length === 0)
    return (
      <p className="max-w-[68ch] text-lg">
        Nobody asked for a paper in these days. Empty lists and searches offer visitors to ask for one.
      </p>
    )
  async function dismiss(wish: string, isDismissed: boolean) {
    try {
      await callAdmin((api) => api.activity.wanted.$put({ json: { wish, isDismissed } }))
      const next = new Set(dismissed)
      if (isDismissed) next.add(wish)
      else next.delete(wish)
      setDismissed(next)
    } catch (error) {
      toastFailure(asCallError(error).message)
    }
  }
  const parts = [
    ['Missing still', data.wanted.filter(({ findsNow }) => findsNow === 0)],
    ['There by now', data.wanted.filter(({ findsNow }) => findsNow > 0)],
  ] as const
  return (
    <div className="grid gap-8" aria-busy={busy}>
      {parts.map(
        ([name, wanted]) =>
          wanted.length > 0 && (
            <section key={name} aria-label={`Asked for: ${name}`}>
              <h3 className="mb-2 text-lg">{name}</h3>
              <ul className="admin-sheet searches">
                {wanted.map((each) => (
                  <WantedRow
                    key={each.wish}
                    wanted={each}
                    isDismissed={dismissed.has(each.wish)}
                    dismiss={(isDismissed) => void dismiss(each.wish, isDismissed)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

function WantedRow({
  wanted: { wish: written, times, lastDay, findsNow, more },
  isDismissed,
  dismiss,
}: {
  wanted: Wanted
  isDismissed: boolean
  dismiss: (isDismissed: boolean) => void
}) {
  const { now } = useAdmin()
  const fields = new URLSearchParams(written)
  const wish = readWish((field) => fields.get(field), currentYear(now))
  const name = wish ? wishName(wish, labelsOf('en'), messagesOf('en')) : written
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-quiet text-sm leading-snug">
          asked for {times === 1 ? 'once' : `${times.toLocaleString('en-IN')} times`}, last on{' '}
          {dayLabel(lastDay)}
        </p>
        {findsNow > 0 && (
          <p className="found text-sm">
            <Icon name="tick" size={18} />
            {more && 'more than '}
            {findsNow.toLocaleString('en-IN')} {findsNow === 1 ? 'paper' : 'papers'} now
          </p>
        )}
      </div>
      <p className="ways">
        {isDismissed && (
          <>
            <span role="status">Dismissed.</span>
            <button type="button" className="action" onClick={() => dismiss(false)}>
              <span className="sweeps">Undo</span>
            </button>
          </>
        )}
        {!isDismissed && findsNow === 0 && (
          <>
            <Link
              className="action"
              to={`/admin?wanted=${encodeURIComponent(written)}#upload-heading`}
              aria-label={`Upload: ${name}`}
            >
              <span className="sweeps">Upload</span>
            </Link>
            <button
              type="button"
              className="action"
              aria-label={`Dismiss: ${name}`}
              onClick={() => dismiss(true)}
            >
              <span className="sweeps">Dismiss</span>
            </button>
          </>
        )}
        {findsNow > 0 && wish && (
          <Link className="action" to={pathOf(wish)} aria-label={`See: ${name}`}>
            <span className="sweeps">See</span>
          </Link>
        )}
      </p>
    </li>
  )
}

function pathOf({ filter, words }: Wish) {
  return words === '' ? listPath(filter) : `/search?q=${encodeURIComponent(words)}`
}
