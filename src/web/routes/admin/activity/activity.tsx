import { type Activity, COVERAGES, PERIODS, type Period, type Search } from '#domain/activity/activity.ts'
import { callAdmin } from '../client/call-admin.ts'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { type ActivityAsk, useActivity, useActivityAddress } from './activity-address.ts'
import { barsOf, DayChart, strokesOf, VIEWS, VISITS } from './day-chart.tsx'
import { CtaClicks, SumsInWords } from './describe-sums.tsx'
import { MostRead, WantedList } from './most-read.tsx'
import './activity.css'
import { Link } from 'react-router'
import { typeLabel } from '#domain/language/labels.ts'
import { SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useAdmin } from '../layout.tsx'
import { CoverageGrid, groupsOf, yearsOf } from './coverage-grid.tsx'

export const meta = adminMeta('Activity')

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
      <Part number={3} name="Clicks on plans and contacts">
        {data && <CtaClicks activity={data} busy={busy} />}
      </Part>
      <Part number={4} name="Searches that found nothing">
        <FailedSearches days={days} />
      </Part>
      <Part number={5} name="Papers asked for">
        <WantedList days={days} />
      </Part>
      <Part number={6} name="What is missing">
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

function Coverage({ ask, hrefOf }: { ask: ActivityAsk; hrefOf: (change: Record<string, string>) => string }) {
  const { now } = useAdmin()
  const { of, grade, allYears } = ask
  const { data, failure, busy, again } = useActivity(['coverage', of], (options) =>
    callAdmin((api) => api.activity.coverage.$get({ query: { type: of } }), options),
  )
  const years = data ? yearsOf(data.covered, now, allYears) : []
  const groups = data ? groupsOf(data.covered, of, grade, years) : []
  return (
    <div className="grid gap-4">
      <Choices
        label="Board or exams"
        choices={COVERAGES.map((each) => ({
          name: each === 'exams' ? 'Exams' : typeLabel(each),
          to: hrefOf({ of: each }),
          current: each === of,
        }))}
      />
      {of !== 'exams' && (
        <Choices
          label="Class"
          choices={[...SCHOOL_GRADES, 'all' as const].map((each) => ({
            name: each === 'all' ? 'All' : each,
            to: hrefOf({ class: each }),
            current: each === grade,
          }))}
        />
      )}
      {failure && <LoadFailed sentence={failure} onRetry={again} />}
      {!data && !failure && (
        <div role="status" className="skeleton h-80">
          <span className="sr-only">Reading the coverage …</span>
        </div>
      )}
      {data && (
        <div className="grid gap-3" aria-busy={busy}>
          <CoverageGrid groups={groups} years={years} earlier={allYears ? null : hrefOf({ years: 'all' })} />
          {allYears && (
            <p>
              <Link className="action" to={hrefOf({ years: '' })} preventScrollReset replace>
                <span className="sweeps">Only the last ten years</span>
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function Choices({
  label,
  choices,
}: {
  label: string
  choices: { name: string; to: string; current: boolean }[]
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, to, current }) => (
          <li key={name}>
            <Link
              className="page-number"
              to={to}
              preventScrollReset
              replace
              aria-current={current ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FailedSearches({ days }: { days: Period }) {
  const { data, failure, busy, again } = useActivity(['searches', days], (options) =>
    callAdmin((api) => api.activity.searches.$get({ query: { days: String(days) } }), options),
  )
  if (failure) return <LoadFailed sentence={failure} onRetry={again} />
  if (!data)
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Reading the searches …</span>
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
      </div>
    )
  if (data.searches.length === 0)
    return <p className="text-lg">Every search of these days found something, or nobody searched.</p>
  const missing = data.searches.filter(({ findsNow }) => findsNow === 0)
  const found = data.searches.filter(({ findsNow }) => findsNow > 0)
  return (
    <div className="grid gap-8" aria-busy={busy}>
      {missing.length > 0 && <SearchList name="Missing still" searches={missing} />}
      {found.length > 0 && <SearchList name="There by now, or in another list" searches={found} />}
    </div>
  )
}

function SearchList({ name, searches }: { name: string; searches: Search[] }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-2 text-lg">{name}</h3>
      <ul className="admin-sheet searches">
        {searches.map((search) => (
          <li key={search.term}>
            <div className="min-w-0">
              <p className="font-semibold" lang={/\p{Script=Tamil}/u.test(search.term) ? 'ta' : undefined}>
                “{search.term}”
              </p>
              <p className="text-quiet text-sm leading-snug">
                {search.times === 1 ? 'once' : `${search.times.toLocaleString('en-IN')} times`}, last on{' '}
                {dayLabel(search.lastDay)}
              </p>
              {search.findsNow > 0 && (
                <p className="found text-sm">
                  <Icon name="tick" size={18} />
                  finds {search.more && 'more than '}
                  {search.findsNow.toLocaleString('en-IN')} {search.findsNow === 1 ? 'paper' : 'papers'} now
                </p>
              )}
            </div>
            <p className="ways">
              <Link
                className="action"
                to={`/practice?q=${encodeURIComponent(search.term)}`}
                aria-label={`Try it: “${search.term}”`}
              >
                <span className="sweeps">Try it</span>
              </Link>
              {search.findsNow === 0 && (
                <Link className="action" to="/admin/upload" aria-label={`Many files, for “${search.term}”`}>
                  <span className="sweeps">Many files</span>
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
