import { totalmem } from 'node:os'
import pLimit, { type LimitFunction } from 'p-limit'
import { type JobChild, type Log, type Outcome, startJobChild, type Watch } from './job-child.ts'
import type { Failure, JobKind } from './job-messages.ts'

const MiB = 2 ** 20
const IDLE_MS = 10_000
const GRACE_MS = 5_000
/** For the whole process. A picture of 40 megapixels takes up to 800, but half of a small machine must do. */
const [LEAST_MIB, MOST_MIB] = [512, 1024]

export type JobsOptions = { idleMs?: number; graceMs?: number; memoryMiB?: number; log?: Log }

/** Does work that takes memory, or may crash, in a process that is started when needed and ends when idle. */
export type Jobs = {
  /** The memory that the process may have, in MiB. */
  memoryMiB: number
  /** The deadline begins with the job and again with each report. Rejects only when no process can be started. */
  run<Result>(kind: JobKind, makeTask: () => object, watch: Watch): Promise<Result | Failure>
  isClosed(): boolean
  /** Ends the process; jobs that were running or waiting are answered `took-too-long`. */
  close(): Promise<void>
}

export function createJobs(options: JobsOptions = {}): Jobs {
  const { idleMs = IDLE_MS, graceMs = GRACE_MS, memoryMiB = memoryOfJobs(), log } = options
  const settings = { idleMs, graceMs, memoryMiB }
  const children = new Set<JobChild>()
  const limits = new Map<string, LimitFunction>()
  const oneAlone = pLimit(1)
  let shared: JobChild | undefined
  /** Until then no job begins: what was interrupted is tried again alone, for it may be that memory was short. */
  let whenCalm: Promise<unknown> = Promise.resolve()
  let closed = false

  async function run<Result>(kind: JobKind, makeTask: () => object, watch: Watch) {
    const limit = limits.get(kind.file) ?? pLimit(kind.threads)
    limits.set(kind.file, limit)
    return await limit(async () => settled<Result>(await attempt(kind, makeTask, watch)))
  }

  async function attempt(kind: JobKind, makeTask: () => object, watch: Watch): Promise<Outcome> {
    for (let calm: unknown; calm !== whenCalm; await calm) calm = whenCalm
    if (closed) return { failure: 'took-too-long' }
    if (!shared || shared.isOver()) shared = start()
    const outcome = await shared.run(kind, makeTask, watch)
    if (!('lost' in outcome)) return outcome
    // Any of its jobs may have ended the process: each is tried once more, alone.
    const again = oneAlone(async () => {
      if (closed) return outcome
      const own = start()
      try {
        return await own.run(kind, makeTask, watch)
      } finally {
        await own.end()
      }
    })
    if (outcome.lost === 'interrupted') whenCalm = again.catch(() => {})
    return await again
  }

  function start() {
    const child = startJobChild(settings, log)
    children.add(child)
    void child.gone.then(() => children.delete(child))
    return child
  }

  function settled<Result>(outcome: Outcome): Result | Failure {
    if ('lost' in outcome) {
      if (closed) return 'took-too-long'
      if (outcome.error) throw outcome.error
      return outcome.lost
    }
    if ('result' in outcome) return outcome.result as Result
    if (outcome.error) log?.warn({ error: outcome.error }, 'a job ended without a result')
    return outcome.failure
  }

  async function close() {
    closed = true
    await Promise.all([...children].map((child) => child.end()))
  }

  return { memoryMiB, run, close, isClosed: () => closed }
}

function memoryOfJobs() {
  return Math.round(Math.min(Math.max(machineMiB() / 2, LEAST_MIB), MOST_MIB))
}

/** What this machine, or this container, has. */
export function machineMiB(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MiB
}
