import {
  BOARDS,
  EXAMS_WITHOUT_CLASSES,
  type Grade,
  type Month,
  type PaperType,
  type Subject,
} from '#domain/paper/paper.ts'
import { daysFrom } from '#domain/time/india-time.ts'
import type { CtaTarget } from '#domain/visits/cta-click.ts'

/** Safe in the browser. Days are those of India, as 2026-11-21. */

export const PERIODS = [30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
export const RETENTION_DAYS = 400
export const MOST_READ = 10
export const SEARCHES_SHOWN = 50

export type DayViews = { day: string; views: number }
type DaySums = DayViews & { visits: number; taps: number }
/** Of a period, most first. */
type CtaClickSum = { target: CtaTarget; taps: number }

export type ReadPaper = {
  id: string
  views: number
  state: 'published' | 'hidden' | 'binned' | 'gone'
  title: string | null
  type: PaperType | null
  grade: Grade | null
  subject: Subject | null
  month: Month | null
  year: number | null
}

/** `since` is the first day that has a sum, or null; the days end with `today`, which still goes on. */
export type Activity = {
  today: string
  since: string | null
  byDay: DaySums[]
  taps: CtaClickSum[]
  /** The first day on which clicks were counted; an older site counted views alone before. */
  ctaClicksSince: string | null
  mostRead: ReadPaper[]
}

export type PaperActivity = {
  today: string
  since: string | null
  title: string
  byDay: DayViews[]
}

/** `times` counts searches without hits; `findsNow` is what it finds by now. */
export type Search = { term: string; times: number; lastDay: string; findsNow: number; more: boolean }

export type CoverageOf = PaperType | 'exams'
export const COVERAGES: readonly CoverageOf[] = [...BOARDS, 'exams']

export function typesCovered(of: CoverageOf): readonly PaperType[] {
  return of === 'exams' ? EXAMS_WITHOUT_CLASSES : [of]
}

export type Covered = {
  type: PaperType
  grade: Grade
  subject: Subject
  year: number
  papers: number
  withAnswers: number
}

export function daysBefore(day: string, days: number): string {
  return daysFrom(day, -days)
}

export function lastDays(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, at) => daysBefore(today, days - 1 - at))
}

export type AnsweredSearch = {
  /** Tells users apart for a few seconds; never written down. */
  requester: string
  q: string
  found: number
  at: Date
  /** Asked once, just before the search is counted. */
  mayCount(): Promise<boolean>
}

export type SearchCounter = {
  /** Returns at once and never throws. */
  note(search: AnsweredSearch): void
  /** Counts at once what still waits; resolves when it is written. */
  settle(): Promise<void>
}
