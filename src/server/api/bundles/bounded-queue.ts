import pLimit from 'p-limit'

/** Runs `most` jobs at a time; up to `queue` others wait, for `patienceMs` at most. */
export function createBoundedQueue({
  most,
  queue,
  patienceMs,
}: {
  most: number
  queue: number
  patienceMs: number
}) {
  const limit = pLimit(most)
  /** Null when the job did not start in time or was aborted; a running job keeps its slot until it ends. */
  return async <Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result | null> => {
    if (limit.pendingCount >= queue) return null
    const late = AbortSignal.timeout(patienceMs)
    let hasBegun = false
    const over = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true })
      late.addEventListener('abort', () => hasBegun || resolve(null), { once: true })
    })
    const done = limit(async () => {
      if (signal.aborted || late.aborted) return null
      hasBegun = true
      return await job()
    })
    return await Promise.race([done, over])
  }
}
