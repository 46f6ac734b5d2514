// Longer than other files: what is said, shown and marked after a sitting follows one state.
import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatsOf } from '#domain/language/formats.ts'
import { type Bookmark, bookmarkOf } from '#domain/sitting/bookmarks.ts'
import { fullMarksOf, marksOf, percentOf, readKey, type Total, totalsOf } from '#domain/sitting/marking.ts'
import { answerOf, countStates, type Sitting, schemeOf, timeWritten } from '#domain/sitting/sitting.ts'
import {
  originOf,
  pagesWith,
  type SittingAnswers,
  type SittingQuestion,
} from '#domain/sitting/sitting-paper.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { BackToPaper } from './back-to-paper.tsx'
import { BookmarkButton } from './bookmark-button.tsx'
import { clockLabel } from './clock-bar.tsx'
import { AnswerOf, AnswerPages } from './covered-answer.tsx'
import { useProfile } from './profiles.ts'
import { QuestionImage } from './question-image.tsx'
import { readSittings } from './sittings-store.ts'
import type { Dispatch } from './use-sitting.ts'

type DownProps = { sitting: Sitting; dispatch: Dispatch; onLeave: () => void }

/** After the sitting: what it was, told honestly, the answers, and the marks that whoever sat it gives. */
export function SittingResults({ sitting, dispatch, onLeave }: DownProps) {
  const m = useMessages()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the page can be typed into: the focus is not taken from a field of marks.
  useLayoutEffect(() => heading.current?.focus(), [])
  const { paper, pauses, clock, hasLooked } = sitting
  const { answered, later, open } = countStates(sitting)
  const hasQuestions = paper.questions.length > 0
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sit-down">
        {m.sit_is_down()}
      </h2>
      <p>
        {m.sit_time_taken({ time: clockLabel(timeWritten(sitting)) })}{' '}
        {pauses > 0 && `${m.sit_pauses({ count: pauses, time: clockLabel(clock.paused) })} `}
        {hasQuestions && m.sit_result({ answered, open: open + later })} {hasLooked && m.sit_looked()}
      </p>
      <Answers sitting={sitting} />
      <Totals sitting={sitting} />
      {hasQuestions ? (
        <>
          <KeyAndScheme sitting={sitting} dispatch={dispatch} />
          <ol className="mark-rows" aria-label={m.questions_heading()}>
            {paper.questions.map((question) => (
              <MarkRow key={question.id} sitting={sitting} question={question} dispatch={dispatch} />
            ))}
          </ol>
        </>
      ) : (
        <WholeMarks sitting={sitting} dispatch={dispatch} />
      )}
      <p className="sit-ends">
        <button
          type="button"
          className="button"
          onClick={() => {
            dispatch({ type: 'finish', isMarked: true })
            void navigate('/practice/mine')
          }}
        >
          {m.mark_finish()}
        </button>
        {sitting.isMarked && (
          <button type="button" className="button button-line" onClick={onLeave}>
            {m.sit_again()}
          </button>
        )}
      </p>
      <p className="sit-quiet">
        <BackToPaper paper={paper} />
      </p>
    </>
  )
}

/** Covered until somebody opens them: they are a file of their own. */
function Answers({ sitting: { paper } }: { sitting: Sitting }) {
  const m = useMessages()
  const [isOpen, setOpen] = useState(false)
  if (paper.answers) return <AnswersByPage answers={paper.answers} link={paper.referenceLink} />
  if (!paper.referenceLink) return <p className="sit-quiet">{m.mark_no_answers()}</p>
  return (
    <p className="mark-cover" data-open={isOpen || undefined}>
      {isOpen ? (
        <a
          className="button button-line"
          href={paper.referenceLink}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.card_answer()}
        </a>
      ) : (
        <>
          <span>{m.mark_covered()}</span>
          <button type="button" className="button button-line" onClick={() => setOpen(true)}>
            {m.mark_uncover()}
          </button>
        </>
      )}
    </p>
  )
}

function AnswersByPage({ answers, link }: { answers: SittingAnswers; link: string | null }) {
  const m = useMessages()
  return (
    <>
      <p className="sit-quiet">
        {Object.keys(answers.of).length > 0 ? m.mark_covered_each() : m.mark_covered()}
      </p>
      {answers.pages.length > 0 && (
        <details className="folds">
          <summary>{m.answers_by_page()}</summary>
          <AnswerPages answers={answers} />
          {link && (
            <a className="action" href={link} target="_blank" rel="noopener noreferrer">
              <span className="sweeps">{m.card_answer()}</span>
            </a>
          )}
        </details>
      )}
    </>
  )
}

function Totals({ sitting }: { sitting: Sitting }) {
  const m = useMessages()
  const langOf = useTextLang()
  const formats = formatsOf(useLanguage())
  const total = totalsOf(sitting)
  const percent = percentOf(total)
  const earlier = readSittings(useProfile().id).filter(
    ({ id, paper, isMarked }) => isMarked && id !== sitting.id && paper.id === sitting.paper.id,
  )
  const sumOf = ({ marks, of }: { marks: number; of: number }) =>
    m.mark_sum({ marks: formats.number(marks), of: formats.number(of) })
  const row = (name: string, part: Total) => (
    <li key={name}>
      <span lang={langOf(name)}>{name}</span>
      <b>{part.of > 0 ? sumOf(part) : '–'}</b>
      <small>{clockLabel(part.ms)}</small>
    </li>
  )
  return (
    <section className="mark-totals" aria-label={m.mark_total()}>
      <p role="status">
        {total.of > 0 && <b>{sumOf(total)}</b>}
        {percent !== null && <span>{`${percent} %`}</span>}
        {total.unmarked > 0 && <small>{m.mark_unmarked({ count: total.unmarked })}</small>}
      </p>
      {total.sections.length > 1 && total.of > 0 && (
        <ul>
          {total.sections.map(({ name, ...section }) =>
            row(name ? m.questions_section({ section: name }) : m.questions_heading(), section),
          )}
        </ul>
      )}
      {total.chapters.length > 0 && total.of > 0 && (
        <>
          <h3>{m.questions_by_chapter()}</h3>
          <ul>{total.chapters.map(({ name, ...chapter }) => row(name ?? m.mark_no_chapter(), chapter))}</ul>
          {sitting.paper.questions.some(({ chapters = [] }) => chapters.length > 1) && (
            <small>{m.weightage_halves()}</small>
          )}
        </>
      )}
      {earlier.length > 0 && (
        <p>
          {m.mark_earlier()}{' '}
          {earlier
            .map(
              (each) => `${formats.shortDay(new Date(each.begunAt).toISOString())}: ${sumOf(totalsOf(each))}`,
            )
            .join(' · ')}
        </p>
      )}
    </section>
  )
}

function KeyAndScheme({ sitting, dispatch }: { sitting: Sitting; dispatch: Dispatch }) {
  const m = useMessages()
  const [text, setText] = useState('')
  const [typed, setSaid] = useState('')
  const { paper, scheme } = sitting
  if (!paper.questions.some(({ options }) => options)) return null
  const usual = schemeOf({ type: 'jee' })
  function read() {
    const keys = readKey(text, paper.questions)
    dispatch({ type: 'key', keys })
    setSaid(m.mark_key_read({ count: Object.keys(keys).length }))
  }
  const field = (name: 'right' | 'wrong', label: string) =>
    scheme && (
      <label>
        {label}{' '}
        <input
          className="input"
          inputMode="decimal"
          defaultValue={scheme[name]}
          onChange={({ target }) => {
            const value = Number(target.value)
            if (target.value !== '' && value >= 0 && value <= 20)
              dispatch({ type: 'scheme', scheme: { ...scheme, [name]: value } })
          }}
        />
      </label>
    )
  return (
    <details className="mark-key folds">
      <summary>{m.mark_key()}</summary>
      <label className="block">
        {m.mark_key_how()}
        <textarea className="input" rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="sit-ends">
        <button type="button" className="button" onClick={read}>
          {m.mark_key_use()}
        </button>
        <span role="status">{typed}</span>
      </p>
      <label className="sit-tick">
        <input
          type="checkbox"
          checked={scheme !== null}
          onChange={({ target }) => dispatch({ type: 'scheme', scheme: target.checked ? usual : null })}
        />{' '}
        {m.mark_negative()}
      </label>
      <p className="mark-scheme">
        {field('right', m.mark_right())} {field('wrong', m.mark_wrong())}
      </p>
    </details>
  )
}

type RowProps = { sitting: Sitting; question: SittingQuestion; dispatch: Dispatch }

function MarkRow({ sitting, question, dispatch }: RowProps) {
  const m = useMessages()
  const { id, number, options } = question
  const { choice, key, ms, marks: own } = answerOf(sitting, id)
  const full = fullMarksOf(question, sitting.scheme)
  const marks = marksOf(sitting, question)
  const give = (given: number | null) => dispatch({ type: 'mark', question: id, marks: given })
  const choices: [number, string][] = [
    [full, m.mark_full()],
    ...(full > 1 || !options ? [[full / 2, m.mark_half()] satisfies [number, string]] : []),
    [0, m.mark_none()],
  ]
  return (
    <li data-marked={marks === null ? undefined : marks >= full ? 'full' : 'less'}>
      <details className="folds">
        <summary>
          <span>{m.questions_one({ number })}</span>
          <small>
            {[choice && m.mark_chosen({ choice }), ms >= 1_000 && clockLabel(ms)].filter(Boolean).join(' · ')}
          </small>
          <b>{marks === null ? `[${full}]` : `${marks} / ${full}`}</b>
        </summary>
        <QuestionImage paper={sitting.paper} question={question} />
        <AnswerOf paper={sitting.paper} question={question} />
        <p>
          <BookmarkButton bookmark={bookmarkIn(sitting, question)} />
        </p>
      </details>
      {options && (
        <fieldset className="omr mark-keys">
          <legend>{m.mark_key_is()}</legend>
          {[...options].map((letter) => (
            <label key={letter}>
              <input
                type="radio"
                name={`key-${id}`}
                checked={key === letter}
                aria-label={m.mark_key_of({ number, letter })}
                onChange={() => dispatch({ type: 'key', keys: { [id]: letter } })}
              />
              <span>{letter}</span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="mark-give">
        <legend className="sr-only">{m.mark_of({ number })}</legend>
        {choices.map(([given, words]) => (
          <button
            key={words}
            type="button"
            className="sit-toggle"
            aria-pressed={marks === given}
            onClick={() => give(own === given ? null : given)}
          >
            {words}
          </button>
        ))}
        {full > 1 && (
          <input
            key={own ?? 'none'}
            className="input"
            inputMode="decimal"
            aria-label={m.mark_number({ number, full })}
            defaultValue={own ?? ''}
            onBlur={({ target }) => {
              const given = Number(target.value)
              if (target.value.trim() === '') give(null)
              else if (given >= 0 && given <= full) give(given)
              else target.value = String(own ?? '')
            }}
          />
        )}
      </fieldset>
    </li>
  )
}

function bookmarkIn(sitting: Sitting, satQuestion: SittingQuestion): Bookmark {
  const { paper, question } = originOf(sitting.paper, satQuestion)
  const { base, pages } = paper
  const { areas } = question
  return bookmarkOf({
    ...{ paper, question, page: areas[0]?.page ?? 1, pages: pages.length },
    shown: { base, areas, pages: pagesWith(pages, question) },
  })
}

/** Where no questions are known, the sum of the whole paper is typed. */
function WholeMarks({ sitting, dispatch }: { sitting: Sitting; dispatch: Dispatch }) {
  const m = useMessages()
  const { marks, of } = sitting.whole ?? { marks: '', of: '' }
  function read({ currentTarget }: React.ChangeEvent<HTMLFormElement>) {
    const given = new FormData(currentTarget)
    const [own, whole] = [Number(given.get('marks')), Number(given.get('of'))]
    if (given.get('marks') !== '' && whole >= 1 && whole <= 1_000 && own <= whole)
      dispatch({ type: 'whole', marks: own, of: whole })
  }
  return (
    <form className="mark-scheme" onChange={read} onSubmit={(event) => event.preventDefault()}>
      <label>
        {m.mark_total()} <input className="input" name="marks" inputMode="decimal" defaultValue={marks} />
      </label>
      <label>
        {m.mark_out_of()} <input className="input" name="of" inputMode="decimal" defaultValue={of} />
      </label>
    </form>
  )
}
