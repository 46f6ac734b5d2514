import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'
import { createStore, parseList } from '#web/ui/store.ts'

type Papers = readonly PickedPaper[]

/** In the order of picking. */
export const pickedPapers = createStore<Papers>([], {
  key: 'picked-papers',
  parse: (text) => parseList(isWhole)(text).slice(0, PICK_LIMIT),
})
/** How often more was picked than there is room for. */
export const pickRefusals = createStore(0)
let isChangedHere = false

export function isPicked(id: string): boolean {
  return pickedPapers.get().some((paper) => paper.id === id)
}

/** In this tab, since the page was opened. */
export function hasPickedHere(): boolean {
  return isChangedHere
}

export function togglePick(paper: PickedPaper) {
  const now = pickedPapers.read()
  const others = now.filter(({ id }) => id !== paper.id)
  if (others.length < now.length) store(others)
  else pickAll([paper])
}

export function pickAll(papers: Papers) {
  const now = pickedPapers.read()
  const added = papers.filter(({ id }) => !now.some((each) => each.id === id))
  const all = [...now, ...added.map(({ id, title, pages, size }) => ({ id, title, pages, size }))]
  if (all.length > PICK_LIMIT) pickRefusals.set(pickRefusals.get() + 1)
  store(all.slice(0, PICK_LIMIT))
}

export function clearPicked() {
  store([])
}

function store(papers: Papers) {
  isChangedHere = true
  pickedPapers.set(papers)
}

function isWhole(paper: PickedPaper | null): boolean {
  return typeof paper?.id === 'string' && typeof paper.title === 'string' && paper.pages + paper.size >= 0
}
