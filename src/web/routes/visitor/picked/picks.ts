import { createStore, parseList } from '#web/ui/store.ts'

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
