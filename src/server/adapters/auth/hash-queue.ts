import pLimit from 'p-limit'
import { HASHES } from '#domain/identity/session-limits.ts'

export type Run = <Result>(task: () => Promise<Result>) => Promise<Result>
export type HashQueue = {
  /** Gives the work a place and a `run` for what hashes; null, without calling it, when all places are taken. */
  admit<Result>(work: (run: Run) => Promise<Result>): Promise<Result | null>
}

/** A queue for hashing: each hash takes 46 MiB, so few run at once, some wait, and the rest are sent away. */
export function createHashQueue({ atOnce, waiting } = HASHES): HashQueue {
  const run = pLimit(atOnce)
  let admitted = 0
  return {
    async admit(work) {
      if (admitted >= atOnce + waiting) return null
      admitted += 1
      try {
        return await work(run)
      } finally {
        admitted -= 1
      }
    },
  }
}
