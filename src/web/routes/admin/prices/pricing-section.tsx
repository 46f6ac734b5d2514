import { useRef, useState } from 'react'
import { PLAN_IDS, type Prices } from '#domain/pricing/plan.ts'
import { shortDay } from '#domain/time/india-time.ts'
import { useJournal } from '../journal/use-journal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { PriceHistory } from './price-history.tsx'
import { PricesForm } from './prices-form.tsx'
import { usePrices } from './use-prices.ts'
import './prices.css'

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
        <div id={OPENED_ID} className="desk-sheet grid gap-7 mt-3">
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
