import { type PickedQuestion, WORKSHEET_LIMIT } from '#domain/questions/picked-question.ts'
import { createStore, parseList } from '#web/ui/store.ts'
import { createPicks } from './picks.ts'

const isWhole = (question: PickedQuestion | null) =>
  typeof question?.paperId === 'string' && typeof question.id === 'string'

export const questionPicks = createPicks<PickedQuestion>({
  key: 'picked-questions',
  most: WORKSHEET_LIMIT,
  keyOf: ({ paperId, id }) => `${paperId} ${id}`,
  pack: ({ paperId, id }) => ({ paperId, id }),
  isWhole,
})

/** The questions of the worksheet that was printed last, or taken as a file, on this device. */
export const lastTest = createStore<readonly PickedQuestion[]>([], {
  key: 'last-test',
  parse: parseList(isWhole),
})
