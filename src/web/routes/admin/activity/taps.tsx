import { type Activity, PERIODS } from '#domain/activity/activity.ts'
import { tapLabel } from '#domain/taps/tap.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { barsOf, strokesOf } from './chart/bars.ts'
import { DayChart } from './chart/day-chart.tsx'
import { TAPS } from './chart/units.ts'

/** Which plans are asked for, and by which way: sums, of nobody. */
export function Taps({ activity, busy }: { activity: Activity; busy: boolean }) {
  const { today, byDay, taps, tapsSince } = activity
  const period = PERIODS.find((days) => days === byDay.length) ?? PERIODS[0]
  const [most] = taps
  if (!most)
    return (
      <p className="max-w-[60ch] text-lg">
        Nobody tapped Choose plan, WhatsApp, Phone or Email in these days. The first tap shows up here at
        once.
      </p>
    )
  const sums = byDay.map(({ day, taps }) => ({ day, value: taps }))
  const bars = barsOf({ today, since: tapsSince, byDay: sums }, period)
  return (
    <div className="grid items-start gap-y-8 gap-x-10 lg:grid-cols-2" aria-busy={busy}>
      <div className="desk-sheet tap-sums">
        <table>
          <caption className="sr-only">Taps by plan and way</caption>
          <thead>
            <tr>
              <th scope="col">What was tapped</th>
              <th scope="col">Taps</th>
            </tr>
          </thead>
          <tbody>
            {taps.map(({ target, taps }) => (
              <tr key={target}>
                <th scope="row">
                  {tapLabel(target)}
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
      <DayChart key={period} name="Taps" bars={bars} unit={TAPS} per={strokesOf(period)} />
      <p className="col-span-full max-w-[68ch] text-quiet text-sm">
        A tap opens WhatsApp, the phone or the mail program; whether a message was sent is not known here.
        {tapsSince && ` Taps are counted since ${dayLabel(tapsSince)}.`}
      </p>
    </div>
  )
}
