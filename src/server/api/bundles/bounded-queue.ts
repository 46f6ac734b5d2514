import pLimit from 'p-limit'

/** Lets `most` jobs run at a time; further ones wait, but not longer than `patienceMs` and no more than `queue` of them. */
export function createTurns({
  most,
  queue,
  patienceMs,
}: {
  most: number
  queue: number
  patienceMs: number
}) {
  const turn = pLimit(most)
  /**
   * What the job gave, or null when its turn did not come in time or it was called off; one that has begun is then not
   * waited for, but keeps its turn until it has ended.
   */
  return async <Result>(calledOff: AbortSignal, job: () => Promise<Result>): Promise<Result | null> => {
    if (turn.pendingCount >= queue) return null
    const late = AbortSignal.timeout(patienceMs)
    let hasBegun = false
    const over = new Promise<null>((resolve) => {
      calledOff.addEventListener('abort', () => resolve(null), { once: true })
      late.addEventListener('abort', () => hasBegun || resolve(null), { once: true })
    })
    const done = turn(async () => {
      if (calledOff.aborted || late.aborted) return null
      hasBegun = true
      return await job()
    })
    return await Promise.race([done, over])
  }
}
