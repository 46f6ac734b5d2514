import { formatsOf } from '#domain/language/formats.ts'
import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { ExamDates } from './notice-schema.ts'

const DAY_MS = 86_400_000
/** At the end of a name, before a year: what is said of many. */
const MANY = /(?:exams|examinations|tests|papers|boards|practicals|prelims|mains|finals)[\s\d–-]*$/i

/** Of days such as 2027-03-01, from the first to the second; negative when the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}

/** What follows the name of an exam that is coming or on: "begin in 12 days", "is tomorrow", "are on until 4 April". */
export function examWords(
  { name, from, until }: ExamDates,
  today: string,
  language: Language = 'en',
): string {
  const m = messagesOf(language)
  const exams = MANY.test(name) ? 2 : 1
  const days = daysBetween(today, from)
  if (from === until) return m.notice_is({ exams, when: whenIn(days, m) })
  if (days >= 0) return m.notice_begins({ exams, when: whenIn(days, m) })
  const left = daysBetween(today, until)
  return left <= 1
    ? m.notice_ends({ exams, when: whenIn(left, m) })
    : m.notice_lasts({ exams, day: dayOf(until, language) })
}

function whenIn(days: number, m: Messages) {
  if (days === 0) return m.notice_today()
  return days === 1 ? m.notice_tomorrow() : m.notice_in_days({ count: days })
}

/** "4 April": the year is told by how near it is. */
function dayOf(day: string, language: Language) {
  return formatsOf(language).dayOfMonth(new Date(day))
}
