import { indiaDay } from '../time/india-time.ts'
import type { Centre } from './centre.ts'
import type { SitePicture } from './pictures/site-picture.ts'

export type Testimonial = Centre['testimonials'][number]

export type Saying = {
  text: string
  name: string
  date: string
  ago: string
  sample: boolean
  portrait?: SitePicture
}

/** With the authors' consent, and samples. */
export function sayingsOf(testimonials: readonly Testimonial[], now: Date): Saying[] {
  const thisMonth = monthsOf(indiaDay(now))
  return testimonials
    .filter(({ consent }) => consent !== false)
    .map(({ text, name, date, consent, portrait }) => ({
      text,
      name,
      date,
      ago: monthsAgo(thisMonth - monthsOf(date)),
      sample: consent === 'sample',
      ...(portrait && { portrait: withoutSource(portrait) }),
    }))
}

function withoutSource({ from: _, ...picture }: SitePicture): SitePicture {
  return picture
}

/** How long ago a month ("2025-03") of India was: "this month", "5 months ago", "a year ago". */
export function timeAgo(date: string, now: Date): string {
  return monthsAgo(monthsOf(indiaDay(now)) - monthsOf(date))
}

function monthsAgo(months: number): string {
  if (months <= 0) return 'this month'
  return months < 12 ? count(months, 'a', 'month') : count(Math.floor(months / 12), 'a', 'year')
}

function monthsOf(date: string) {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return year * 12 + month
}

function count(number: number, one: string, unit: string) {
  return number === 1 ? `${one} ${unit} ago` : `${number} ${unit}s ago`
}
