import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/ui/use-store.ts'
import { pickedPapers, questionPicks } from './picked-papers.ts'

/** Loaded with the first pick, so that other visitors do not pay for it. */
export function PickedCorner() {
  const papers = useStore(pickedPapers)
  const questions = useStore(questionPicks.store)
  const isAnyPicked = papers.length + questions.length > 0
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isAnyPicked || Bar) return
    // Where the connection fails, the next tick tries again.
    import('./picked-bar.tsx').then(
      ({ PickedBar }) => setBar(() => PickedBar),
      () => {},
    )
  }, [isAnyPicked, Bar])
  const isOnDesk = /^\/(admin|login)(\/|$)/.test(useLocation().pathname)
  return Bar && !isOnDesk && <Bar />
}
