import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

const CHANNEL = 'desk-papers'
export const PAPERS = ['papers'] as const
export const LISTS = [...PAPERS, 'list'] as const
export const DRAWING_JOBS = ['drawing-jobs'] as const

/** Refetches what shows papers, here and in the desk's other tabs. */
export function useRefreshPapers(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage('changed')
    channel.close()
    await readAgain(cache)
  }, [cache])
}

export function useOtherTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void readAgain(cache)
    return () => channel.close()
  }, [cache])
}

/** Resolves when the lists are read; the drawing jobs are not awaited. */
async function readAgain(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: DRAWING_JOBS })
  await cache.invalidateQueries({ queryKey: PAPERS })
}
