type Stored<Value> = { key: string; parse(text: string): Value }

export type Store<Value> = ReturnType<typeof createStore<Value>>

/**
 * A value that components (use-store.ts) and plain scripts follow. With a key it is stored on this device, or as long as
 * the page where that is not allowed, and follows other tabs. A text is stored as it is, all else as JSON.
 */
export function createStore<Value>(initial: Value, stored?: Stored<Value>) {
  const listeners = new Set<() => void>()
  let value: Value | undefined
  let isOnDevice = stored !== undefined

  /** What is stored, also what another tab has written and not told yet. */
  function read(): Value {
    if (!stored || !isOnDevice) return value ?? initial
    try {
      const text = localStorage.getItem(stored.key)
      return text === null ? initial : stored.parse(text)
    } catch {
      return value ?? initial
    }
  }

  function tell(next: Value) {
    value = next
    for (const listener of [...listeners]) listener()
  }

  function followOtherTabs({ key }: StorageEvent) {
    if (key === stored?.key || key === null) tell(read())
  }

  return {
    initial,
    read,
    /** False where the device refused the last value, which then lasts as long as the page. */
    isOnDevice: () => isOnDevice,
    /** The same value until it is set, as useSyncExternalStore needs. */
    get(): Value {
      value ??= read()
      return value
    },
    set(next: Value) {
      if (stored) {
        try {
          localStorage.setItem(stored.key, typeof next === 'string' ? next : JSON.stringify(next))
          isOnDevice = true
        } catch {
          isOnDevice = false
        }
      }
      tell(next)
    },
    /** Returns the function that ends it. */
    subscribe(listener: () => void): () => void {
      if (stored && listeners.size === 0) addEventListener('storage', followOtherTabs)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (stored && listeners.size === 0) removeEventListener('storage', followOtherTabs)
      }
    },
  }
}

/** For a store of a list: the elements that pass; throws when the text is no list. */
export function parseList<Element>(isElement: (each: Element | null) => unknown) {
  return (text: string): readonly Element[] => {
    const list: (Element | null)[] = JSON.parse(text)
    return list.filter((each): each is Element => Boolean(isElement(each)))
  }
}
