import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { followPicked, nothingPicked, pickedPapers } from './picked-papers.ts'

/** The bar of what is picked. Its code comes when something is, so that it weighs nothing for who only looks. */
export function PickedCorner() {
  const picked = useSyncExternalStore(followPicked, pickedPapers, nothingPicked)
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (picked.length === 0 || Bar) return
    // Where the line fails, the next tick tries again.
    import('./picked-bar.tsx').then(
      ({ PickedBar }) => setBar(() => PickedBar),
      () => {},
    )
  }, [picked, Bar])
  const isOnDesk = /^\/(admin|login)(\/|$)/.test(useLocation().pathname)
  return Bar && !isOnDesk && <Bar />
}
