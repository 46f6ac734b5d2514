import { useEffect, useRef, useState } from 'react'
import { type ExamDates, NOTICE_LIMITS } from '#domain/centre/content-schemas.ts'
import { examWords } from '#domain/centre/notices-now.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'
import { dayLabel, daysFrom, indiaDay } from '#domain/time/india-time.ts'
import { IconButton } from '../icon-button.tsx'
import { useAdmin } from '../layout.tsx'
import { useFault, useIsFirst, useSiteEditor } from './field-language.ts'
import { TextField } from './site-fields.tsx'
import { SiteList } from './site-list.tsx'
import './exam-calendar.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { DEGREES, MONTHS } from '#domain/paper/paper.ts'
import { ruleOf } from './field-rules.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type ExamMonthProps = { exams: ExamDates[]; today: string; onOpen: (day: string) => void }

/** A month at a time; arrows go from day to day, and a press opens the day's exam or begins a new one on it. */
function ExamMonth({ exams, today, onOpen }: ExamMonthProps) {
  const [day, setDay] = useState(today)
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    if (isByKey.current) focusDay(grid.current, day)
    isByKey.current = false
  }, [day])

  return (
    <div className="exam-month">
      <div className="flex items-center gap-1">
        <h3 id="exam-month" className="mr-auto font-bold text-lg" aria-live="polite">
          {monthName(day)}
        </h3>
        <IconButton Mark={ChevronLeft} name="Earlier month" onClick={() => setDay(monthsFrom(day, -1))} />
        <IconButton Mark={ChevronRight} name="Later month" onClick={() => setDay(monthsFrom(day, 1))} />
      </div>
      <table
        ref={grid}
        aria-labelledby="exam-month"
        onKeyDown={(event) => {
          // Not only the day that Tab leads to: a screen reader may have gone to another.
          const next = dayAfterKey((event.target as HTMLElement).dataset.day ?? day, event.key)
          if (!next) return
          event.preventDefault()
          if (next === day) return focusDay(grid.current, day)
          isByKey.current = true
          setDay(next)
        }}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, 2)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => {
                const there = exams.filter(({ from, until }) => from <= each && each <= until)
                return (
                  <td key={each} data-other={each.slice(0, 7) === day.slice(0, 7) ? undefined : ''}>
                    <button
                      type="button"
                      data-day={each}
                      data-exams={there.length || undefined}
                      tabIndex={each === day ? 0 : -1}
                      aria-current={each === today ? 'date' : undefined}
                      aria-label={nameOf(each, there)}
                      onClick={() => {
                        setDay(each)
                        onOpen(each)
                      }}
                    >
                      {Number(each.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function focusDay(grid: HTMLElement | null, day: string) {
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
}

function nameOf(day: string, exams: ExamDates[]) {
  const names = exams.map(({ name }) => name || 'an exam without a name').join(', ')
  return names ? `${dayLabel(day)}: ${names}` : `${dayLabel(day)}, no exam: add one`
}

/** Of a day such as 2027-03-14: "March 2027". */
function monthName(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** All weeks from Monday that have a day of this day's month. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const monday = daysFrom(first, -weekday(first))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => daysFrom(monday, week * 7 + at)),
  )
  return weeks.filter((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))
}

/** The same day of another month, or its last one where that month is shorter. */
function monthsFrom(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

/** Where a key leads from a day of the calendar; null for keys that lead nowhere. */
function dayAfterKey(day: string, key: string): string | null {
  if (key === 'ArrowLeft') return daysFrom(day, -1)
  if (key === 'ArrowRight') return daysFrom(day, 1)
  if (key === 'ArrowUp') return daysFrom(day, -7)
  if (key === 'ArrowDown') return daysFrom(day, 7)
  if (key === 'Home') return daysFrom(day, -weekday(day))
  if (key === 'End') return daysFrom(day, 6 - weekday(day))
  if (key === 'PageUp') return monthsFrom(day, -1)
  if (key === 'PageDown') return monthsFrom(day, 1)
  return null
}

/** From 0 for Monday. */
function weekday(day: string) {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** The month, in which a day is chosen, and the list of what is in the calendar. */
export function ExamsGroup() {
  const { value, set } = useSiteEditor()
  const today = indiaDay(useAdmin().now)
  const isFirst = useIsFirst()
  const exams = (value('exams') ?? []) as ExamDates[]
  const list = useRef<HTMLDivElement>(null)
  const [goal, setGoal] = useState<number | null>(null)
  useEffect(() => {
    if (goal === null) return
    list.current?.querySelector<HTMLElement>(`[data-part="${goal}"] input`)?.focus()
    setGoal(null)
  }, [goal])

  function open(day: string) {
    const there = exams.findIndex(({ from, until }) => from <= day && day <= until)
    if (there < 0 && exams.length < NOTICE_LIMITS.exams)
      set('exams', [...exams, { name: '', classes: [], from: day, until: day }] as Json)
    setGoal(there < 0 ? exams.length : there)
  }

  return (
    <>
      <p className="text-quiet">
        The nearest exam is told of on Home and Practice from 30 days before it begins until it is over, and
        its classes come first on Practice.
      </p>
      {isFirst && <ExamMonth exams={exams} today={today} onOpen={open} />}
      <div ref={list}>
        <SiteList
          path="exams"
          name="Exam"
          least={0}
          most={NOTICE_LIMITS.exams}
          fresh={{ name: '', classes: [], from: today, until: today }}
        >
          {(path) => (
            <div className="grid gap-4">
              {isFirst && <Said exam={value(path) as ExamDates} today={today} />}
              <TextField path={`${path}.name`} />
              <div className="site-two">
                <TextField path={`${path}.from`} type="date" />
                <TextField path={`${path}.until`} type="date" />
              </div>
              <ClassTicks path={`${path}.classes`} />
            </div>
          )}
        </SiteList>
      </div>
    </>
  )
}

/** The sentence as visitors will read it. */
function Said({ exam, today }: { exam: ExamDates; today: string }) {
  const { name, from, until } = exam
  const isWhole = name.trim() !== '' && from !== '' && from <= until
  return (
    <p className="text-quiet text-sm">
      {!isWhole
        ? 'Its sentence is shown here once it has a name and days.'
        : until < today
          ? 'Over: nobody is told of it.'
          : `${name} ${examWords(exam, today)}.`}
    </p>
  )
}

/** Each class of each board, and each exam without classes. */
function ClassTicks({ path }: { path: string }) {
  const { value, set, leave } = useSiteEditor()
  const fault = useFault(path)
  if (!useIsFirst()) return null
  const ticked = (value(path) ?? []) as string[]
  const toggle = (slug: string) => {
    const next = ticked.includes(slug) ? ticked.filter((each) => each !== slug) : [...ticked, slug]
    set(path, next)
  }
  const leaveAll = ({ currentTarget, relatedTarget }: React.FocusEvent) =>
    currentTarget.contains(relatedTarget) || leave(path)
  return (
    <fieldset className="grid gap-1.5" onBlur={leaveAll}>
      <legend className="mb-1 font-semibold">{fieldLabel(path)}</legend>
      <div className="class-ticks">
        {DEGREES.map(({ slug, name }) => (
          <label key={slug}>
            <input
              type="checkbox"
              name={path}
              checked={ticked.includes(slug)}
              onChange={() => toggle(slug)}
            />
            {name}
          </label>
        ))}
      </div>
      {fault ? (
        <p className="field-error text-sm">{fault}</p>
      ) : (
        <p className="text-quiet text-sm">{ruleOf(path)}</p>
      )}
    </fieldset>
  )
}
