import { useId, useState } from 'react'
import type { AskedClass } from '#domain/sitting/class-hour.ts'
import { type Plan, sectionsOf } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { useIsHydrated } from '#web/ui/use-store.ts'
import { ClassForm } from './class-form.tsx'
import { ClassWaitingRoom } from './class-waiting-room.tsx'
import { clockLabel } from './clock-bar.tsx'
import { ProfileChoice } from './profile-choice.tsx'

const USUAL_MINUTES = 180

type UsualProps = {
  paper: SittingPaper
  /** `heard` is when it was pressed, as of `performance.now()`, where that was before hydration. */
  onBegin: (plan: Pick<Plan, 'minutes' | 'reading' | 'ends'>, heard?: number) => void
}

type StartProps = UsualProps & {
  asked: AskedClass | null
  /** What is to be known before: what of a worksheet is left out, a sitting that is lost. */
  said: string[]
}

/**
 * What is known of the exam, and one press to begin. It is on the page before hydration, where start/offers.ts lets it
 * be seen.
 */
export function SittingStart({ paper, asked, said, onBegin }: StartProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const isHydrated = useIsHydrated()
  const { time, questions, worksheet } = paper
  const title = labels.title(paper.title)
  const usual = (
    <>
      <UsualStart paper={paper} onBegin={onBegin} />
      {questions.length > 0 ? (
        <Sections paper={paper} />
      ) : (
        <p className="sit-quiet">{m.sit_no_questions()}</p>
      )}
    </>
  )
  return (
    <>
      <h1 className="sit-title" lang={langOf(title)}>
        {title}
      </h1>
      {!worksheet && (
        <p className="sit-quiet">{`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`}</p>
      )}
      {said.map((sentence) => (
        <p key={sentence} className="sit-note">
          {sentence}
        </p>
      ))}
      <div className="sit-first">
        {!isHydrated && (
          <p role="status" className="sit-soon">
            {m.sit_soon()}
          </p>
        )}
        {asked ? (
          <ClassWaitingRoom
            asked={asked}
            during={({ ends }, left) => (
              <div className="sit-start">
                <ProfileChoice label={m.profile_who()} />
                <p className="sit-clock">
                  <b>{clockLabel(left, true)}</b>
                  <small>{m.sit_clock_left()}</small>
                </p>
                <button
                  type="button"
                  className="button"
                  onClick={() => onBegin({ minutes: left / 60_000, reading: 0, ends })}
                >
                  {m.sit_begin()}
                </button>
              </div>
            )}
          >
            {usual}
          </ClassWaitingRoom>
        ) : (
          usual
        )}
        <p className="sit-quiet">{m.sit_stays_here()}</p>
        {!asked && (
          <ClassForm title={title} minutes={time?.minutes ?? null} hasSets={worksheet !== undefined} />
        )}
      </div>
    </>
  )
}

/**
 * By the clock that the paper says, or another one. Its fields are the browser's, so that what is chosen before hydration
 * stays.
 */
function UsualStart({ paper: { id, time, worksheet }, onBegin }: UsualProps) {
  const m = useMessages()
  const [isFree, setFree] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const field = useId()
  function read(form: HTMLFormElement) {
    const given = new FormData(form)
    const minutes = given.has('free') ? null : Number(given.get('minutes'))
    const isRight = minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= 600)
    setFree(minutes === null)
    setWrong(!isRight)
    return isRight ? { minutes, reading: given.has('reads') ? (time?.reading ?? 0) : 0 } : null
  }
  function begin(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { heard } = form.dataset
    delete form.dataset.heard
    const plan = read(form)
    if (plan) onBegin(plan, heard ? Number(heard) : undefined)
  }
  return (
    <form
      className="sit-start"
      data-waits
      data-begins={id}
      noValidate
      onInput={({ currentTarget }) => void read(currentTarget)}
      onSubmit={begin}
    >
      <ProfileChoice label={m.profile_who()} />
      <p className="sit-time">
        <label htmlFor={field}>
          {worksheet ? m.sit_time_suggested() : time ? m.sit_time_printed() : m.sit_time_asked()}
        </label>
        <span>
          <input
            id={field}
            className="input"
            name="minutes"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={time?.minutes ?? USUAL_MINUTES}
            disabled={isFree}
            aria-invalid={isWrong}
          />{' '}
          {m.sit_minutes()}
        </span>
      </p>
      {isWrong && <p className="field-error">{m.sit_minutes_rule()}</p>}
      {time !== null && time.reading > 0 && !isFree && (
        <Tick name="reads">{m.sit_reading_first({ minutes: time.reading })}</Tick>
      )}
      <Tick name="free">{m.sit_no_clock()}</Tick>
      <button type="submit" className="button">
        {m.sit_begin()}
      </button>
      <p role="status" className="sit-heard">
        <span>
          {m.sit_going_on()} {m.sit_soon()}
        </span>
      </p>
    </form>
  )
}

function Tick({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className="sit-tick">
      <input type="checkbox" name={name} /> {children}
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
