import { useEffect, useRef, useState } from 'react'
import type { Json } from '#domain/centre/merge-documents.ts'
import { examWords } from '#domain/centre/notices/exam-words.ts'
import type { ExamDates } from '#domain/centre/notices/notice-schema.ts'
import { NOTICE_LIMITS } from '#domain/centre/notices/notice-schema.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { useDesk } from '../../layout.tsx'
import { useIsFirst } from '../fields/field-language.ts'
import { useSiteDesk } from '../fields/site-desk.ts'
import { TextField } from '../fields/site-fields.tsx'
import { SiteList } from '../fields/site-list.tsx'
import { ClassTicks } from './class-ticks.tsx'
import { ExamMonth } from './exam-month.tsx'
import './exam-calendar.css'

/** The month, in which a day is chosen, and the list of what is in the calendar. */
export function ExamsGroup() {
  const { value, set } = useSiteDesk()
  const today = indiaDay(useDesk().now)
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
        its classes stand first on Practice.
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
        ? 'Its sentence stands here when name and days do.'
        : until < today
          ? 'Over: nobody is told of it.'
          : `${name} ${examWords(exam, today)}.`}
    </p>
  )
}
