import { dayLabel } from '#domain/time/india-time.ts'
import type { ExamDates } from './notice-schema.ts'

const DAY_MS = 86_400_000
/** At the end of a name, before a year: what is said of many. */
const MANY = /(?:exams|examinations|tests|papers|boards|practicals|prelims|mains|finals)[\s\d–-]*$/i

/** Of days such as 2027-03-01, from the first to the second; negative when the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}

/** What follows the name of an exam that is coming or on: "begin in 12 days", "is tomorrow", "are on until 4 April". */
export function examWords({ name, from, until }: ExamDates, today: string): string {
  const are = MANY.test(name) ? 'are' : 'is'
  const verb = (many: string) => (are === 'are' ? many : `${many}s`)
  const days = daysBetween(today, from)
  if (from === until) return `${are} ${whenIn(days)}`
  if (days >= 0) return `${verb('begin')} ${whenIn(days)}`
  const left = daysBetween(today, until)
  return left <= 1 ? `${verb('end')} ${whenIn(left)}` : `${are} on until ${dayOf(until)}`
}

function whenIn(days: number) {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** "4 April": the year is told by how near it is. */
function dayOf(day: string) {
  return dayLabel(day).replace(/ \d{4}$/, '')
}
