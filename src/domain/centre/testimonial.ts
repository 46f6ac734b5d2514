import { indiaDay } from '../time/india-time.ts'
import type { Centre } from './centre.ts'

export type Testimonial = Centre['testimonials'][number]

/** What somebody said, as it is shown: who, when, how long ago, and whether it is only a sample. */
export type Saying = { text: string; name: string; date: string; ago: string; sample: boolean }

/** The testimonials whose authors agreed to stand here, and samples, with how long ago they were said. */
export function sayingsOf(testimonials: readonly Testimonial[], now: Date): Saying[] {
  return testimonials
    .filter(({ consent }) => consent !== false)
    .map(({ text, name, date, consent }) => ({
      text,
      name,
      date,
      ago: timeAgo(date, now),
      sample: consent === 'sample',
    }))
}

/** How long ago a month ("2025-03") was, in words: "this month", "5 months ago", "a year ago". The months are India's. */
export function timeAgo(date: string, now: Date): string {
  const months = monthsOf(indiaDay(now)) - monthsOf(date)
  if (months <= 0) return 'this month'
  return months < 12 ? count(months, 'a', 'month') : count(Math.floor(months / 12), 'a', 'year')
}

/** Months since the year 0 of a date that begins "2025-03". */
function monthsOf(date: string) {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return year * 12 + month
}

function count(number: number, one: string, unit: string) {
  return number === 1 ? `${one} ${unit} ago` : `${number} ${unit}s ago`
}
