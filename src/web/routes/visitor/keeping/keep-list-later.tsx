import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import type { KeepList } from './keep-list.tsx'

type ListProps = ComponentProps<typeof KeepList>

/** How far below the screen it is loaded. */
const AHEAD = '600px'

/** `KeepList` for pages that must not weigh more for it: its code and styles come when somebody scrolls near. */
export function KeepListLater(list: ListProps) {
  const place = useRef<HTMLDivElement>(null)
  const [List, setList] = useState<ComponentType<ListProps>>()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (!isHydrated || !place.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        // Without a line nothing could be kept either.
        import('./keep-list.tsx').then(
          ({ KeepList }) => setList(() => KeepList),
          () => {},
        )
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isHydrated])
  return isHydrated && <div ref={place}>{List && <List {...list} />}</div>
}
