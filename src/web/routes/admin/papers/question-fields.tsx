import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  boxesOf,
  type EditedQuestion,
  MOST_MARKS,
  NUMBER,
  passageOf,
  removeBox,
  removeQuestion,
  setPassage,
} from '#domain/questions/edit-questions.ts'
import { IconButton } from '../icon-button.tsx'
import { useMedia } from '../use-media.ts'
import type { Edits } from './use-edits.ts'

type FieldsProps = {
  edits: Edits
  page: number
  chosen: number | null
  onChoose: (question: number | null) => void
}

/** The questions of one page, with their numbers, sections and marks. */
export function QuestionFields({ edits, page, chosen, onChoose }: FieldsProps) {
  const shown = [...new Set(boxesOf(edits.list, page).map(({ question }) => question))]
  if (shown.length === 0) return <p className="text-quiet">There is no question on this page.</p>
  return (
    <ol className="question-fields">
      {shown.map((at) => (
        <Fields key={at} at={at} edits={edits} page={page} isChosen={at === chosen} onChoose={onChoose} />
      ))}
    </ol>
  )
}

type OneProps = Omit<FieldsProps, 'chosen'> & { at: number; isChosen: boolean }

function Fields({ at, edits, page, isChosen, onChoose }: OneProps) {
  const row = useRef<HTMLLIElement>(null)
  const question = edits.list[at]
  // Next to the page, the list scrolls by itself; below it, it would take the page away from under the finger.
  const isNextTo = useMedia('(width >= 64rem)')
  useEffect(() => {
    if (isChosen && isNextTo) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, isNextTo])
  if (!question) return null
  const { number, section, marks } = question
  const parts = boxesOf([question])
  const [before, passage] = [edits.list[at - 1], passageOf(question)]
  const others = before && passageOf(before)
  const part = boxesOf(edits.list, page).findLast((each) => each.question === at)
  const set = (change: Partial<EditedQuestion>) =>
    edits.change(edits.list.with(at, { ...question, ...change }), `${Object.keys(change)} of ${at}`)

  function remove(join: boolean) {
    edits.change(removeQuestion(edits.list, at, { join }))
    onChoose(join ? at - 1 : null)
  }

  return (
    // Chosen once the press is over: what is shown for it would move the button away from under the finger.
    <li
      ref={row}
      data-chosen={isChosen || undefined}
      onClickCapture={() => onChoose(at)}
      onKeyUp={() => onChoose(at)}
    >
      <fieldset>
        <legend className="sr-only">Question {number}</legend>
        <label>
          <span>Number</span>
          <input
            className="input"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            value={number}
            aria-invalid={!NUMBER.test(number) || undefined}
            onChange={({ target }) => set({ number: target.value.trim() })}
          />
        </label>
        <label>
          <span>Section</span>
          <input
            className="input"
            autoComplete="off"
            maxLength={12}
            value={section ?? ''}
            onChange={({ target }) => set({ section: target.value.trimStart() || null })}
          />
        </label>
        <label>
          <span>Marks</span>
          <input
            className="input"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={marks ?? ''}
            onChange={({ target }) => set({ marks: marksIn(target.value) })}
          />
        </label>
        <IconButton Mark={Trash2} name={`Remove question ${number}`} onClick={() => remove(false)} />
      </fieldset>
      {isChosen && (at > 0 || parts.length > 1 || passage !== null) && (
        <p className="flex flex-wrap gap-x-5">
          {at > 0 && (
            <button type="button" className="action" onClick={() => remove(true)}>
              It belongs to question {before?.number}
            </button>
          )}
          {passage === null && before && others != null && (
            <button type="button" className="action" onClick={() => set(setPassage(question, before))}>
              It is about the passage on page {others}, too
            </button>
          )}
          {passage !== null && (
            <button type="button" className="action" onClick={() => set(setPassage(question, null))}>
              Take off its passage on page {passage}
            </button>
          )}
          {parts.length > 1 && part && (
            <button
              type="button"
              className="action"
              onClick={() => edits.change(removeBox(edits.list, part))}
            >
              Take off its part on this page
            </button>
          )}
        </p>
      )}
    </li>
  )
}

/** Null for nothing, and for what is no number of marks. */
function marksIn(typed: string): number | null {
  const marks = Number(typed.replace(/\D/g, ''))
  return marks > 0 ? Math.min(marks, MOST_MARKS) : null
}
