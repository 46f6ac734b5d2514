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
