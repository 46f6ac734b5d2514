import { type Activity, daysBefore, PERIODS } from '#domain/activity/activity.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { ctaLabel } from '#domain/visits/cta-click.ts'
import { barsOf, CLICKS, DayChart, strokesOf, sumBack, type Unit, VIEWS, VISITS } from './day-chart.tsx'

export function SumsInWords({ activity }: { activity: Activity }) {
  const { today, since, byDay } = activity
  const isComparable = since !== null && since <= daysBefore(today, 13)
  return (
    <div className="sums">
      <Sums unit={VIEWS} name="Views" values={byDay.map(({ views }) => views)} comparable={isComparable} />
      <Sums
        unit={VISITS}
        name="Visits"
        values={byDay.map(({ visits }) => visits)}
        comparable={isComparable}
      />
      <p className="text-quiet text-sm">
        A view is a paper that somebody opened, a visit is the site opened once.
        {since && ` Days are India’s, counted since ${dayLabel(since)}.`} Only sums by day are kept; no
        visitor is followed.
      </p>
    </div>
  )
}

function Sums({
  unit,
  name,
  values,
  comparable,
}: {
  unit: Unit
  name: string
  values: number[]
  comparable: boolean
}) {
  const week = sumBack(values, 0, 6)
  const before = sumBack(values, 7, 13)
  return (
    <section aria-label={name}>
      <p>
        <span className="figure">{sumBack(values, 0, 0).toLocaleString('en-IN')}</span>{' '}
        {sumBack(values, 0, 0) === 1 ? unit.one : unit.many} today so far
      </p>
      <p>
        <strong>{week.toLocaleString('en-IN')}</strong> in the last 7 days,{' '}
        {comparable ? compare(week, before) : 'and no full week before to compare with yet'}.
      </p>
    </section>
  )
}

function compare(week: number, before: number) {
  const difference = week - before
  if (difference === 0) return 'as many as in the 7 days before'
  const by = Math.abs(difference).toLocaleString('en-IN')
  return `${by} ${difference > 0 ? 'more' : 'fewer'} than the ${before.toLocaleString('en-IN')} of the 7 days before`
}

/** Which plans are asked for, and by which way: sums, of nobody. */
export function CtaClicks({ activity, busy }: { activity: Activity; busy: boolean }) {
  const { today, byDay, taps, ctaClicksSince } = activity
  const period = PERIODS.find((days) => days === byDay.length) ?? PERIODS[0]
  const [most] = taps
  if (!most)
    return (
      <p className="max-w-[60ch] text-lg">
        Nobody clicked Choose plan, WhatsApp, Phone or Email in these days. The first click shows up here at
        once.
      </p>
    )
  const sums = byDay.map(({ day, taps }) => ({ day, value: taps }))
  const bars = barsOf({ today, since: ctaClicksSince, byDay: sums }, period)
  return (
    <div className="grid items-start gap-y-8 gap-x-10 lg:grid-cols-2" aria-busy={busy}>
      <div className="admin-sheet click-sums">
        <table>
          <caption className="sr-only">Clicks by plan and way</caption>
          <thead>
            <tr>
              <th scope="col">What was clicked</th>
              <th scope="col">Clicks</th>
            </tr>
          </thead>
          <tbody>
            {taps.map(({ target, taps }) => (
              <tr key={target}>
                <th scope="row">
                  {ctaLabel(target)}
                  <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={Math.max(1, (taps / most.taps) * 100)} height="4" />
                  </svg>
                </th>
                <td>{taps.toLocaleString('en-IN')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DayChart key={period} name="Clicks" bars={bars} unit={CLICKS} per={strokesOf(period)} />
      <p className="col-span-full max-w-[68ch] text-quiet text-sm">
        A click opens WhatsApp, the phone or the mail program; whether a message was sent is not known here.
        {ctaClicksSince && ` Clicks are counted since ${dayLabel(ctaClicksSince)}.`}
      </p>
    </div>
  )
}
