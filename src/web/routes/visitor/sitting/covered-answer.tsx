import { type ReactNode, useState } from 'react'
import { A4 } from '#domain/page-images/page-image.ts'
import type { Sitting } from '#domain/sitting/sitting.ts'
import {
  pictureOf,
  type SittingAnswer,
  type SittingAnswers,
  type SittingPaper,
  type SittingQuestion,
} from '#domain/sitting/sitting-paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { QuestionImage } from './question-image.tsx'
import type { Dispatch } from './use-sitting.ts'

/** Covered until it is opened: only then is what it shows asked for. */
function Covered({ name, children }: { name: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="folds answer-cover" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && children}
    </details>
  )
}

type OneProps = {
  answer: SittingAnswer & Pick<SittingPaper, 'pages' | 'base'>
  question: Pick<SittingQuestion, 'id' | 'number'>
}

/** The answer to one question, and none next to it. */
export function OneAnswer({ answer, question: { id, number } }: OneProps) {
  const m = useMessages()
  const { areas, text } = answer
  return (
    <Covered name={m.answers_show()}>
      <QuestionImage
        paper={{ ...answer, id }}
        question={{ id, number, areas, text }}
        name={m.sit_answer_to({ number })}
      />
    </Covered>
  )
}

/** That to one question of a paper; nothing where it is not known. */
export function AnswerOf({
  paper: { answers },
  question,
}: {
  paper: Pick<SittingPaper, 'answers'>
  question: SittingQuestion
}) {
  const answer = answers?.of[question.id]
  if (!answers || !answer) return null
  return <OneAnswer answer={{ pages: answers.pages, base: answers.base, ...answer }} question={question} />
}

/** The pages of a file of answers, each covered by itself. */
export function AnswerPages({ answers }: { answers: SittingAnswers }) {
  const m = useMessages()
  if (answers.pages.length === 0) return <p className="sit-quiet">{m.sit_no_answer()}</p>
  return (
    <ol className="answer-pages">
      {answers.pages.map((size, at) => {
        const name = m.answers_page({ page: at + 1 })
        const { width, height } = size ?? A4
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages stay where they are
          <li key={at}>
            <Covered name={name}>
              {size ? (
                <img
                  src={pictureOf(answers, at + 1)}
                  width={width}
                  height={height}
                  alt={m.reader_page_of({ page: at + 1, pages: answers.pages.length })}
                />
              ) : (
                <p className="sit-text">{m.sit_no_picture()}</p>
              )}
            </Covered>
          </li>
        )
      })}
    </ol>
  )
}

/** While the clock runs: asked once in a sitting, and remembered by it. */
export function AnswerAhead({
  sitting: { paper, hasLooked },
  question,
  dispatch,
}: {
  sitting: Sitting
  question: SittingQuestion | undefined
  dispatch: Dispatch
}) {
  const m = useMessages()
  const [isAsking, setAsking] = useState(false)
  const { answers } = paper
  if (!answers) return null
  if (hasLooked)
    return question && answers.of[question.id] ? (
      <AnswerOf key={question.id} paper={paper} question={question} />
    ) : (
      <AnswerPages answers={answers} />
    )
  if (!isAsking)
    return (
      <p className="sit-quiet">
        <button type="button" className="action" onClick={() => setAsking(true)}>
          <span className="sweeps">{m.answers_show()}</span>
        </button>
      </p>
    )
  return (
    <div className="sit-note" role="alert">
      <p>{m.sit_look_ask()}</p>
      <p className="sit-ends">
        <button type="button" className="button" onClick={() => dispatch({ type: 'look' })}>
          {m.sit_look_yes()}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {m.sit_look_no()}
        </button>
      </p>
    </div>
  )
}
