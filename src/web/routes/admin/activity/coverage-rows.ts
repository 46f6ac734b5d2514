import { type CoverageOf, type Covered, typesCovered } from '#domain/activity/activity.ts'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import {
  ALL_SUBJECTS,
  type Grade,
  gradesOf,
  type PaperType,
  PREVIOUS_YEARS,
  SUBJECTS,
  type Subject,
  subjectsTaught,
} from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { ClassShown } from './activity-address.ts'

const YEARS_SHOWN = 10

export type CoverageRow = { subject: Subject; cells: (Covered | null)[]; earlier: number }
export type CoverageGroup = { name: string; type: PaperType; grade: Grade; rows: CoverageRow[] }

/** Newest first: ten of them, or all back to the first paper. */
export function yearsOf(covered: Covered[], now: Date, all: boolean): number[] {
  const newest = currentYear(now)
  const ten = newest - YEARS_SHOWN + 1
  const oldest = all ? Math.min(ten, ...covered.map(({ year }) => year)) : ten
  return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back)
}

/** Each with its usual subjects, and with any other that has papers. */
export function groupsOf(
  covered: Covered[],
  of: CoverageOf,
  shown: ClassShown,
  years: number[],
): CoverageGroup[] {
  return placesOf(of, shown).map(({ type, grade }) => {
    const own = covered.filter((each) => each.type === type && each.grade === grade)
    const present = new Set<Subject>([...subjectsTaught(type, grade), ...own.map(({ subject }) => subject)])
    const subjects = ([ALL_SUBJECTS, ...SUBJECTS] as const).filter((subject) => present.has(subject))
    return {
      name: grade === PREVIOUS_YEARS ? typeLabel(type) : `${gradeLabel(grade)} ${typeLabel(type)}`,
      type,
      grade,
      rows: subjects.map((subject) => rowOf(own, subject, years)),
    }
  })
}

export function listOf({ type, grade }: CoverageGroup, subject: Subject, year: number): string {
  const search = new URLSearchParams({ type, grade })
  if (subject !== ALL_SUBJECTS) search.set('subject', subject)
  search.set('year', String(year))
  return `/admin?${search}`
}

function placesOf(of: CoverageOf, shown: ClassShown): { type: PaperType; grade: Grade }[] {
  const places = typesCovered(of).flatMap((type) => gradesOf(type).map((grade) => ({ type, grade })))
  return places.filter(({ grade }) => of === 'exams' || shown === 'all' || grade === shown)
}

function rowOf(own: Covered[], subject: Subject, years: number[]): CoverageRow {
  const ofSubject = own.filter((each) => each.subject === subject)
  const oldest = years.at(-1) ?? 0
  return {
    subject,
    cells: years.map((year) => ofSubject.find((each) => each.year === year) ?? null),
    earlier: ofSubject.filter(({ year }) => year < oldest).reduce((sum, { papers }) => sum + papers, 0),
  }
}
