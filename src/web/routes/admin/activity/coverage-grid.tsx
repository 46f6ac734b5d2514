import { Link } from 'react-router'
import { type CoverageOf, type Covered, typesCovered } from '#domain/activity/activity.ts'
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
import { Icon } from '#web/ui/icon.tsx'
import './coverage.css'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { ClassShown } from './activity-address.ts'

export function CoverageGrid({
  groups,
  years,
  earlier,
}: {
  groups: CoverageGroup[]
  years: number[]
  earlier: string | null
}) {
  const oldest = years.at(-1)
  return (
    <>
      <p>{summaryOf(groups)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be pushed must be reached by the keyboard */}
      <section className="coverage" tabIndex={0} aria-label="Papers by subject and year">
        <table>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              {years.map((year) => (
                <th key={year} scope="col">
                  {year}
                </th>
              ))}
              {earlier && (
                <th scope="col">
                  <Link
                    to={earlier}
                    preventScrollReset
                    replace
                    aria-label={`Show the years before ${oldest}`}
                  >
                    Before
                  </Link>
                </th>
              )}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.name}>
              <tr className="group">
                <th scope="rowgroup" colSpan={years.length + (earlier ? 2 : 1)}>
                  <span>{group.name}</span>
                </th>
              </tr>
              {group.rows.map((row) => (
                <Row key={row.subject} group={group} row={row} years={years} earlier={earlier !== null} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <p className="key text-quiet text-sm">
        <span>
          <b className="cell" data-answers="some">
            4
            <small>
              3 <Icon name="tick" size={12} />
            </small>
          </b>{' '}
          4 papers, 3 with answers
        </span>
        <span>
          <b className="cell" data-answers="none">
            2
          </b>{' '}
          2 papers, no answers
        </span>
        <span>
          <b className="cell" data-answers="gap">
            –
          </b>{' '}
          a gap: no paper
        </span>
      </p>
    </>
  )
}

function Row({
  group,
  row,
  years,
  earlier,
}: {
  group: CoverageGroup
  row: CoverageRow
  years: number[]
  earlier: boolean
}) {
  return (
    <tr>
      <th scope="row" data-subject={row.subject}>
        {nameOf(row.subject)}
      </th>
      {row.cells.map((cell, at) => {
        const year = years[at] as number
        return (
          <td key={year}>
            <Link className="cell" data-answers={answersOf(cell)} to={listOf(group, row.subject, year)}>
              <span className="sr-only">
                {group.name}, {nameOf(row.subject)}, {year}:{' '}
              </span>
              <Counts cell={cell} />
            </Link>
          </td>
        )
      })}
      {earlier && <td className="earlier">{row.earlier > 0 && row.earlier.toLocaleString('en-IN')}</td>}
    </tr>
  )
}

function Counts({ cell }: { cell: Covered | null }) {
  if (!cell)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr-only">no paper</span>
      </>
    )
  return (
    <>
      {cell.papers.toLocaleString('en-IN')}
      <span className="sr-only"> {cell.papers === 1 ? 'paper' : 'papers'}, </span>
      {cell.withAnswers > 0 ? (
        <small>
          {cell.withAnswers.toLocaleString('en-IN')} <span className="sr-only">with answers</span>
          <Icon name="tick" size={12} />
        </small>
      ) : (
        <span className="sr-only">none with answers</span>
      )}
    </>
  )
}

function summaryOf(groups: CoverageGroup[]) {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
  const gaps = cells.filter((cell) => cell === null).length
  const unanswered = cells.filter((cell) => cell !== null && cell.withAnswers === 0).length
  const of = cells.length.toLocaleString('en-IN')
  if (gaps === cells.length) return `No papers here yet: all ${of} places are empty.`
  const without =
    unanswered === 0
      ? ''
      : `; ${unanswered.toLocaleString('en-IN')} ${unanswered === 1 ? 'has' : 'have'} papers but no answers`
  return gaps === 0
    ? `No gaps: every one of ${of} places has a paper${without}.`
    : `${gaps.toLocaleString('en-IN')} of ${of} places have no paper${without}.`
}

function nameOf(subject: Subject) {
  return subject === ALL_SUBJECTS ? 'All subjects' : subject
}

function answersOf(cell: Covered | null) {
  if (!cell) return 'gap'
  if (cell.withAnswers === 0) return 'none'
  return cell.withAnswers === cell.papers ? 'all' : 'some'
}

const YEARS_SHOWN = 10

type CoverageRow = { subject: Subject; cells: (Covered | null)[]; earlier: number }
type CoverageGroup = { name: string; type: PaperType; grade: Grade; rows: CoverageRow[] }

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
  shownClass: ClassShown,
  years: number[],
): CoverageGroup[] {
  return placesOf(of, shownClass).map(({ type, grade }) => {
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

function placesOf(of: CoverageOf, shownClass: ClassShown): { type: PaperType; grade: Grade }[] {
  const places = typesCovered(of).flatMap((type) => gradesOf(type).map((grade) => ({ type, grade })))
  return places.filter(({ grade }) => of === 'exams' || shownClass === 'all' || grade === shownClass)
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
