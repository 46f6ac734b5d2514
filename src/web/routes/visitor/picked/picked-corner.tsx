import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { followPicked, nothingPicked, pickedPapers } from './picked-papers.ts'

/** Loaded with the first pick, so that other visitors do not pay for it. */
export function PickedCorner() {
  const picked = useSyncExternalStore(followPicked, pickedPapers, nothingPicked)
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (picked.length === 0 || Bar) return
    // Where the connection fails, the next tick tries again.
    import('./picked-bar.tsx').then(
      ({ PickedBar }) => setBar(() => PickedBar),
      () => {},
    )
  }, [picked, Bar])
  const isOnDesk = /^\/(admin|login)(\/|$)/.test(useLocation().pathname)
  return Bar && !isOnDesk && <Bar />
}
