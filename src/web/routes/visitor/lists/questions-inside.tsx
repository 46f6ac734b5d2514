import type { PaperFilter } from '#domain/paper/filters.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import type { ReadList } from './failed-list.ts'
import { addressOf } from './list-address.ts'

/** From a search for papers to the questions with the same words, under the filters that both have. */
export function QuestionsInside({
  list,
}: {
  list: Pick<ReadList, 'questions'> & { filter: PaperFilter; q: string }
}) {
  const m = useMessages()
  const labels = useLabels()
  const { total, more } = list.questions
  if (total === 0) return null
  const { ownState: _, ...kept } = questionFilterOf(list.filter)
  return (
    <p className="questions-inside">
      <Link className="action" to={addressOf('/questions', { ...kept, answered: undefined, q: list.q })}>
        <span className="sweeps">{m.questions_inside({ questions: labels.questions(total, more) })}</span>
      </Link>
    </p>
  )
}

export function questionFilterOf({
  type,
  grade,
  subject,
  board,
  ownState,
  year,
}: PaperFilter): QuestionFilter {
  return { type, grade, subject, board, ownState, from: year, to: year }
}
