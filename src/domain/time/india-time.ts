/** Times at the centre. Imports nothing, and is safe in the browser. */

const timeZone = 'Asia/Kolkata'
const OFFSET_MS = 19_800_000
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone })
const DAY_IN_WORDS = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
})
const TIME = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
  timeZone,
})

/** As 2026-11-21; it begins five and a half hours before UTC's. */
export function indiaDay(now: Date): string {
  return DAY.format(now)
}

/** Another day, so many later or, below 0, earlier than a day such as 2026-11-21; what is no day stays as it is. */
export function daysFrom(day: string, days: number): string {
  const time = Date.parse(day) + days * 86_400_000
  return Number.isNaN(time) ? day : new Date(time).toISOString().slice(0, 10)
}

/** Counts India's days, one more from midnight on; quicker than the day itself. India is five and a half hours ahead all year. */
export function indiaDayNumber(now: Date): number {
  return Math.floor((now.getTime() + OFFSET_MS) / 86_400_000)
}

/** Of a time in India as a field for it has it, 2026-12-01T09:00, in ISO 8601; null for what is none. */
export function indiaTime(typed: string): string | null {
  const time = Date.parse(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed) ? `${typed}+05:30` : '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Of a time in ISO 8601, as a field for it has it in India. */
export function indiaInput(time: string): string {
  return new Date(Date.parse(time) + OFFSET_MS).toISOString().slice(0, 16)
}

/** From 11 at night to 5 in the morning, when hardly anybody studies. */
export function isNightInIndia(now: Date): boolean {
  const hour = Math.floor(((now.getTime() + OFFSET_MS) % 86_400_000) / 3_600_000)
  return hour >= 23 || hour < 5
}

export function currentYear(now: Date): number {
  return Number.parseInt(indiaDay(now), 10)
}

/** Of a time in ISO 8601: "5 March 2026". */
export function dayLabel(time: string): string {
  return DAY_IN_WORDS.format(Date.parse(time))
}

/** Of a time in ISO 8601: "5 Mar", in another year than now's "5 Mar 2025". */
export function shortDay(time: string, now?: Date): string {
  const day = dayLabel(time).replace(/([A-Z][a-z]{2})[a-z]*/, '$1')
  return now && day.endsWith(` ${currentYear(now)}`) ? day.slice(0, -5) : day
}

/** Of a time in ISO 8601: "3:05 pm". */
export function timeLabel(time: string): string {
  // Some browsers put a narrow space before "pm".
  return TIME.format(Date.parse(time)).replace(/\s/g, ' ').toLowerCase()
}
