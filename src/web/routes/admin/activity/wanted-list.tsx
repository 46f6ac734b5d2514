import { useState } from 'react'
import { Link } from 'react-router'
import type { Period } from '#domain/activity/activity.ts'
import { labelsOf } from '#domain/language/labels.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { listPath } from '#domain/paper/filters.ts'
import { currentYear, dayLabel } from '#domain/time/india-time.ts'
import { readWish, type Wanted, type Wish } from '#domain/wanted/wish.ts'
import { useDesk } from '#web/routes/admin/layout.tsx'
import { wishName } from '#web/routes/visitor/lists/ask-for-paper.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useActivity } from './activity-address.ts'

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
              <ul className="desk-sheet searches">
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
  const { now } = useDesk()
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
            <Mark name="tick" size={18} />
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
