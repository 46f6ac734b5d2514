import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ExamDates } from '#domain/centre/notices/notice-schema.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { dayAfterKey, monthName, monthsFrom, weeksOf } from './month.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type ExamMonthProps = { exams: ExamDates[]; today: string; onOpen: (day: string) => void }

/** A month at a time; arrows go from day to day, and a press opens the day's exam or begins a new one on it. */
export function ExamMonth({ exams, today, onOpen }: ExamMonthProps) {
  const [day, setDay] = useState(today)
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    isByKey.current = false
  }, [day])

  return (
    <div className="exam-month">
      <div className="flex items-center gap-1">
        <h3 id="exam-month" className="mr-auto font-bold text-lg" aria-live="polite">
          {monthName(day)}
        </h3>
        <button
          type="button"
          className="icon-button"
          aria-label="Earlier month"
          onClick={() => setDay(monthsFrom(day, -1))}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Later month"
          onClick={() => setDay(monthsFrom(day, 1))}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
      </div>
      <table
        ref={grid}
        aria-labelledby="exam-month"
        onKeyDown={(event) => {
          const next = dayAfterKey(day, event.key)
          if (!next) return
          event.preventDefault()
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

function nameOf(day: string, exams: ExamDates[]) {
  const names = exams.map(({ name }) => name || 'an exam without a name').join(', ')
  return names ? `${dayLabel(day)}: ${names}` : `${dayLabel(day)}, no exam: add one`
}
