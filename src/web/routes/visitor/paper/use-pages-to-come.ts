import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/** Seconds between polls, four minutes in all; a new page starts the list again. */
const POLLS = [2, 3, 5, 8, 12, 20, 30, 40, 60, 60]

/** Polls while pages are being rendered; false once it has given up. */
export function usePagesToCome(isDone: boolean, rendered: number): boolean {
  const { revalidate, state } = useRevalidator()
  // To look again would ask once more for the page that is on its way, over and over on a slow line.
  const isLeaving = useNavigation().state !== 'idle'
  const [polls, setPolls] = useState(0)
  const had = useRef(rendered)
  useEffect(() => {
    if (had.current === rendered) return
    had.current = rendered
    setPolls(0)
  }, [rendered])
  const pause = POLLS[polls]
  useEffect(() => {
    if (isDone || isLeaving || pause === undefined || state !== 'idle') return
    const later = setTimeout(() => {
      setPolls((before) => before + 1)
      if (!document.hidden) void revalidate()
    }, pause * 1_000)
    return () => clearTimeout(later)
  }, [isDone, isLeaving, pause, state, revalidate])
  return pause !== undefined
}
