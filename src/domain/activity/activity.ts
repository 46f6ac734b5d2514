import {
  BOARDS,
  EXAMS_WITHOUT_CLASSES,
  type Grade,
  type Month,
  type PaperType,
  type Subject,
} from '#domain/paper/paper.ts'

/** What happened on the site, in sums. Safe in the browser. Days are those of India, as 2026-11-21. */

/** Days that may be looked at together. */
export const PERIODS = [30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
/** Days that sums are kept: a year and a month to compare with. */
export const DAYS_KEPT = 400
/** Papers in the list of the most read. */
export const MOST_READ = 10
/** Searches in the list of those that found nothing. */
export const SEARCHES_SHOWN = 50

export type DayViews = { day: string; views: number }
export type DaySums = DayViews & { visits: number }

/** A paper with its views in the period; `state` says where it is now, and one that is gone for good has no title. */
export type ReadPaper = {
  id: string
  views: number
  state: 'published' | 'binned' | 'gone'
  title: string | null
  type: PaperType | null
  grade: Grade | null
  subject: Subject | null
  month: Month | null
  year: number | null
}

/** `since` is the first day that has a sum, or null; the days end with `today`, which still goes on. */
export type Activity = { today: string; since: string | null; byDay: DaySums[]; mostRead: ReadPaper[] }

export type PaperActivity = {
  today: string
  since: string | null
  title: string
  byDay: DayViews[]
}

/** A search that found nothing on `times` occasions, and how many papers it finds by now among all. */
export type Search = { term: string; times: number; lastDay: string; findsNow: number; more: boolean }

/** What the coverage is shown of: a board, or all exams together. */
export type CoverageOf = PaperType | 'exams'
export const COVERAGES: readonly CoverageOf[] = [...BOARDS, 'exams']

/** The types of which a coverage tells. */
export function typesCovered(of: CoverageOf): readonly PaperType[] {
  return of === 'exams' ? EXAMS_WITHOUT_CLASSES : [of]
}

/** Papers that stand together, and how many of them have answers; only where there are any. */
export type Covered = {
  type: PaperType
  grade: Grade
  subject: Subject
  year: number
  papers: number
  withAnswers: number
}

/** The day that lies so many days before another. */
export function daysBefore(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() - days)
  return time.toISOString().slice(0, 10)
}

/** The last days up to and with `today`, oldest first. */
export function lastDays(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, at) => daysBefore(today, days - 1 - at))
}
