import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/ui/use-store.ts'
import { pickedPapers } from './picked-papers.ts'

/** Loaded with the first pick, so that other visitors do not pay for it. */
export function PickedCorner() {
  const picked = useStore(pickedPapers)
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
