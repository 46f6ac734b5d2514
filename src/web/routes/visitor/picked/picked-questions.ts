import { type PickedQuestion, WORKSHEET_LIMIT } from '#domain/worksheets/picked-question.ts'
import { createPicks } from './picks.ts'

export const questionPicks = createPicks<PickedQuestion>({
  key: 'picked-questions',
  most: WORKSHEET_LIMIT,
  keyOf: ({ paperId, id }) => `${paperId} ${id}`,
  pack: ({ paperId, id }) => ({ paperId, id }),
  isWhole: (question) => typeof question?.paperId === 'string' && typeof question.id === 'string',
})
