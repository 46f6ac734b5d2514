import { answerOf, type Sitting } from '#domain/sitting/sitting.ts'
import type { SittingQuestion } from '#domain/sitting/sitting-paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Dispatch } from './use-sitting.ts'

type SheetProps = {
  sitting: Sitting
  question: SittingQuestion
  isOpen: boolean
  dispatch: Dispatch
  /** Ways to other questions. */
  children?: React.ReactNode
}

/** The row of an answer sheet: bubbles to fill for a multiple choice, else a word that it is written. */
export function AnswerRow({ sitting, question, isOpen, dispatch, children }: SheetProps) {
  const m = useMessages()
  const { id, number, options } = question
  const { choice, isDone, isLater } = answerOf(sitting, id)
  return (
    <fieldset className="sit-answer">
      <legend className="sr-only">{m.sit_answer_to({ number })}</legend>
      {options && (
        <div className="omr">
          {[...options].map((letter) => (
            <label key={letter}>
              <input
                type="radio"
                name={`choice-${id}`}
                checked={choice === letter}
                disabled={!isOpen}
                onChange={() => dispatch({ type: 'choose', question: id, choice: letter })}
              />
              <span>{letter}</span>
            </label>
          ))}
          <button
            type="button"
            className="action"
            disabled={!choice || !isOpen}
            onClick={() => dispatch({ type: 'choose', question: id, choice: null })}
          >
            {m.sit_clear()}
          </button>
        </div>
      )}
      <div className="sit-foot-row">
        {!options && (
          <button
            type="button"
            className="sit-toggle"
            aria-pressed={isDone === true}
            disabled={!isOpen}
            onClick={() => dispatch({ type: 'answer', question: id })}
          >
            {m.sit_answered()}
          </button>
        )}
        <button
          type="button"
          className="sit-toggle sit-later"
          aria-pressed={isLater === true}
          disabled={!isOpen}
          onClick={() => dispatch({ type: 'later', question: id })}
        >
          {m.sit_later()}
        </button>
        {children}
      </div>
    </fieldset>
  )
}
