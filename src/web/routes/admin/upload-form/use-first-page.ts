import { useEffect, useRef, useState } from 'react'
import type { Hints } from '#domain/autofill/hints.ts'
import { asCallError } from '../client/call-error.ts'
import { hintsOfName } from '../files/name-hints.ts'
import { readFirstPage } from './read-first-page.ts'

export type Reading = 'page' | 'scan' | 'done' | null

/** Tells what a chosen file says of itself: its name at once, its page 1 when that is read, a scan's once recognised.
 * `stop` before the file is published, so that its bytes are sent once at a time. */
export function useFirstPage(tell: (hints: Hints) => void) {
  const [reading, setReading] = useState<Reading>(null)
  const abort = useRef<AbortController | null>(null)
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => () => abort.current?.abort(), [])

  function stop() {
    abort.current?.abort()
    setReading(null)
  }

  async function read(file: File) {
    stop()
    const mine = new AbortController()
    const { signal } = mine
    abort.current = mine
    latest.current(hintsOfName(file.name))
    try {
      setReading('page')
      const first = await readFirstPage(file, { recognises: false, signal })
      if (signal.aborted) return
      latest.current(first.hints)
      if (first.waits) {
        setReading('scan')
        const recognised = await readFirstPage(file, { recognises: true, signal })
        if (signal.aborted) return
        latest.current(recognised.hints)
      }
      setReading('done')
    } catch (error) {
      // The name has told what it can; what is wrong with the file is said when it is published.
      asCallError(error)
      if (!signal.aborted) setReading(null)
    }
  }

  return { reading, read, stop }
}
