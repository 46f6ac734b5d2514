import type { Activity } from '#domain/activity/activity.ts'
import { daysBefore } from '#domain/activity/activity.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { sumBack } from './chart/bars.ts'
import { type Unit, VIEWS, VISITS } from './chart/units.ts'

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
