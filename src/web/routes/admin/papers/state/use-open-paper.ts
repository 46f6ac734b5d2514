import { useCallback, useEffect, useState } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import type { PapersPage } from '../list/use-papers-list.ts'
import { callDesk } from './desk-calls.ts'

/**
 * The paper whose form is open, by its id in the address. It is held when the list no longer has it, and read by itself
 * when the list never had it, so that nobody's typing goes with a row.
 */
export function useOpenPaper(id: string, list: PapersPage | null, onMissing: () => void) {
  const [held, setHeld] = useState<DeskPaper | null>(null)
  const listed = list?.papers.find((paper) => paper.id === id)
  const own = held?.id === id ? held : undefined
  const newest = own && listed && listed.version < own.version ? own : (listed ?? own)

  useEffect(() => {
    if (listed) setHeld(listed)
  }, [listed])

  const isUnknown = Boolean(id && list && !newest)
  useEffect(() => {
    if (!isUnknown) return
    const abort = new AbortController()
    void callDesk<DeskPaper>(`/papers/${id}`, { signal: abort.signal }).then((answer) => {
      if (abort.signal.aborted) return
      if (answer.ok) return setHeld(answer.body)
      toastFailure(answer.problem.detail)
      onMissing()
    })
    return () => abort.abort()
  }, [isUnknown, id, onMissing])

  const hold = useCallback((paper: DeskPaper) => setHeld(paper), [])
  return { open: newest ?? null, hold }
}
