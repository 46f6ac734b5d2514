import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { askFor, type DeskAsk, queryOf } from '../state/desk-address.ts'
import { callDesk } from '../state/desk-calls.ts'
import { useOtherTabs } from '../state/tab-channel.ts'
import type { Go } from '../state/use-address.ts'

export type PapersPage = {
  papers: DeskPaper[]
  page: number
  pages: number
  total: number
  more: boolean
  samples: boolean
  binned: number
}

/**
 * The page of papers that is asked for. While another is read the last one stays, and `stale` says so; an answer that
 * comes after a newer question is not heard.
 */
export function usePapersList(ask: DeskAsk, changes: number, go: Go) {
  const [read, setRead] = useState<{ list: PapersPage; query: string } | null>(null)
  const [failure, setFailure] = useState('')
  const reading = useRef<AbortController>(undefined)
  const query = String(queryOf(ask))

  const reread = useCallback(async () => {
    reading.current?.abort()
    const own = new AbortController()
    reading.current = own
    setFailure('')
    const answer = await callDesk<PapersPage>(query ? `/papers?${query}` : '/papers', { signal: own.signal })
    if (own.signal.aborted) return
    if (!answer.ok) {
      return setFailure(
        answer.status === 0
          ? 'The list could not be read. Check your connection.'
          : `The list could not be read. ${answer.problem.detail}`,
      )
    }
    const list = answer.body
    if (list.papers.length === 0 && list.page > 1)
      return go((now) => askFor(now, { page: Math.max(1, list.pages) }), { replace: true })
    setRead({ list, query })
  }, [query, go])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change on the desk reads the list again
  useEffect(() => {
    void reread()
    return () => reading.current?.abort()
  }, [reread, changes])
  useOtherTabs(useCallback(() => void reread(), [reread]))

  return { list: read?.list ?? null, stale: read !== null && read.query !== query, failure, reread }
}
