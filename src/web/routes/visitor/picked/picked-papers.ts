import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'
import { type PickedQuestion, WORKSHEET_LIMIT } from '#domain/questions/picked-question.ts'
import { createStore, parseList } from '#web/ui/store.ts'

export const paperPicks = createPicks<PickedPaper>({
  key: 'picked-papers',
  most: PICK_LIMIT,
  keyOf: ({ id }) => id,
  pack: ({ id, title, pages, size }) => ({ id, title, pages, size }),
  isWhole: (paper) =>
    typeof paper?.id === 'string' && typeof paper.title === 'string' && paper.pages + paper.size >= 0,
})

export const { store: pickedPapers, addAll: pickAll } = paperPicks

export type Picks<Value> = ReturnType<typeof createPicks<Value>>

type PicksOptions<Value> = {
  /** On the device. */
  key: string
  most: number
  keyOf: (value: Value) => string
  /** What of a value is kept. */
  pack: (value: Value) => Value
  isWhole: (value: Value | null) => boolean
}

/** What is picked, in the order of picking; it stays on the device. */
export function createPicks<Value>({ key, most, keyOf, pack, isWhole }: PicksOptions<Value>) {
  const store = createStore<readonly Value[]>([], {
    key,
    parse: (text) => parseList(isWhole)(text).slice(0, most),
  })
  /** How often more was picked than there is room for. */
  const refusals = createStore(0)
  let isChangedHere = false

  function put(values: readonly Value[]) {
    isChangedHere = true
    store.set(values)
  }

  function addAll(values: readonly Value[]) {
    const now = store.read()
    const known = new Set(now.map(keyOf))
    const all = [...now, ...values.filter((value) => !known.has(keyOf(value))).map(pack)]
    if (all.length > most) refusals.set(refusals.get() + 1)
    put(all.slice(0, most))
  }

  function toggle(value: Value) {
    const now = store.read()
    const others = now.filter((each) => keyOf(each) !== keyOf(value))
    if (others.length < now.length) put(others)
    else addAll([value])
  }

  return {
    store,
    refusals,
    addAll,
    toggle,
    has: (value: Value, among = store.get()) => among.some((each) => keyOf(each) === keyOf(value)),
    clear: () => put([]),
    /** In this tab, since the page was opened. */
    isChangedHere: () => isChangedHere,
  }
}

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
