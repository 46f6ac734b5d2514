// Longer than other files: the parts of one page, which all act on one sitting.
import { useEffect, useRef, useState } from 'react'
import { A4 } from '#domain/page-images/page-image.ts'
import {
  countStates,
  isReading,
  mayAnswer,
  type Sitting,
  sectionsOf,
  stateOf,
  timeLeft,
} from '#domain/sitting/sitting.ts'
import { isCounted } from '#domain/sitting/sitting-clock.ts'
import { pictureOf } from '#domain/sitting/sitting-paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { AnswerRow } from './answer-sheet.tsx'
import { BackToPaper } from './back-to-paper.tsx'
import { ClockBar } from './clock-bar.tsx'
import { AnswerAhead } from './covered-answer.tsx'
import { QuestionImage } from './question-image.tsx'
import type { Dispatch } from './use-sitting.ts'

type RoomProps = { sitting: Sitting; dispatch: Dispatch; isInDoubt: boolean }

/** While the clock runs: one question or one page at a time. */
export function SittingInProgress({ sitting, dispatch, isInDoubt }: RoomProps) {
  const m = useMessages()
  const { paper, state, open } = sitting
  const [page, setPage] = useState(1)
  const [isByPage, setByPage] = useState(paper.questions.length === 0)
  useWakeLock(state === 'sitting')
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed last, "Begin" or "Go on", is gone, and the keyboard's focus with it.
  useEffect(() => {
    if (state === 'sitting' && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [state])
  const at = paper.questions.findIndex(({ id }) => id === open)
  const question = paper.questions[at]
  function show(id: string) {
    dispatch({ type: 'open', question: id })
    const first = paper.questions.find((each) => each.id === id)?.areas[0]
    if (first) setPage(first.page)
  }
  return (
    <>
      <ClockBar sitting={sitting} dispatch={dispatch} />
      {isInDoubt && <Doubted sitting={sitting} dispatch={dispatch} />}
      {state === 'paused' ? (
        <Paused dispatch={dispatch} />
      ) : (
        <>
          {isReading(sitting) && (
            <p className="sit-note" role="status">
              {m.sit_reading_now()}{' '}
              <button type="button" className="action" onClick={() => dispatch({ type: 'begin-writing' })}>
                <span className="sweeps">{m.sit_begin_writing()}</span>
              </button>
            </p>
          )}
          {question && <QuestionStrip sitting={sitting} onOpen={show} />}
          {question && (
            <div className="sit-ways">
              <h2 ref={heading} tabIndex={-1}>
                {m.questions_one({ number: question.number })}
                {question.marks !== null && (
                  <span className="marks">{` [${m.questions_marks({ count: question.marks })}]`}</span>
                )}
              </h2>
              {!paper.worksheet && (
                <button
                  type="button"
                  className="sit-toggle"
                  aria-pressed={isByPage}
                  onClick={() => setByPage(!isByPage)}
                >
                  {m.sit_by_page()}
                </button>
              )}
            </div>
          )}
          {isByPage || !question ? (
            <OnePage sitting={sitting} page={page} onGo={setPage} />
          ) : (
            <QuestionImage key={question.id} paper={paper} question={question} />
          )}
          <AnswerAhead sitting={sitting} question={question} dispatch={dispatch} />
          {question && (
            <div className="sit-foot">
              <AnswerRow
                key={question.id}
                sitting={sitting}
                question={question}
                isOpen={mayAnswer(sitting)}
                dispatch={dispatch}
              >
                <Turn
                  names={[m.questions_before(), m.questions_next()]}
                  to={[paper.questions[at - 1]?.id, paper.questions[at + 1]?.id]}
                  onGo={show}
                />
              </AnswerRow>
            </div>
          )}
        </>
      )}
      <p className="sit-quiet">
        <BackToPaper paper={paper} />
      </p>
      <Announcer sitting={sitting} />
    </>
  )
}

type TurnProps<To> = {
  /** What each way is called, and where it leads: back, then on. */
  names: [string, string]
  to: [To | undefined, To | undefined]
  onGo: (to: To) => void
  children?: React.ReactNode
}

function Turn<To>({ names, to, onGo, children }: TurnProps<To>) {
  const way = (at: 0 | 1) => (
    <button
      type="button"
      className="page-number"
      disabled={to[at] === undefined}
      aria-label={names[at]}
      onClick={() => to[at] !== undefined && onGo(to[at])}
    >
      {'‹›'[at]}
    </button>
  )
  return (
    <div className="sit-turn">
      {way(0)}
      {children}
      {way(1)}
    </div>
  )
}

type PageProps = { sitting: Sitting; page: number; onGo: (page: number) => void }

function OnePage({ sitting: { paper }, page, onGo }: PageProps) {
  const m = useMessages()
  const pages = paper.pages.length
  const name = m.reader_page_of({ page, pages })
  const size = paper.pages[page - 1]
  const { width, height } = size ?? A4
  return (
    <section className="sit-page" aria-label={name}>
      <Turn
        names={[m.sit_page_before(), m.sit_page_next()]}
        to={[page > 1 ? page - 1 : undefined, page < pages ? page + 1 : undefined]}
        onGo={onGo}
      >
        <span>{name}</span>
      </Turn>
      {size ? (
        <img key={page} src={pictureOf(paper, page)} width={width} height={height} alt={name} />
      ) : (
        <p>
          {m.sit_no_picture()} <a href={paper.link}>{m.card_view()}</a>
        </p>
      )}
    </section>
  )
}

function Paused({ dispatch }: { dispatch: Dispatch }) {
  const m = useMessages()
  const resume = useRef<HTMLButtonElement>(null)
  useEffect(() => resume.current?.focus(), [])
  return (
    <div className="sit-paused">
      <p>{m.sit_paused()}</p>
      <button ref={resume} type="button" className="button" onClick={() => dispatch({ type: 'resume' })}>
        {m.sit_resume()}
      </button>
    </div>
  )
}

/** What the clocks cannot know is said, and whoever sits decides. */
function Doubted({ sitting, dispatch }: { sitting: Sitting; dispatch: Dispatch }) {
  const m = useMessages()
  const doubt = sitting.clock.doubt ?? { jump: 0, counted: 0 }
  const { jump } = doubt
  const counts = isCounted(doubt)
  const count = Math.round(Math.abs(jump) / 60_000) || 1
  const settle = (counts: boolean, words: string) => (
    <button type="button" className="action" onClick={() => dispatch({ type: 'settle', counts })}>
      <span className="sweeps">{words}</span>
    </button>
  )
  return (
    <div className="sit-note" role="status">
      <p>
        {jump < 0
          ? m.sit_doubt_back({ count })
          : counts
            ? m.sit_doubt_counted({ count })
            : m.sit_doubt_left_out({ count })}
      </p>
      <p className="flex flex-wrap gap-x-5">
        {settle(counts, m.sit_doubt_right())}
        {jump > 0 && settle(!counts, counts ? m.sit_doubt_leave_out() : m.sit_doubt_count())}
      </p>
    </div>
  )
}

const TOLD_MINUTES = [60, 30, 15, 10, 5, 1]

/** What a screen reader is told: each state, and when little time is left. */
function Announcer({ sitting }: { sitting: Sitting }) {
  const m = useMessages()
  const { state } = sitting
  const left = timeLeft(sitting)
  const reading = isReading(sitting)
  const minutes = left === null ? null : Math.ceil(left / 60_000)
  const { answered, later } = countStates(sitting)
  const told = useRef<number | null>(minutes)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (state === 'paused') return setSaid(m.sit_paused())
    setSaid(reading ? m.sit_reading_now() : m.sit_going_on())
  }, [state, reading, m])
  useEffect(() => {
    if (minutes === null || reading || minutes === told.current) return
    told.current = minutes
    if (TOLD_MINUTES.includes(minutes)) setSaid(m.sit_minutes_left({ count: minutes }))
  }, [minutes, reading, m])
  return (
    <p className="sr-only" role="status">
      {said} {m.sit_counted({ answered, later })}
    </p>
  )
}

/** The screen stays on while it is wanted and the page is in sight, where the browser and the battery allow it. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isLeft) await lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isWanted])
}

type StripProps = { sitting: Sitting; onOpen: (question: string) => void }

/** The numbers of all questions: filled where answered, with a corner where one will come back. */
function QuestionStrip({ sitting, onOpen }: StripProps) {
  const m = useMessages()
  const list = useRef<HTMLElement>(null)
  const { open, paper } = sitting
  useEffect(() => {
    const current = open && list.current?.querySelector<HTMLElement>('[aria-current]')
    const row = list.current
    if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.clientWidth) / 2
  }, [open])
  const words = { open: m.sit_state_open(), answered: m.sit_state_answered(), later: m.sit_state_later() }
  return (
    <nav ref={list} className="sit-strip" aria-label={m.questions_heading()}>
      {sectionsOf(paper.questions).map(({ name, questions }) => (
        <section
          key={questions[0]?.id}
          aria-label={name ? m.questions_section({ section: name }) : undefined}
        >
          {name && <span aria-hidden="true">{name}</span>}
          <ol>
            {questions.map(({ id, number }) => {
              const state = stateOf(sitting, id)
              return (
                <li key={id}>
                  <button
                    type="button"
                    data-state={state}
                    aria-current={id === open ? 'true' : undefined}
                    aria-label={`${m.questions_one({ number })}, ${words[state]}`}
                    onClick={() => onOpen(id)}
                  >
                    {number}
                  </button>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </nav>
  )
}
