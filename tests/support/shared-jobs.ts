import type { Failure } from '#server/jobs/job-messages.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'

const IDLE_MS = 60_000
let shared: Jobs | undefined

/**
 * The process for jobs that all sites and inspectors of this worker share, where no limit of it is the subject: half a
 * second of each start goes into loading what reads PDFs and pictures. To close it ends what its owner waits for.
 */
export function sharedJobs(): Jobs {
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
