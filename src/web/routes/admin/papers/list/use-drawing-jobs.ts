import { useCallback, useEffect, useRef, useState } from 'react'
import { doubled } from '#web/routes/admin/inbox/sync/poll.ts'
import { callDesk } from '../state/desk-calls.ts'

const LOOK_EVERY_MS = 10_000

/** How many papers wait for their pages to be drawn, and which cannot be drawn, at most 100. */
type Readings = { waiting: number; failed: { paperId: string; title: string; fault: string }[] }

/**
 * What is drawn of the papers' files: read again with every `list`, and while papers wait and the page is looked at.
 * Null until it is known; what cannot be read says nothing, and is asked for at double the wait each time.
 */
export function useDrawingJobs(list: unknown) {
  const [readings, setJobs] = useState<Readings | null>(null)
  const failures = useRef(0)

  const read = useCallback(async () => {
    const answer = await callDesk<Readings>('/drawing-jobs', { once: true })
    failures.current = answer.ok ? 0 : failures.current + 1
    if (answer.ok) setJobs(answer.body)
  }, [])

  // Asked for beside the first list and not after it, so that no line comes in above rows that are being pressed.
  const lists = useRef(0)
  useEffect(() => {
    if (list) lists.current += 1
    if (lists.current !== 1) void read()
  }, [list, read])

  const isWaiting = readings !== null && readings.waiting > 0
  useEffect(() => {
    if (!isWaiting) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const lookLater = () => {
      if (isOver) return
      timer = setTimeout(
        async () => {
          if (document.visibilityState === 'visible') await read()
          lookLater()
        },
        doubled(LOOK_EVERY_MS, failures.current),
      )
    }
    lookLater()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting, read])

  /** Has all that failed tried again; '' or why that was refused. */
  const retry = useCallback(async () => {
    const answer = await callDesk<Readings>('/drawing-jobs', { method: 'POST' })
    if (answer.ok) setJobs(answer.body)
    return answer.ok ? '' : answer.problem.detail
  }, [])

  return { readings, retry }
}
