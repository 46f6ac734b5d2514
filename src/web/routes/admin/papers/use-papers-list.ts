import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Api, type BodyOf, callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { failureOf } from '#web/routes/admin/client/failure-of.ts'
import type { Go } from './desk-address.ts'
import { askFor, type DeskAsk, queryOf } from './desk-address.ts'
import { LISTS, useOtherTabs } from './refresh-papers.ts'

export type PapersPage = BodyOf<Awaited<ReturnType<Api['papers']['$get']>>>

/** While another page is read the last one stays, with `stale`. */
export function usePapersList(ask: DeskAsk, go: Go) {
  const query = queryOf(ask)
  const read = useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => callAdmin((api) => api.papers.$get({ query }), { signal }),
    placeholderData: keepPreviousData,
  })
  useOtherTabs()
  const list = read.data ?? null
  const lastPage = Math.max(1, list?.pages ?? 1)
  const isBeyond = list !== null && list.papers.length === 0 && list.page > 1
  const isAfterLast = isBeyond && !read.isPlaceholderData
  useEffect(() => {
    if (isAfterLast) go((now) => askFor(now, { page: lastPage }), { replace: true })
  }, [isAfterLast, lastPage, go])

  const failure = failureOf(read, 'Check your connection.')
  return {
    list,
    stale: read.isPlaceholderData || isBeyond,
    failure: failure && `The list could not be read. ${failure}`,
    reread: () => void read.refetch(),
  }
}
