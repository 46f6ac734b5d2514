import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

/** Seconds between looks for more pages; any page that has come begins the row anew. Four minutes in all. */
const LOOKS = [2, 3, 5, 8, 12, 20, 30, 40, 60, 60]

/** Looks for more pages while some are still being drawn; returns false once it has given up. */
export function usePagesToCome(isDone: boolean, drawn: number): boolean {
  const { revalidate, state } = useRevalidator()
  const [looks, setLooks] = useState(0)
  const had = useRef(drawn)
  useEffect(() => {
    if (had.current === drawn) return
    had.current = drawn
    setLooks(0)
  }, [drawn])
  const pause = LOOKS[looks]
  useEffect(() => {
    if (isDone || pause === undefined || state !== 'idle') return
    const later = setTimeout(() => {
      setLooks((before) => before + 1)
      if (!document.hidden) void revalidate()
    }, pause * 1_000)
    return () => clearTimeout(later)
  }, [isDone, pause, state, revalidate])
  return pause !== undefined
}
