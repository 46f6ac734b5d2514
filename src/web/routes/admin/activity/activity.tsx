import { type Activity, PERIODS } from '#domain/activity/activity.ts'
import { callAdmin } from '../client/call-admin.ts'
import { deskHead } from '../desk-head.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useActivityAddress } from './activity-address.ts'
import { barsOf, strokesOf } from './chart/bars.ts'
import { DayChart } from './chart/day-chart.tsx'
import { VIEWS, VISITS } from './chart/units.ts'
import { Choices } from './choices.tsx'
import { Coverage } from './coverage/coverage.tsx'
import { FailedSearches } from './failed-searches.tsx'
import { MostRead } from './most-read.tsx'
import { SumsInWords } from './sums-in-words.tsx'
import { Taps } from './taps.tsx'
import { useActivity } from './use-activity.ts'
import './activity.css'

export const meta = deskHead('Activity')

export default function ActivityPage() {
  const { ask, hrefOf } = useActivityAddress()
  const { days } = ask
  const { data, failure, busy, again } = useActivity(['sums', days], (options) =>
    callAdmin((api) => api.activity.$get({ query: { days: String(days) } }), options),
  )
  return (
    <div className="ruled activity grid gap-10 md:gap-14">
      <div className="grid gap-5">
        <h1>Activity</h1>
        {failure && <LoadFailed sentence={failure} onRetry={again} />}
        {!data && !failure && <Skeleton />}
        {data && <SumsInWords activity={data} />}
      </div>
      <Part number={1} name="Day by day">
        <Choices
          label="Period"
          choices={PERIODS.map((period) => ({
            name: period === 365 ? 'A year' : `${period} days`,
            to: hrefOf({ days: String(period) }),
            current: period === days,
          }))}
        />
        {data && <Charts activity={data} busy={busy} />}
      </Part>
      <Part number={2} name="Most read">
        {data && <MostRead papers={data.mostRead} days={days} open={ask.paper} hrefOf={hrefOf} />}
      </Part>
      <Part number={3} name="Taps on plans and contacts">
        {data && <Taps activity={data} busy={busy} />}
      </Part>
      <Part number={4} name="Searches that found nothing">
        <FailedSearches days={days} />
      </Part>
      <Part number={5} name="What is missing">
        <Coverage ask={ask} hrefOf={hrefOf} />
      </Part>
    </div>
  )
}

function Charts({ activity, busy }: { activity: Activity; busy: boolean }) {
  const { byDay } = activity
  const period = PERIODS.find((days) => days === byDay.length) ?? PERIODS[0]
  if (activity.since === null)
    return <p className="text-lg">Nothing is counted yet. The first visit draws the first stroke.</p>
  const bars = (value: 'views' | 'visits') =>
    barsOf({ ...activity, byDay: byDay.map((each) => ({ day: each.day, value: each[value] })) }, period)
  return (
    <div className="grid gap-y-8 gap-x-10 lg:grid-cols-2 [&>p]:col-span-full" aria-busy={busy}>
      <DayChart
        key={`views ${period}`}
        name="Views"
        bars={bars('views')}
        unit={VIEWS}
        per={strokesOf(period)}
      />
      <DayChart
        key={`visits ${period}`}
        name="Visits"
        bars={bars('visits')}
        unit={VISITS}
        per={strokesOf(period)}
      />
      {activity.since > (byDay[0]?.day ?? '') && (
        <p className="text-quiet text-sm">Where the line is dotted, nothing was counted yet.</p>
      )}
    </div>
  )
}

function Part({ number, name, children }: { number: number; name: string; children: React.ReactNode }) {
  const id = `activity-${number}`
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <div className="question">
        <span className="number" aria-hidden="true">
          {number}.
        </span>
        <h2 id={id}>{name}</h2>
      </div>
      {children}
    </section>
  )
}

function Skeleton() {
  return (
    <div role="status" className="sums">
      <span className="sr-only">Reading the sums …</span>
      <div className="skeleton h-20" />
      <div className="skeleton h-20" />
    </div>
  )
}
