import { useId, useState } from 'react'
import { sectionsOf } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'

const USUAL_MINUTES = 180

type StartProps = { paper: SittingPaper; onBegin: (minutes: number | null, reading: number) => void }

/** What is known of the exam, and one press to begin. */
export function SittingStart({ paper, onBegin }: StartProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { time, questions } = paper
  const [minutes, setMinutes] = useState(String(time?.minutes ?? USUAL_MINUTES))
  const [hasClock, setClock] = useState(true)
  const [reads, setReads] = useState(false)
  const field = useId()
  const title = labels.title(paper.title)
  const asked = Number(minutes)
  const isRight = !hasClock || (Number.isInteger(asked) && asked >= 1 && asked <= 600)
  return (
    <>
      <h1 className="sit-title" lang={langOf(title)}>
        {title}
      </h1>
      <p className="sit-quiet">{`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`}</p>
      <form
        className="sit-start"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) onBegin(hasClock ? asked : null, hasClock && reads ? (time?.reading ?? 0) : 0)
        }}
      >
        <p className="sit-time">
          <label htmlFor={field}>{time ? m.sit_time_printed() : m.sit_time_asked()}</label>
          <span>
            <input
              id={field}
              className="input"
              inputMode="numeric"
              value={minutes}
              disabled={!hasClock}
              aria-invalid={!isRight}
              onChange={(event) => setMinutes(event.target.value)}
            />{' '}
            {m.sit_minutes()}
          </span>
        </p>
        {!isRight && <p className="field-error">{m.sit_minutes_rule()}</p>}
        {time !== null && time.reading > 0 && hasClock && (
          <Tick checked={reads} onChange={setReads}>
            {m.sit_reading_first({ minutes: time.reading })}
          </Tick>
        )}
        <Tick checked={!hasClock} onChange={(isFree) => setClock(!isFree)}>
          {m.sit_no_clock()}
        </Tick>
        <button type="submit" className="button">
          {m.sit_begin()}
        </button>
      </form>
      {questions.length > 0 ? (
        <Sections paper={paper} />
      ) : (
        <p className="sit-quiet">{m.sit_no_questions()}</p>
      )}
      <p className="sit-quiet">{m.sit_stays_here()}</p>
    </>
  )
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; children: React.ReactNode }

function Tick({ checked, onChange, children }: TickProps) {
  return (
    <label className="sit-tick">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />{' '}
      {children}
    </label>
  )
}

function Sections({ paper: { questions } }: { paper: SittingPaper }) {
  const m = useMessages()
  return (
    <ul className="sit-sections">
      {sectionsOf(questions).map(({ name, questions: own, marks }) => (
        <li key={own[0]?.id}>
          <b>{name ? m.questions_section({ section: name }) : m.questions_heading()}</b>
          <span>{m.questions_count({ count: own.length })}</span>
          {marks !== null && <span>{m.questions_marks_each({ count: marks })}</span>}
        </li>
      ))}
    </ul>
  )
}
