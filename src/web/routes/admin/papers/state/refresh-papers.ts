import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

const CHANNEL = 'desk-papers'
export const PAPERS = ['papers'] as const
export const LISTS = [...PAPERS, 'list'] as const
export const DRAWING_JOBS = ['drawing-jobs'] as const

/** For after a change of papers: what shows them is read again, here and in the desk's other tabs. */
export function useRefreshPapers(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage('changed')
    channel.close()
    await readAgain(cache)
  }, [cache])
}

/** Reads papers again when they were changed in another tab. */
export function useOtherTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void readAgain(cache)
    return () => channel.close()
  }, [cache])
}

/** Resolves when the lists are read; what is drawn meanwhile is worth no wait. */
async function readAgain(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: DRAWING_JOBS })
  await cache.invalidateQueries({ queryKey: PAPERS })
}
