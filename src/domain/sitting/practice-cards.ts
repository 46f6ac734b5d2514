import { isMistake } from './marking.ts'
import { answerOf, type Sitting } from './sitting.ts'
import {
  isSatAnswer,
  isSatPaper,
  isSatQuestion,
  originOf,
  pagesWith,
  type SatOrigin,
  type SittingAnswer,
  type SittingPaper,
  type SittingQuestion,
} from './sitting-paper.ts'

/** Days until a question that went wrong is done again, each time that it went right since. */
export const SPACING_DAYS = [1, 3, 7, 21] as const

const DAY_MS = 86_400_000
/** Days change at midnight in India. */
const INDIA_MS = 5.5 * 3_600_000

/** A question to do again, with what it takes to show it; `due` is a day, counted from 1970. */
export type PracticeCard = {
  id: string
  paper: SatOrigin
  question: SittingQuestion
  /** Absent where it is not known. */
  answer?: SittingAnswer & Pick<SittingPaper, 'pages' | 'base'>
  /** What was chosen, and what would have been right. */
  choice: string | null
  key: string | null
  step: number
  due: number
}

export function dayOf(time: number): number {
  return Math.floor((time + INDIA_MS) / DAY_MS)
}

/**
 * The cards after a sitting is marked, or marked otherwise than `before`: its mistakes begin from the first step, also those
 * that were there; what is no mistake any more goes, and what is none of either stays as it is.
 */
export function afterMarking(
  cards: readonly PracticeCard[],
  { before, after, today }: { before: Sitting; after: Sitting; today: number },
): readonly PracticeCard[] {
  if (!after.isMarked) return cards
  const changed = after.paper.questions.filter(
    (question) => isMistake(after, question) !== (before.isMarked && isMistake(before, question)),
  )
  if (changed.length === 0) return cards
  const ids = changed.map((question) => idOf(after, question))
  const made = changed.filter((question) => isMistake(after, question))
  return [
    ...cards.filter(({ id }) => !ids.includes(id)),
    ...made.map((question) => cardOf(after, question, today)),
  ]
}

/** The same in a sitting of its paper and of worksheets. */
function idOf(sitting: Sitting, satQuestion: SittingQuestion): string {
  const { paper, question } = originOf(sitting.paper, satQuestion)
  return `${paper.id}/${question.id}`
}

function cardOf(sitting: Sitting, satQuestion: SittingQuestion, today: number): PracticeCard {
  const { answers } = sitting.paper
  const { paper, question } = originOf(sitting.paper, satQuestion)
  const { choice, key } = answerOf(sitting, satQuestion.id)
  const answer = answers?.of[satQuestion.id]
  return {
    id: idOf(sitting, satQuestion),
    paper: { ...paper, pages: pagesWith(paper.pages, question) },
    question,
    ...(answers &&
      answer && {
        answer: {
          ...answer,
          base: answer.base ?? answers.base,
          pages: pagesWith(answer.pages ?? answers.pages, answer),
        },
      }),
    ...{ choice: choice ?? null, key: key ?? null, step: 0, due: today + SPACING_DAYS[0] },
  }
}

/** The cards after one was done again: right brings it later, and off the list after the last step; wrong back to the first. */
export function afterReview(
  cards: readonly PracticeCard[],
  id: string,
  { isRight, today }: { isRight: boolean; today: number },
): PracticeCard[] {
  return cards.flatMap((card) => {
    if (card.id !== id) return card
    const step = isRight ? card.step + 1 : 0
    const days = SPACING_DAYS[step]
    return days === undefined ? [] : { ...card, step, due: today + days }
  })
}

/** Those of today and before first, the longest due first. */
export function byDue(cards: readonly PracticeCard[], today: number) {
  const sorted = [...cards].sort((one, other) => one.due - other.due)
  return { due: sorted.filter(({ due }) => due <= today), later: sorted.filter(({ due }) => due > today) }
}

export function isCard(stored: unknown): stored is PracticeCard {
  const { id, paper, question, answer, step, due } = (stored ?? {}) as Partial<PracticeCard>
  return (
    typeof id === 'string' &&
    isSatPaper(paper) &&
    isSatQuestion(question) &&
    (answer === undefined ||
      (isSatAnswer(answer) && Array.isArray(answer.pages) && /^(\/papers\/|$)/.test(String(answer.base)))) &&
    Number.isInteger(step) &&
    Number.isInteger(due)
  )
}
