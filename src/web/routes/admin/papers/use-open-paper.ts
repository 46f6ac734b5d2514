import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { toastError } from '#web/routes/admin/client/failure-of.ts'
import type { PapersPage } from './use-papers-list.ts'

/** Stays when the list loses it, and is fetched when the list never had it: typing is never lost with its row. */
export function useOpenPaper(id: string, list: PapersPage | null, onMissing: () => void) {
  const cache = useQueryClient()
  const listed = list?.papers.find((paper) => paper.id === id)
  const { data: stored, error } = useQuery({
    queryKey: openPaperKey(id),
    queryFn: ({ signal }) =>
      callAdmin((api) => api.papers[':id'].$get({ param: { id }, query: {} }), { signal }),
    enabled: Boolean(id && list && !listed),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const hold = useCallback((paper: DeskPaper) => cache.setQueryData(openPaperKey(paper.id), paper), [cache])

  useEffect(() => {
    if (listed) hold(listed)
  }, [listed, hold])
  useEffect(() => {
    if (!error) return
    toastError(error)
    onMissing()
  }, [error, onMissing])

  const newest = stored && listed && listed.version < stored.version ? stored : (listed ?? stored)
  return { open: newest ?? null, hold }
}

/** Not among the lists: an open form must not change while they are read again. */
function openPaperKey(id: string) {
  return ['open-paper', id]
}
