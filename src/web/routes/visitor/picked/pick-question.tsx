import type { PickedQuestion } from '#domain/questions/picked-question.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Pick } from './pick-paper.tsx'
import { questionPicks } from './picked-questions.ts'

type PickQuestionProps = {
  question: PickedQuestion & { number: string }
  /** Of its paper. */
  title: string
  isShort?: boolean
}

/** For a worksheet. */
export function PickQuestion({ question: { paperId, id, number }, title, isShort }: PickQuestionProps) {
  const m = useMessages()
  const label = m.questions_pick_label({ number, title })
  return <Pick picks={questionPicks} value={{ paperId, id }} label={label} isShort={isShort} />
}
