import { MONTHS } from '#domain/paper/paper.ts'
import { daysFrom } from '#domain/time/india-time.ts'

/** Of a day such as 2027-03-14: "March 2027". */
export function monthName(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** All weeks from Monday that have a day of this day's month. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const monday = daysFrom(first, -weekday(first))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => daysFrom(monday, week * 7 + at)),
  )
  return weeks.filter((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))
}

/** The same day of another month, or its last one where that month is shorter. */
export function monthsFrom(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

/** Where a key leads from a day of the calendar; null for keys that lead nowhere. */
export function dayAfterKey(day: string, key: string): string | null {
  if (key === 'ArrowLeft') return daysFrom(day, -1)
  if (key === 'ArrowRight') return daysFrom(day, 1)
  if (key === 'ArrowUp') return daysFrom(day, -7)
  if (key === 'ArrowDown') return daysFrom(day, 7)
  if (key === 'Home') return daysFrom(day, -weekday(day))
  if (key === 'End') return daysFrom(day, 6 - weekday(day))
  if (key === 'PageUp') return monthsFrom(day, -1)
  if (key === 'PageDown') return monthsFrom(day, 1)
  return null
}

/** From 0 for Monday. */
function weekday(day: string) {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
