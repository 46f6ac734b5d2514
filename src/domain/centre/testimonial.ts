import type { Language } from '../language/languages.ts'
import { messagesOf } from '../language/messages.ts'
import { dayLabel, indiaDay } from '../time/india-time.ts'
import type { Centre } from './centre.ts'
import type { SitePicture } from './pictures/site-picture.ts'
import { translated } from './translations/translated.ts'

export type Testimonial = Centre['testimonials'][number]

export type Saying = {
  text: string
  name: string
  date: string
  ago: string
  sample: boolean
  portrait?: SitePicture
}

/** With the authors' consent, and samples; not those that are hidden, or whose days are not these. */
export function sayingsOf(
  testimonials: readonly Testimonial[],
  now: Date,
  language: Language = 'en',
): Saying[] {
  const today = indiaDay(now)
  const thisMonth = monthsOf(today)
  return testimonials
    .filter((testimonial) => reasonUnshown(testimonial, today) === null)
    .map((testimonial) => translated(testimonial, language))
    .map(({ text, name, date, consent, portrait }) => ({
      text,
      name,
      date,
      ago: monthsAgo(thisMonth - monthsOf(date), language),
      sample: consent === 'sample',
      ...(portrait && { portrait: withoutSource(portrait) }),
    }))
}

function withoutSource({ from: _, ...picture }: SitePicture): SitePicture {
  return picture
}

type Unshown = 'no consent' | 'hidden' | 'not yet' | 'no longer'

/** Why nobody is shown a testimonial on a day of India, or null. */
function reasonUnshown(
  { consent, hidden, from, until }: Pick<Testimonial, 'consent' | 'hidden' | 'from' | 'until'>,
  today: string,
): Unshown | null {
  if (consent === false) return 'no consent'
  if (hidden) return 'hidden'
  if (from && today < from) return 'not yet'
  return until && today > until ? 'no longer' : null
}

/** As the admin area says it: "Shown on Home until 4 March 2027." */
export function describeShown(testimonial: Testimonial, now: Date): string {
  const { from, until } = testimonial
  const to = until ? ` until ${dayLabel(until)}` : ''
  switch (reasonUnshown(testimonial, indiaDay(now))) {
    case 'no consent':
      return 'Shown to nobody: its author has not agreed yet.'
    case 'hidden':
      return 'Shown to nobody: it is hidden.'
    case 'not yet':
      return `Shown to nobody yet: it comes on ${dayLabel(from ?? '')}${to ? `, and stays${to}` : ''}.`
    case 'no longer':
      return `Shown to nobody any more: its last day was ${dayLabel(until ?? '')}.`
    default:
      return `Shown on Home${to}.`
  }
}

/** How long ago a month ("2025-03") of India was: "this month", "5 months ago", "a year ago". */
export function timeAgo(date: string, now: Date): string {
  return monthsAgo(monthsOf(indiaDay(now)) - monthsOf(date), 'en')
}

function monthsAgo(months: number, language: Language): string {
  const m = messagesOf(language)
  if (months <= 0) return m.testimonials_this_month()
  return months < 12
    ? m.testimonials_months_ago({ count: months })
    : m.testimonials_years_ago({ count: Math.floor(months / 12) })
}

function monthsOf(date: string) {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return year * 12 + month
}
