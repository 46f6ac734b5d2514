import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { toastError } from '#web/routes/admin/client/failure-of.ts'
import type { PapersPage } from '../list/use-papers-list.ts'

/**
 * The paper whose form is open, by its id in the address. It is held when the list no longer has it, and read by itself
 * when the list never had it, so that nobody's typing goes with a row.
 */
export function useOpenPaper(id: string, list: PapersPage | null, onMissing: () => void) {
  const cache = useQueryClient()
  const listed = list?.papers.find((paper) => paper.id === id)
  const { data: held, error } = useQuery({
    queryKey: heldKey(id),
    queryFn: ({ signal }) =>
      callAdmin((api) => api.papers[':id'].$get({ param: { id }, query: {} }), { signal }),
    enabled: Boolean(id && list && !listed),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const hold = useCallback((paper: DeskPaper) => cache.setQueryData(heldKey(paper.id), paper), [cache])

  useEffect(() => {
    if (listed) hold(listed)
  }, [listed, hold])
  useEffect(() => {
    if (!error) return
    toastError(error)
    onMissing()
  }, [error, onMissing])

  const newest = held && listed && listed.version < held.version ? held : (listed ?? held)
  return { open: newest ?? null, hold }
}

/** Not among the lists: what is typed into stands still while they are read again. */
function heldKey(id: string) {
  return ['open-paper', id]
}
