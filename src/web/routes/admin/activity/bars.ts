import { daysBefore, type Period } from '#domain/activity/activity.ts'
import { MONTHS } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'

/** What a chart counts, as texts name it. */
export type Unit = { one: string; many: string }
export const VIEWS: Unit = { one: 'view', many: 'views' }
export const TAPS: Unit = { one: 'tap', many: 'taps' }
export const VISITS: Unit = { one: 'visit', many: 'visits' }

/** A day or a week. `value` is null before counting began; `now` marks the unfinished one. */
export type Bar = { day: string; name: string; short: string; value: number | null; now: boolean }

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

export function shortDay(day: string): string {
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
