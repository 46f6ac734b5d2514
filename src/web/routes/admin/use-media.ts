import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window fits a media query, told again as soon as that changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const asked = matchMedia(query)
      asked.addEventListener('change', onChange)
      return () => asked.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  )
}
