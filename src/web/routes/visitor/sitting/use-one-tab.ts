import { useEffect, useState } from 'react'

/**
 * Whether this tab is the one that sits; null until it is known. Where another one does, `take` takes it over. Without
 * locks, as on a site without a secure connection, every tab is.
 */
export function useOneTab(id: string): { isHere: boolean | null; take: () => void } {
  const [isHere, setHere] = useState<boolean | null>(null)
  const [takes, setTakes] = useState(0)
  useEffect(() => {
    if (!navigator.locks) {
      setHere(true)
      return
    }
    const quit = new AbortController()
    const held = new Promise<void>((resolve) => quit.signal.addEventListener('abort', () => resolve()))
    const hold = (lock: Lock | null) => {
      if (quit.signal.aborted) return
      setHere(lock !== null)
      return lock ? held : wait()
    }
    // It ends with an error when another tab takes it, or this one is left.
    const lost = () => {
      if (!quit.signal.aborted) setHere(false)
    }
    const wait = () =>
      void navigator.locks.request(`sitting ${id}`, { signal: quit.signal }, hold).catch(lost)
    void navigator.locks
      .request(`sitting ${id}`, takes > 0 ? { steal: true } : { ifAvailable: true }, hold)
      .catch(() => {
        lost()
        if (!quit.signal.aborted) wait()
      })
    return () => quit.abort()
  }, [id, takes])
  return { isHere, take: () => setTakes((times) => times + 1) }
}
