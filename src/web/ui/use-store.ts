import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** What a store holds; on the server and while hydrating what it began with. */
export function useStore<Value>(store: Store<Value>): Value {
  return useStored(store, (value) => value)
}

/** What `select` finds in a store: a plain value, or the same object until the store is set. */
export function useStored<Value, Found>(store: Store<Value>, select: (value: Value) => Found): Found {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  )
}

/** False in the server's HTML: a press before hydration would post a form as a page, and lose what was typed. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}

/** Whether the browser has a connection; true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    followLine,
    () => navigator.onLine,
    () => true,
  )
}

function followLine(tell: () => void) {
  for (const way of ['online', 'offline']) addEventListener(way, tell)
  return () => {
    for (const way of ['online', 'offline']) removeEventListener(way, tell)
  }
}
