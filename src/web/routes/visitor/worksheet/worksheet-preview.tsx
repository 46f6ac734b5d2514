// Longer than other files: the sheet as it is printed, with the tools of each question on it.
import { useRef, useState } from 'react'
import { isTooSmall, scaleOf } from '#domain/worksheets/layout.ts'
import type { WorksheetForm } from '#domain/worksheets/worksheet.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import type { WorksheetQuestion } from './worksheet-data.ts'

type SheetProps = {
  form: WorksheetForm
  questions: readonly WorksheetQuestion[]
  totals: { marks: number; minutes: number | null }
  /** Takes the questions in another order, or with other marks; null where the order is a set's. */
  change: ((next: WorksheetQuestion[]) => void) | null
}

/** The sheet as a browser prints it: heading and questions, each with what moves it, which is not printed. */
export function WorksheetPreview({ form, questions, totals, change }: SheetProps) {
  const m = useMessages()
  const [announcement, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef('')
  function move(from: number, to: number, way?: 'up' | 'down') {
    if (!change || to < 0 || to >= questions.length || from === to) return
    const next = [...questions]
    next.splice(to, 0, ...next.splice(from, 1))
    change(next)
    say(m.worksheet_moved({ number: to + 1 }))
    // The focus follows what was moved; at an end the way there is off.
    const isAtEnd = to === 0 || to === questions.length - 1
    focused.current = way
      ? `[data-row="${to}"] [data-way="${isAtEnd ? (way === 'up' ? 'down' : 'up') : way}"]`
      : ''
    requestAnimationFrame(
      () => focused.current && list.current?.querySelector<HTMLElement>(focused.current)?.focus(),
    )
  }
  return (
    <article className="worksheet-preview" data-columns={form.columns} data-sheet={form.sheet}>
      <SheetHeading form={form} totals={totals} />
      <ol ref={list} aria-label={m.worksheet_list_label()}>
        {questions.map((question, at) => (
          <li
            key={`${question.linked.serial} ${question.linked.id}`}
            data-row={at}
            data-wide={isWide(question) ? '' : undefined}
          >
            {change && (
              <QuestionTools
                at={at}
                of={questions.length}
                question={question}
                onMove={move}
                onDrag={(event) => list.current && dragRow(event, list.current, at, move)}
                onMarks={(marks) =>
                  change(questions.map((each, nth) => (nth === at ? withMarks(each, marks) : each)))
                }
                onRemove={() => change(questions.filter((_, nth) => nth !== at))}
              />
            )}
            <SheetItem question={question} label={at + 1} form={form} />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </article>
  )
}

/** Whether it goes over both columns, as in the PDF. */
function isWide({ pictures }: WorksheetQuestion): boolean {
  return pictures.some(({ width }) => isTooSmall(COLUMN / (width / PRINT_SCALE), scaleOf(USUAL_LETTERS, 2)))
}

function withMarks(question: WorksheetQuestion, marks: number | null): WorksheetQuestion {
  const { marks: _, ...linked } = question.linked
  return { ...question, linked: marks === null ? linked : { ...linked, marks } }
}

function SheetHeading({ form, totals: { marks, minutes } }: Pick<SheetProps, 'form' | 'totals'>) {
  const m = useMessages()
  const { name, pictures } = useCentre()
  const facts = [
    form.className && m.worksheet_class({ name: form.className }),
    form.date && m.worksheet_date({ date: form.date }),
    minutes && m.worksheet_time({ minutes: m.worksheet_minutes({ count: minutes }) }),
    marks > 0 && m.worksheet_marks({ marks }),
  ].flatMap((fact) => fact || [])
  const blanks = [
    m.worksheet_name(),
    !form.className && m.worksheet_class_blank(),
    !form.date && m.worksheet_date_blank(),
  ].flatMap((label) => label || [])
  return (
    <header>
      {pictures?.logo && (
        <SitePicture picture={pictures.logo} use="logo" alt="" sizes="48px" className="size-12" />
      )}
      <div>
        <p>{name}</p>
        <h2>{form.title || m.worksheet_heading()}</h2>
      </div>
      {form.set && <b className="worksheet-set">{m.worksheet_set({ letter: form.set })}</b>}
      <p className="worksheet-facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p className="worksheet-blanks">
        {blanks.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
    </header>
  )
}

/** A screen reader reads it whole before it comes to the next question. */
const LONGEST_ALT = 600

function SheetItem({
  question,
  label,
  form,
}: {
  question: WorksheetQuestion
  label: number
  form: WorksheetForm
}) {
  const langOf = useTextLang()
  const { pictures, text, marks, source, href } = question
  const line = text.replace(/\s+/g, ' ').trim()
  return (
    <div className="worksheet-question" data-space={form.space} data-marks={marks ?? 0}>
      <b>{label}.</b>
      <div>
        {pictures.map(({ address, width, height }, at) => (
          <img
            key={address}
            src={address}
            width={Math.round(width / PRINT_SCALE)}
            height={Math.round(height / PRINT_SCALE)}
            alt={at === 0 ? line.slice(0, LONGEST_ALT) : ''}
            lang={langOf(line)}
          />
        ))}
        {pictures.length === 0 && (
          <p className="worksheet-text" lang={langOf(line)}>
            {text}
          </p>
        )}
        {form.hasSources && (
          <p className="worksheet-source">
            <Link to={href}>{source}</Link>
          </p>
        )}
        {form.space !== 'none' && <AnswerSpace marks={marks} isRuled={form.space === 'lines'} />}
      </div>
      {form.hasMarks && <span>{marks !== null && `[${marks}]`}</span>}
    </div>
  )
}

/** Two lines for a mark; the site allows no style attributes. */
const [LINES_A_MARK, LINES_UNKNOWN, MOST_LINES] = [2, 5, 16]

function AnswerSpace({ marks, isRuled }: { marks: number | null; isRuled: boolean }) {
  const lines = marks === null ? LINES_UNKNOWN : Math.min(MOST_LINES, Math.max(1, marks) * LINES_A_MARK)
  return (
    <div className={isRuled ? 'worksheet-lines' : 'worksheet-blank'} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <i key={line} />
      ))}
    </div>
  )
}

function Sign({ children }: { children: React.ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

type ToolsProps = {
  at: number
  of: number
  question: WorksheetQuestion
  onMove: (from: number, to: number, way: 'up' | 'down') => void
  onDrag: (event: React.PointerEvent<HTMLElement>) => void
  onMarks: (marks: number | null) => void
  onRemove: () => void
}

function QuestionTools({ at, of, question, onMove, onDrag, onMarks, onRemove }: ToolsProps) {
  const m = useMessages()
  const number = at + 1
  const key = `${question.linked.marks ?? ''}`
  const take = (typed: string) => onMarks(/^\d{1,2}$/.test(typed.trim()) ? Number(typed) : null)
  return (
    <div className="worksheet-tools noscript:hidden">
      <span
        className="worksheet-grip"
        title={m.worksheet_drag({ number })}
        aria-hidden="true"
        onPointerDown={onDrag}
      >
        <Sign>
          <path d="M9 5v.01M15 5v.01M9 12v.01M15 12v.01M9 19v.01M15 19v.01" />
        </Sign>
      </span>
      <button
        type="button"
        data-way="up"
        disabled={at === 0}
        aria-label={m.worksheet_up({ number })}
        onClick={() => onMove(at, at - 1, 'up')}
      >
        <Sign>
          <path d="M12 20V5M6 11l6-6 6 6" />
        </Sign>
      </button>
      <button
        type="button"
        data-way="down"
        disabled={at === of - 1}
        aria-label={m.worksheet_down({ number })}
        onClick={() => onMove(at, at + 1, 'down')}
      >
        <Sign>
          <path d="M12 4v15M6 13l6 6 6-6" />
        </Sign>
      </button>
      <label>
        {m.questions_marks_filter()}
        <input
          key={key}
          inputMode="numeric"
          maxLength={2}
          aria-label={m.worksheet_marks_of({ number })}
          defaultValue={question.marks ?? ''}
          onBlur={(event) => event.target.value !== String(question.marks ?? '') && take(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </label>
      <Link to={question.href} className="worksheet-from">
        {question.source}
      </Link>
      {of > 1 && (
        <button type="button" aria-label={m.worksheet_remove({ number })} onClick={onRemove}>
          <Sign>
            <path d="M6 6l12 12M18 6L6 18" />
          </Sign>
        </button>
      )}
    </div>
  )
}

/** Follows a pointer from a row's grip on: the row that it is over is marked, and where it is let go the row is moved to. */
function dragRow(
  event: React.PointerEvent<HTMLElement>,
  list: HTMLElement,
  from: number,
  move: (from: number, to: number) => void,
): void {
  if (event.button !== 0) return
  event.preventDefault()
  const grip = event.currentTarget
  const rows = [...list.children] as HTMLElement[]
  const over = new AbortController()
  let to = from
  grip.setPointerCapture(event.pointerId)
  const mark = (goal: number | null) => {
    for (const [at, row] of rows.entries()) {
      row.toggleAttribute('data-dragged', goal !== null && at === from)
      row.toggleAttribute('data-goal', at === goal && at !== from)
      row.toggleAttribute('data-below', at === goal && at > from)
    }
  }
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const found = rows.findIndex((row) => {
      const { left, right, top, bottom } = row.getBoundingClientRect()
      return clientX >= left - 40 && clientX <= right + 40 && clientY >= top && clientY <= bottom
    })
    if (found >= 0) to = found
    mark(to)
    // Beyond the edges of the window the page goes on below the pointer.
    if (clientY < EDGE) scrollBy(0, -STEP)
    else if (clientY > innerHeight - EDGE) scrollBy(0, STEP)
  }
  const end = (isDone: boolean) => {
    over.abort()
    mark(null)
    if (isDone) move(from, to)
  }
  const { signal } = over
  grip.addEventListener('pointermove', follow, { signal })
  grip.addEventListener('pointerup', () => end(true), { signal })
  grip.addEventListener('pointercancel', () => end(false), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
}

const [EDGE, STEP] = [60, 24]
/** Pixels of a page's picture, 1440 wide, for each of A4's 794 CSS pixels: questions are as large as in the PDF. */
const PRINT_SCALE = 1440 / 794
/** What a question has of one of two columns on A4, in CSS pixels, and what papers' letters mostly have, in points. */
const [COLUMN, USUAL_LETTERS] = [268, 10.4]
