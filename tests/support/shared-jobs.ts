import type { Failure } from '#server/jobs/job-messages.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'

const IDLE_MS = 60_000
let shared: Jobs | undefined

/**
 * For a site of this process, the process for jobs that all of them share: half a second of each start goes into loading
 * what reads PDFs and pictures. To close it ends what this site waits for.
 */
export function jobsOfSite(): Jobs {
  shared ??= createJobs({ idleMs: IDLE_MS })
  const { memoryMiB, run, load } = shared
  const { promise: closed, resolve } = Promise.withResolvers<Failure>()
  let isClosed = false
  return {
    memoryMiB,
    run: async (kind, makeTask, watch) =>
      isClosed ? 'took-too-long' : await Promise.race([closed, run<never>(kind, makeTask, watch)]),
    load,
    isClosed: () => isClosed,
    async close() {
      isClosed = true
      resolve('took-too-long')
    },
  }
}
