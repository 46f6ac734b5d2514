import type { Progress } from './keep-queue.ts'

/** How far several papers are, as one line says it. */
export type Sum = {
  kept: number
  percent: number
  isBusy: boolean
  /** What stands in the way of the first that has a problem. */
  problem: { id: string; state: Exclude<Progress['state'], 'fetching'> } | null
}

export function sumUp(
  ids: readonly string[],
  kept: readonly string[],
  progress: ReadonlyMap<string, Progress>,
): Sum {
  const known = new Set(kept)
  const now = ids.map((id) => ({ id, progress: progress.get(id) }))
  const busy = now.filter(({ progress }) => progress?.state === 'fetching' || progress?.state === 'waiting')
  const stuck = now.find(({ progress }) => progress && progress.state !== 'fetching')
  const shares = now.map(({ id, progress }) => {
    if (progress) return progress.total > 0 ? progress.done / progress.total : 0
    return known.has(id) ? 1 : 0
  })
  return {
    kept: now.filter(({ id, progress }) => known.has(id) && !progress).length,
    percent: Math.floor((shares.reduce((sum, each) => sum + each, 0) / Math.max(1, ids.length)) * 100),
    isBusy: busy.length > 0,
    problem: stuck?.progress ? { id: stuck.id, state: stuck.progress.state as 'waiting' } : null,
  }
}
