import { useCallback, useRef, useState } from 'react'
import { PLAN_IDS, type PlanId, type Prices, priceLabel } from '#domain/pricing/plan.ts'
import { dayLabel, shortDay, timeLabel } from '#domain/time/india-time.ts'
import { JOURNAL_NOT_READ, useJournal } from '../journal/use-journal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { PricesForm } from './prices-form.tsx'
import { type Saving, usePrices } from './use-prices.ts'
import './prices.css'
import type { Entry } from '#domain/journal/entry.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { authorName } from '../journal/describe-entry.ts'

const FIRST_SHOWN = 3
const MORE_SHOWN = 10

type HistoryProps = {
  saved: Prices
  saving: Saving
  onSetBack: (id: PlanId, rupees: number | null) => Promise<void>
}

function PriceHistory({ saved, saving, onSetBack }: HistoryProps) {
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
        <p className="text-quiet">
          No price was changed yet. Each change will be listed here, with a way back.
        </p>
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

const OPENED_ID = 'prices-opened'

/** All changed prices are saved, or none. Once a price is set, the section opens as one line, so that the papers are near. */
export function PricingSection({ now }: { now: Date }) {
  const prices = usePrices()
  const { saved, failure } = prices
  const [chosen, setChosen] = useState<boolean | null>(null)
  // What was opened once does not fold under who uses it.
  const opened = useRef<boolean>(null)
  if (saved) opened.current ??= PLAN_IDS.every((id) => saved[id] === null)
  if (prices.changed.length > 0) opened.current = true
  const isOpen = chosen ?? opened.current ?? false
  return (
    <section aria-labelledby="pricing-heading">
      <div className="question">
        <span className="number" aria-hidden="true">
          1.
        </span>
        <h2 id="pricing-heading">Pricing Section</h2>
        {saved ? (
          <p className="folded-line">
            <PricesInWords saved={saved} now={now} />
            <span aria-hidden="true"> · </span>
            <button
              type="button"
              className="action"
              aria-expanded={isOpen}
              aria-controls={isOpen ? OPENED_ID : undefined}
              onClick={() => setChosen(!isOpen)}
            >
              <span className="sweeps">{isOpen ? 'Fold' : 'Change'}</span>
            </button>
          </p>
        ) : (
          !failure && (
            <p className="folded-line self-center" role="status">
              <span className="sr-only">Reading the prices …</span>
              <span className="skeleton block h-5 w-28 sm:w-52" />
            </p>
          )
        )}
      </div>
      {failure && <LoadFailed sentence={failure} onRetry={prices.load} />}
      {saved && isOpen && (
        <div id={OPENED_ID} className="admin-sheet grid gap-7 mt-3">
          <PricesForm prices={prices} />
          <PriceHistory saved={saved} saving={prices.saving} onSetBack={prices.setBack} />
        </div>
      )}
    </section>
  )
}

/** "9 prices, changed 22 Nov"; on a phone the word is only read out, so that the line is its heading's. */
function PricesInWords({ saved, now }: { saved: Prices; now: Date }) {
  const { entries } = useJournal({ kind: 'price' })
  const count = PLAN_IDS.filter((id) => saved[id] !== null).length
  const whole = count === PLAN_IDS.length ? `${count} prices` : `${count} of ${PLAN_IDS.length} prices`
  const changed = entries?.[0]?.at
  return (
    <span>
      {whole}
      {changed && (
        <span className="max-[22rem]:sr-only">
          , <span className="max-sm:sr-only">changed </span>
          {shortDay(changed, now)}
        </span>
      )}
    </span>
  )
}
