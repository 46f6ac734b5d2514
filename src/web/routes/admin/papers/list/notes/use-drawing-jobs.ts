import { type QueryState, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BACKGROUND_WAIT_LIMIT } from '#domain/files/upload-limits.ts'
import { type Api, type BodyOf, callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { DRAWING_JOBS } from '#web/routes/admin/papers/state/refresh-papers.ts'

type DrawingJobs = BodyOf<Awaited<ReturnType<Api['drawing-jobs']['$get']>>>

const LOOK_EVERY_MS = 10_000

/**
 * How many papers wait for their pages to be drawn, and which cannot be drawn, at most 100; undefined until it is known.
 * Read again after every change of papers, and while papers wait and the page is looked at. What cannot be read says
 * nothing, and is asked for at double the wait each time.
 */
export function useDrawingJobs() {
  const cache = useQueryClient()
  const { data: jobs } = useQuery({
    queryKey: DRAWING_JOBS,
    queryFn: ({ signal }) =>
      callAdmin((api) => api['drawing-jobs'].$get({ query: {} }), { once: true, signal }),
    refetchInterval: ({ state }) => waitBefore(state),
  })
  const retry = useMutation({
    mutationFn: () => callAdmin((api) => api['drawing-jobs'].$post({ query: {} })),
    onSuccess: (jobs) => cache.setQueryData(DRAWING_JOBS, jobs),
  })
  return { jobs, retry }
}

/** Ten seconds, and as long again as there was no answer: with every failure that doubles. */
function waitBefore({ data, dataUpdatedAt, errorUpdatedAt }: QueryState<DrawingJobs>) {
  if (!data?.waiting) return false
  return Math.min(LOOK_EVERY_MS + Math.max(0, errorUpdatedAt - dataUpdatedAt), BACKGROUND_WAIT_LIMIT)
}
