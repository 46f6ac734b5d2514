import { useSyncExternalStore } from 'react'

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
