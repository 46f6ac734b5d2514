import { formatsOf } from '#domain/language/formats.ts'
import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { type Degree, findDegree } from '#domain/paper/paper.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import type { Centre } from './centre.ts'
import type { Announcement, ExamDates } from './content-schemas.ts'
import { translated } from './translations/translated.ts'

const DAY_MS = 86_400_000
/** At the end of a name, before a year: what is said of many. */
const MANY = /(?:exams|examinations|tests|papers|boards|practicals|prelims|mains|finals)[\s\d–-]*$/i

/** Of days such as 2027-03-01, from the first to the second; negative when the second is earlier. */
function daysBetween(first: string, second: string): number {
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

/** An exam is told of so many days before it begins. */
const SOON_DAYS = 30
/** Exams at once, so that the page begins on the first screen. */
const MOST_EXAMS = 2

export type ShownExam = {
  name: string
  /** What follows the name: "begin in 12 days". */
  said: string
  /** "5", "Dec": the first day, or the last one of an exam that is on. */
  leaf: [day: string, month: string]
  /** What all its classes have in common. */
  of: Partial<Pick<Degree, 'type' | 'grade'>>
}
/** `id` tells an announcement from the next one; a device that closed it keeps that. */
export type ShownAnnouncement = { id: string; text: string; link: string }
export type Notices = { announcement: ShownAnnouncement | null; exams: ShownExam[] }

/** What Home and Practice say on top on this day of India; null where that is nothing. */
export function noticesNow(
  { announcements, exams }: Pick<Centre, 'announcements' | 'exams'>,
  now: Date,
  language: Language = 'en',
): Notices | null {
  const today = indiaDay(now)
  const announcement = currentAnnouncement(announcements ?? [], today)
  const soon = comingExams(exams ?? [], today).filter(({ from }) => daysBetween(today, from) <= SOON_DAYS)
  if (!announcement && soon.length === 0) return null
  return {
    announcement: announcement ? shownAnnouncement(announcement, language) : null,
    exams: soon.slice(0, MOST_EXAMS).map((exam) => shownExam(exam, today, language)),
  }
}

/** The newest that lasts on this day: the one that began last, and of those that began together the last in the list. */
export function currentAnnouncement(all: readonly Announcement[], today: string): Announcement | null {
  const lasting = all.filter(({ from, until }) => from <= today && today <= until)
  return lasting.reduce<Announcement | null>(
    (newest, each) => (newest && newest.from > each.from ? newest : each),
    null,
  )
}

/** Those that are on or still to come, the nearest first. */
function comingExams(exams: readonly ExamDates[], today: string): ExamDates[] {
  return exams
    .filter(({ until }) => today <= until)
    .sort((one, other) => compare(one.from, other.from) || compare(one.until, other.until))
}

/** Which of the coming exams a class has first, as a place in their order; without one, after all that have one. */
export function rankByExam(
  exams: readonly ExamDates[] | undefined,
  now: Date,
): (slug: string | undefined) => number {
  const coming = comingExams(exams ?? [], indiaDay(now))
  const ranks = new Map<string, number>()
  for (const [rank, { classes }] of coming.entries())
    for (const slug of classes) if (!ranks.has(slug)) ranks.set(slug, rank)
  return (slug) => (slug === undefined ? coming.length : (ranks.get(slug) ?? coming.length))
}

/** One that was closed stays closed in every language. */
function shownAnnouncement(announcement: Announcement, language: Language): ShownAnnouncement {
  const { from, text, link } = announcement
  return { id: `${from} ${text}`, text: translated(announcement, language).text, link }
}

function shownExam(exam: ExamDates, today: string, language: Language): ShownExam {
  const day = exam.from < today ? exam.until : exam.from
  const degrees = exam.classes.flatMap((slug) => findDegree(slug) ?? [])
  return {
    name: translated(exam, language).name,
    said: examWords(exam, today, language),
    leaf: [String(Number(day.slice(8))), formatsOf(language).shortMonth(Number(day.slice(5, 7)))],
    of: { type: common(degrees.map(({ type }) => type)), grade: common(degrees.map(({ grade }) => grade)) },
  }
}

function common<Value>(values: Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

function compare(one: string, other: string) {
  return one < other ? -1 : one > other ? 1 : 0
}
