import { useState } from 'react'
import { PLAN_IDS, type Prices } from '#domain/pricing/plan.ts'
import { shortDay } from '#domain/time/india-time.ts'
import { useJournal } from '../journal/use-journal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { PriceHistory } from './price-history.tsx'
import { PricesForm } from './prices-form.tsx'
import { usePrices } from './use-prices.ts'
import './prices.css'

const OPENED_ID = 'prices-opened'

/** All changed prices are saved, or none. Once every price is set and saved, the section opens as one line. */
export function PricingSection({ now }: { now: Date }) {
  const prices = usePrices()
  const { saved, failure } = prices
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isWhole = saved !== null && PLAN_IDS.every((id) => saved[id] !== null)
  const isOpen = chosen ?? (!isWhole || prices.changed.length > 0)
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
