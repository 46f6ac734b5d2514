import { type QueryState, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BACKGROUND_WAIT_LIMIT } from '#domain/files/upload-limits.ts'
import { type Api, type BodyOf, callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { DRAWING_JOBS } from '#web/routes/admin/papers/refresh-papers.ts'

type DrawingJobs = BodyOf<Awaited<ReturnType<Api['drawing-jobs']['$get']>>>

export type Retried = { of: 'drawn' | 'read'; id?: string | undefined }

const POLL_MS = 10_000

/** Papers that wait for drawing, failed ones and those with pages that could not be read (at most 100 each), and how far scans are read;
 * undefined until known. Polled while some wait. */
export function useDrawingJobs() {
  const cache = useQueryClient()
  const { data: jobs } = useQuery({
    queryKey: DRAWING_JOBS,
    queryFn: ({ signal }) =>
      callAdmin((api) => api['drawing-jobs'].$get({ query: {} }), { once: true, signal }),
    refetchInterval: ({ state }) => waitBefore(state),
  })
  /** What could not be drawn, or not be read, of one paper or of all. */
  const retry = useMutation({
    mutationFn: ({ of, id }: Retried) =>
      callAdmin((api) => {
        const jobs = api['drawing-jobs']
        return id === undefined
          ? jobs.$post({ query: { of } })
          : jobs[':id'].$post({ param: { id }, query: { of } })
      }),
    onSuccess: (jobs) => cache.setQueryData(DRAWING_JOBS, jobs),
  })
  return { jobs, retry }
}

/** Ten seconds plus the time without success: doubles with every failure. */
export function waitBefore({
  data,
  dataUpdatedAt,
  errorUpdatedAt,
}: Pick<QueryState<DrawingJobs>, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt'>): number | false {
  if (!data?.waiting && !data?.scans) return false
  return Math.min(POLL_MS + Math.max(0, errorUpdatedAt - dataUpdatedAt), BACKGROUND_WAIT_LIMIT)
}
