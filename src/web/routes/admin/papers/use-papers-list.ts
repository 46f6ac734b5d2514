import {
  keepPreviousData,
  type QueryClient,
  type QueryState,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { BACKGROUND_WAIT_LIMIT } from '#domain/files/upload-limits.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { cacheAnswer } from '../client/cache-answer.ts'
import { type Api, type BodyOf, callAdmin } from '../client/call-admin.ts'
import { failureOf, toastError } from '../client/call-error.ts'
import { askFor, type Go, type ListQuery, queryOf } from './list-query.ts'

export type PapersPage = BodyOf<Awaited<ReturnType<Api['papers']['$get']>>>

/** While another page is read the last one stays, with `stale`. */
export function usePapersList(ask: ListQuery, go: Go) {
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

const CHANNEL = 'desk-papers'
const PAPERS = ['papers'] as const
export const LISTS = [...PAPERS, 'list'] as const
const RENDER_JOBS = ['render-jobs'] as const

/** Refetches what shows papers, here and in the admin area's other tabs. */
export function useRefreshPapers(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage('changed')
    channel.close()
    await readAgain(cache)
  }, [cache])
}

function useOtherTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void readAgain(cache)
    return () => channel.close()
  }, [cache])
}

/** Resolves when the lists are read; the rendering jobs are not awaited. */
async function readAgain(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: RENDER_JOBS })
  await cache.invalidateQueries({ queryKey: PAPERS })
}

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
  const hold = useCallback((paper: AdminPaper) => cache.setQueryData(openPaperKey(paper.id), paper), [cache])

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

export type Uploaded = { id: string; show: boolean }

/** The paper just uploaded, highlighted until one of `actions` changes; null when there is none. */
export function useNewPaper(uploaded: Uploaded | null, list: PapersPage | null, actions: unknown[]) {
  const [id, setId] = useState('')
  const [clear] = useState(() => () => setId(''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them is an action
  useEffect(clear, actions)
  useEffect(() => setId(uploaded?.id ?? ''), [uploaded])
  const { open: paper } = useOpenPaper(id, list, clear)

  const previous = useRef<Uploaded>(null)
  useEffect(() => {
    if (!paper || !uploaded?.show || previous.current === uploaded) return
    previous.current = uploaded
    const row = document.querySelector<HTMLElement>('.register > [data-new]')
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
  }, [paper, uploaded])
  return paper
}

type RenderJobs = BodyOf<Awaited<ReturnType<Api['render-jobs']['$get']>>>

export type Retried = { of: 'rendered' | 'read'; id?: string | undefined }

const POLL_MS = 10_000

/** Papers that wait for rendering, failed ones and those with pages that could not be read (at most 100 each), and how far scans are read;
 * undefined until known. Polled while some wait. */
export function useRenderJobs() {
  const cache = useQueryClient()
  const { data: jobs } = useQuery({
    queryKey: RENDER_JOBS,
    queryFn: ({ signal }) =>
      callAdmin((api) => api['render-jobs'].$get({ query: {} }), { once: true, signal }),
    refetchInterval: ({ state }) => waitBefore(state),
  })
  /** What could not be rendered, or not be read, of one paper or of all. */
  const retry = useMutation({
    mutationFn: ({ of, id }: Retried) =>
      callAdmin((api) => {
        const jobs = api['render-jobs']
        return id === undefined
          ? jobs.$post({ query: { of } })
          : jobs[':id'].$post({ param: { id }, query: { of } })
      }),
    onSuccess: (jobs) => cacheAnswer(cache, RENDER_JOBS, jobs),
  })
  return { jobs, retry }
}

/** Ten seconds plus the time without success: doubles with every failure. */
export function waitBefore({
  data,
  dataUpdatedAt,
  errorUpdatedAt,
}: Pick<QueryState<RenderJobs>, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt'>): number | false {
  if (!data?.waiting && !data?.scans) return false
  return Math.min(POLL_MS + Math.max(0, errorUpdatedAt - dataUpdatedAt), BACKGROUND_WAIT_LIMIT)
}
