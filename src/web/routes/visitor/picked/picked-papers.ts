import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'
import { createPicks } from './picks.ts'

export const paperPicks = createPicks<PickedPaper>({
  key: 'picked-papers',
  most: PICK_LIMIT,
  keyOf: ({ id }) => id,
  pack: ({ id, title, pages, size }) => ({ id, title, pages, size }),
  isWhole: (paper) =>
    typeof paper?.id === 'string' && typeof paper.title === 'string' && paper.pages + paper.size >= 0,
})

export const { store: pickedPapers, addAll: pickAll } = paperPicks
