import { useRef, useState } from 'react'
import './chart.css'
import { daysBefore, type Period } from '#domain/activity/activity.ts'
import { MONTHS } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'

const HEIGHT = 100
/** The share of a stroke's width that is drawn. */
const STROKE = 0.74

/** Finger, mouse and arrow keys read one stroke; the table below holds the same figures. */
export function DayChart({
  name,
  bars,
  unit,
  per,
  heading: Heading = 'h3',
}: {
  name: string
  bars: Bar[]
  unit: Unit
  per: 'day' | 'week'
  heading?: 'h3' | 'h4'
}) {
  const [chosen, setChosen] = useState<number | null>(null)
  const plot = useRef<HTMLDivElement>(null)
  const at = Math.min(chosen ?? bars.length - 1, bars.length - 1)
  const bar = bars[at]
  const top = topOf(Math.max(0, ...bars.map(({ value }) => value ?? 0)))
  if (!bar) return null

  function read(event: React.PointerEvent) {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return
    const place = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    setChosen(Math.min(bars.length - 1, Math.max(0, place)))
  }

  return (
    <figure className="day-chart">
      <figcaption>
        <Heading className="font-bold text-lg">{`${name} by ${per}`}</Heading>
        <p className="reading" aria-hidden="true">
          <strong>{bar.name}</strong> {figureOf(bar, unit, per)}
        </p>
      </figcaption>
      <div className="graph">
        <div className="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value.toLocaleString('en-IN')}</span>
          ))}
        </div>
        <div ref={plot} className="plot graph-paper" onPointerMove={read} onPointerDown={read}>
          <Strokes bars={bars} top={top} chosen={chosen === null ? null : at} />
          <input
            type="range"
            min={0}
            max={bars.length - 1}
            value={at}
            onChange={(event) => setChosen(Number(event.target.value))}
            aria-label={`${name}: choose a ${per}`}
            aria-valuetext={`${bar.name}: ${figureOf(bar, unit, per)}`}
          />
        </div>
        <div className="days" aria-hidden="true">
          <span>{bars[0]?.short}</span>
          <span>{bars[Math.floor(bars.length / 2)]?.short}</span>
          <span>{bars.at(-1)?.now ? (per === 'day' ? 'Today' : 'This week') : bars.at(-1)?.short}</span>
        </div>
      </div>
      <ChartTable name={name} bars={bars} per={per} unit={unit} />
    </figure>
  )
}

function figureOf({ value, now }: Bar, unit: Unit, per: 'day' | 'week') {
  if (value === null) return 'not counted yet'
  const figure = `${value.toLocaleString('en-IN')} ${value === 1 ? unit.one : unit.many}`
  return now ? `${figure}, ${per === 'day' ? 'today so far' : 'this week so far'}` : figure
}

function Strokes({ bars, top, chosen }: { bars: Bar[]; top: number; chosen: number | null }) {
  return (
    <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="rule" d={`M0 .5H${bars.length}M0 ${HEIGHT / 2}H${bars.length}`} />
      {chosen !== null && <rect className="chosen" x={chosen} y={0} width={1} height={HEIGHT} />}
      {bars.map(({ day, value, now }, at) =>
        value === null ? (
          <path key={day} className="uncounted" d={`M${at} ${HEIGHT - 2}h1`} />
        ) : (
          <rect
            key={day}
            className={now ? 'stroke now' : 'stroke'}
            x={at + (1 - STROKE) / 2}
            width={STROKE}
            y={HEIGHT - heightOf(value, top)}
            height={heightOf(value, top)}
          />
        ),
      )}
      <path className="base" d={`M0 ${HEIGHT}H${bars.length}`} />
    </svg>
  )
}

/** One view among thousands must still be visible. */
function heightOf(value: number, top: number) {
  return value === 0 ? 0 : Math.max(1.5, (value / top) * HEIGHT)
}

function ChartTable({
  name,
  bars,
  per,
  unit,
}: {
  name: string
  bars: Bar[]
  per: 'day' | 'week'
  unit: Unit
}) {
  const title = `${name} by ${per}`
  return (
    <details className="as-table">
      <summary>
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be pushed must be reached by the keyboard */}
      <section className="pushed" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{per === 'day' ? 'Day' : 'Week'}</th>
              <th scope="col">{unit.many}</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ day, name: dayName, value, now }) => (
              <tr key={day}>
                <th scope="row">
                  {dayName}
                  {now && <span className="swept">so far</span>}
                </th>
                <td>{value === null ? 'not counted yet' : value.toLocaleString('en-IN')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** What a chart counts, as texts name it. */
export type Unit = { one: string; many: string }
export const VIEWS: Unit = { one: 'view', many: 'views' }
export const CLICKS: Unit = { one: 'click', many: 'clicks' }
export const VISITS: Unit = { one: 'visit', many: 'visits' }

/** A day or a week. `value` is null before counting began; `now` marks the unfinished one. */
type Bar = { day: string; name: string; short: string; value: number | null; now: boolean }

type Days = { today: string; since: string | null; byDay: { day: string; value: number }[] }

/** A year is drawn by weeks from Monday, wide enough for a thumb. */
export function barsOf(days: Days, period: Period): Bar[] {
  return period === 365 ? weeksOf(days) : daysOf(days)
}

export function strokesOf(period: Period): 'day' | 'week' {
  return period === 365 ? 'week' : 'day'
}

/** Counted back from today: 0 and 6 are the last seven days. */
export function sumBack(values: number[], from: number, to: number): number {
  return values.slice(values.length - 1 - to, values.length - from).reduce((sum, value) => sum + value, 0)
}

function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}`
}

/** A round number at or above the highest value, whose half is whole. */
export function topOf(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  const top = [1, 2, 4, 5, 6, 8, 10].map((times) => times * step).find((value) => value >= highest)
  return Math.max(2, top ?? highest)
}

function daysOf({ today, since, byDay }: Days): Bar[] {
  return byDay.map(({ day, value }) => ({
    day,
    name: `${weekdayOf(day)} ${dayLabel(day)}`,
    short: shortDay(day),
    value: isCounted(day, since) ? value : null,
    now: day === today,
  }))
}

function weeksOf({ today, since, byDay }: Days): Bar[] {
  const weeks = new Map<string, { days: string[]; value: number; counted: boolean }>()
  for (const { day, value } of byDay) {
    const monday = daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
    const week = weeks.get(monday) ?? { days: [], value: 0, counted: false }
    week.days.push(day)
    week.value += value
    week.counted ||= isCounted(day, since)
    weeks.set(monday, week)
  }
  return [...weeks.values()].map(({ days, value, counted }) => {
    const [first, last] = [days[0] as string, days.at(-1) as string]
    return {
      day: first,
      name: rangeOf(first, last),
      short: shortDay(first),
      value: counted ? value : null,
      now: last === today,
    }
  })
}

/** "3 to 9 August 2026", "26 Oct to 1 Nov 2026", "29 Dec 2025 to 4 Jan 2026". */
function rangeOf(first: string, last: string) {
  if (first === last) return dayLabel(first)
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))} to ${dayLabel(last)}`
  const [year, lastYear] = [first.slice(0, 4), last.slice(0, 4)]
  return `${shortDay(first)}${year === lastYear ? '' : ` ${year}`} to ${shortDay(last)} ${lastYear}`
}

function isCounted(day: string, since: string | null) {
  return since !== null && day >= since
}

function weekdayOf(day: string) {
  return ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][
    new Date(`${day}T00:00:00Z`).getUTCDay()
  ]
}
