import { useCallback, useRef, useState } from 'react'
import type { Entry } from '#domain/journal/entry.ts'
import { PLAN_IDS, type PlanId, type Prices, priceLabel } from '#domain/pricing/plan.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import { authorName } from '#web/routes/admin/journal/describe-entry.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { JOURNAL_NOT_READ, useJournal } from '../journal/use-journal.ts'
import { LoadFailed } from '../load-failed.tsx'
import type { Saving } from './use-prices.ts'

const FIRST_SHOWN = 3
const MORE_SHOWN = 10

type HistoryProps = {
  saved: Prices
  saving: Saving
  onSetBack: (id: PlanId, rupees: number | null) => Promise<void>
}

export function PriceHistory({ saved, saving, onSetBack }: HistoryProps) {
  const { entries, more, failure, busy, again, readOlder } = useJournal(
    { kind: 'price' },
    { unreached: JOURNAL_NOT_READ },
  )
  const [shown, setShown] = useState(FIRST_SHOWN)
  const heading = useRef<HTMLHeadingElement>(null)

  const setBack = useCallback(
    async (id: PlanId, rupees: number | null) => {
      await onSetBack(id, rupees)
      heading.current?.focus({ preventScroll: true })
    },
    [onSetBack],
  )

  async function showOlder() {
    if (entries && shown + MORE_SHOWN > entries.length && more) await readOlder()
    setShown(shown + MORE_SHOWN)
  }

  return (
    <section className="price-history" aria-labelledby="price-history-heading">
      <h3 id="price-history-heading" ref={heading} tabIndex={-1} className="font-bold text-xl">
        History of prices
      </h3>
      {failure && <LoadFailed sentence={failure} onRetry={again} />}
      {!entries && !failure && <HistorySkeleton />}
      {entries?.length === 0 && (
        <p className="text-quiet">No price was changed yet. Each change will stand here, with a way back.</p>
      )}
      <ol className="empty:hidden">
        {entries?.slice(0, shown).map((entry) => (
          <Line key={entry.id} entry={entry} saved={saved} saving={saving} onSetBack={setBack} />
        ))}
      </ol>
      {entries && (entries.length > shown || more) && (
        <BusyButton className="button button-line" busy={busy} onClick={() => void showOlder()}>
          Older changes
        </BusyButton>
      )}
    </section>
  )
}

type LineProps = {
  entry: Entry
  saved: Prices
  saving: Saving
  onSetBack: (id: PlanId, rupees: number | null) => Promise<void>
}

function Line({ entry, saved, saving, onSetBack }: LineProps) {
  const [pressed, setPressed] = useState(false)
  const id = PLAN_IDS.find((plan) => plan === entry.subjectId)
  const [was, is] = [entry.before, entry.after].map((fields) =>
    typeof fields?.rupees === 'number' ? fields.rupees : null,
  ) as [number | null, number | null]
  async function press() {
    if (!id || saving) return
    setPressed(true)
    await onSetBack(id, was)
    setPressed(false)
  }
  return (
    <li>
      <div className="min-w-0">
        <p className="leading-snug">
          <strong>{entry.subject}</strong>{' '}
          <span className="whitespace-nowrap">
            <span className="sr-only">from </span>
            <del>{priceLabel(was)}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> to </span>
            <ins>{priceLabel(is)}</ins>
          </span>
        </p>
        <p className="text-quiet text-sm leading-snug">
          <span title={entry.author}>{authorName(entry.author)}</span> ·{' '}
          <time dateTime={entry.at}>
            {dayLabel(entry.at)}, {timeLabel(entry.at)}
          </time>
        </p>
      </div>
      {id && saved[id] !== was && (
        <button
          type="button"
          className="button button-line"
          aria-label={`Set back to ${priceLabel(was)}, ${entry.subject}`}
          aria-disabled={saving !== null || undefined}
          onClick={() => void press()}
        >
          {pressed && <span className="spinner" aria-hidden="true" />}
          Set back to {priceLabel(was)}
        </button>
      )}
    </li>
  )
}

function HistorySkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Reading the history …</span>
      {[1, 2, 3].map((line) => (
        <div key={line} className="grid gap-2 py-1">
          <div className="skeleton h-5 w-3/5" />
          <div className="skeleton h-4 w-2/5" />
        </div>
      ))}
    </div>
  )
}
