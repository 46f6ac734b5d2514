import { useSyncExternalStore } from 'react'

/** False in the server's HTML: a press before hydration would post a form as a page, and lose what was typed. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
