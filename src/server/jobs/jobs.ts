import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import { bareEnvironment } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import {
  CLOCK_BY_PROCESSOR,
  type Failure,
  type JobEnd,
  type JobKind,
  type JobMessage,
  type JobSettings,
} from './job-messages.ts'

const PROCESS = join(PROJECT_ROOT, 'src/server/jobs/job-process.ts')
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=2',
  '--v8-pool-size=0',
  // For WebAssembly memories, which V8 would collect late (`startPdfium`).
  '--expose-gc',
]
const START_LIMIT_MS = 60_000

type Log = { warn(details: object, message: string): void }
type Watch = { deadlineMs: number; onReport?: (made: unknown) => void }
/** `lost`: the process ended before the job did; with an error where it ended by itself before it was ready for any. */
type Outcome = JobEnd | { lost: Failure; error?: Error }
/** The process itself ends a job at its deadline; `graceMs` later it must be hanging. */
type ChildSettings = JobSettings & { graceMs: number }
type JobChild = ReturnType<typeof startJobChild>

type Running = { report(made: unknown): void; settle(outcome: Outcome): void }

/** One process, from its start to its end, which comes `idleMs` after its last job. */
function startJobChild(settings: ChildSettings, log?: Log) {
  const child = fork(PROCESS, [JSON.stringify(settings)], {
    env: bareEnvironment(),
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const running = new Map<number, Running>()
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  const { promise: ready, resolve: begin } = Promise.withResolvers<void>()
  let [isReady, isOver, isWanted, lastId] = [false, false, true, 0]
  let why: Failure | undefined
  let idle: NodeJS.Timeout | undefined
  // A job keeps the server's event loop alive by its timer; the process does not.
  child.unref()
  child.channel?.unref()

  child.on('message', (message: JobMessage) => {
    if (message === 'ready') {
      isReady = true
      begin()
    } else if (message === 'over') kill('too-much-memory')
    else if ('warning' in message) log?.warn({ error: message.warning }, 'an idle worker thread ended')
    else if ('report' in message) running.get(message.id)?.report(message.report)
    else running.get(message.id)?.settle(message.end)
  })
  child.once('error', (error) => {
    child.kill('SIGKILL')
    finish(error)
  })
  // What it said last comes before it is disconnected.
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve))
  child.once('exit', async (code, signal) => {
    await disconnected
    // A crash has a signal of its own, and others are ignored there.
    if (signal === 'SIGKILL') why ??= 'interrupted'
    finish(new Error(`The process for jobs ended with ${signal ?? code}.`))
  })

  function finish(error: Error) {
    isOver = true
    clearTimeout(idle)
    const reason = why ?? 'broken'
    if (isWanted) log?.warn({ err: error, reason, jobs: running.size }, 'the process for jobs ended')
    const lost = isReady || !isWanted || why === 'interrupted' ? { lost: reason } : { lost: reason, error }
    for (const job of running.values()) job.settle(lost)
    begin()
    go()
  }

  function kill(reason: Failure) {
    isOver = true
    why ??= reason
    child.ref()
    child.channel?.ref()
    child.kill('SIGKILL')
  }

  /** Resolves when the process is gone; what it was doing is lost. */
  async function end() {
    clearTimeout(idle)
    isWanted = false
    kill('took-too-long')
    await gone
  }

  async function run(
    kind: JobKind,
    makeTask: () => object,
    { deadlineMs, onReport }: Watch,
  ): Promise<Outcome> {
    clearTimeout(idle)
    const id = ++lastId
    const { promise, resolve: settle } = Promise.withResolvers<Outcome>()
    const late = () => kill('took-too-long')
    const clockMs = deadlineMs * CLOCK_BY_PROCESSOR
    let timer = setTimeout(late, START_LIMIT_MS)
    const prolong = () => {
      clearTimeout(timer)
      timer = setTimeout(late, clockMs + settings.graceMs)
    }
    const report = (made: unknown) => {
      prolong()
      onReport?.(made)
    }
    running.set(id, { report, settle })
    try {
      await ready
      prolong()
      // What hinders the sending ends the process as well.
      if (!isOver) child.send({ id, kind, task: makeTask(), deadlineMs }, () => {})
      return await promise
    } finally {
      clearTimeout(timer)
      running.delete(id)
      if (running.size === 0 && !isOver) idle = setTimeout(end, settings.idleMs).unref()
    }
  }

  return { run, end, gone, isOver: () => isOver }
}

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
  /** How many jobs are being done, and how many wait for their turn. */
  load(): { running: number; waiting: number }
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
    const limit = limits.getOrInsertComputed(kind.file, () => pLimit(kind.threads))
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

  function load() {
    const all = [...limits.values()]
    const sum = (counts: number[]) => counts.reduce((before, count) => before + count, 0)
    return {
      running: sum(all.map(({ activeCount }) => activeCount)),
      waiting: sum(all.map(({ pendingCount }) => pendingCount)),
    }
  }

  return { memoryMiB, run, close, load, isClosed: () => closed }
}

function memoryOfJobs() {
  return Math.round(Math.min(Math.max(machineMiB() / 2, LEAST_MIB), MOST_MIB))
}

/** What this machine, or this container, has. */
export function machineMiB(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MiB
}

/** What the process takes without a picture: Node, libvips and a thread. */
const OTHER_THAN_DECODER_MIB = 148

/** The most that decoding a picture may take of the memory of the process for jobs. */
export function decoderBytesOf({ memoryMiB }: Pick<Jobs, 'memoryMiB'>): number {
  return (memoryMiB - OTHER_THAN_DECODER_MIB) * 2 ** 20
}
