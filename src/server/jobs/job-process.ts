import { readdirSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import {
  type Beat,
  CLOCK_BY_PROCESSOR,
  type Failure,
  type JobEnd,
  type JobKind,
  type JobMessage,
  type JobOrder,
  type JobSettings,
  OUT_OF_MEMORY_EXIT,
} from './job-messages.ts'

const THREAD = addressOf('src/server/jobs/job-thread.ts')
/** A thread that does not answer is asked again. */
const ASKED_AGAIN_MS = 1_000
const WORKER_HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type PoolOptions = { idleMs: number; onError: (error: unknown) => void }

/** Threads are ended when they are late or their heap is too large; each costs one failure. */
function createWorkerPool({ file, threads }: JobKind, { idleMs, onError }: PoolOptions) {
  const pool = new Piscina({
    filename: THREAD,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    atomics: 'disabled',
    resourceLimits: WORKER_HEAP,
    env: {},
    execArgv: [],
  })
  pool.on('error', onError)

  /** Each report restarts the deadline. */
  async function run(task: object, deadlineMs: number, report: (made: unknown) => void): Promise<JobEnd> {
    const { port1, port2 } = new MessageChannel()
    const stop = new AbortController()
    const end = (failure: Failure) => stop.abort(failure)
    const deadline = startDeadline(deadlineMs, usedBy, end)
    const take = (beat: Beat) => {
      deadline.restart(beat)
      if (beat.report !== undefined) report(beat.report)
    }
    port1.on('message', take)
    try {
      // Piscina insists on an array; its type is wrong.
      const transferList = [port2] as never
      const whole = { ...task, file: addressOf(file), port: port2 }
      const result = await pool.run(whole, { signal: stop.signal, transferList })
      reportLast()
      return { result }
    } catch (error) {
      reportLast()
      if (stop.signal.aborted) return { failure: stop.signal.reason }
      if (isOutOfMemory(error)) return { failure: 'too-much-memory' }
      return { failure: 'broken', error }
    } finally {
      deadline.end()
      port1.close()
    }

    /** Reports from just before the end. */
    function reportLast() {
      for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
        take(last.message)
    }
  }

  /** Null while the thread does not answer, as within a long call of a library, or has ended. */
  async function usedBy(threadId: number): Promise<number | null> {
    const thread = pool.threads.find((each) => each.threadId === threadId)
    const { promise: silence, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), ASKED_AGAIN_MS)
    try {
      const usage = await Promise.race([thread?.cpuUsage() ?? null, silence])
      return usage && (usage.user + usage.system) / 1_000
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  return { run }
}

/** Ends a job whose thread has used so many milliseconds of the processor since its begin or its last report, or whose
 * clock has passed far more: then, if the thread was idle meanwhile, `interrupted`. */
function startDeadline(
  deadlineMs: number,
  usedBy: (threadId: number) => Promise<number | null>,
  end: (failure: Failure) => void,
) {
  let beat: Beat | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0

  async function look(since: Beat) {
    const used = await usedBy(since.threadId)
    // It has reported, or ended, meanwhile.
    if (since !== beat) return
    const left = used === null ? ASKED_AGAIN_MS : deadlineMs - used + since.usedMs
    const clockLeft = last - performance.now()
    if (left <= 0 || (clockLeft <= 0 && used === null)) end('took-too-long')
    else if (clockLeft <= 0) end('interrupted')
    else timer = setTimeout(look, Math.min(left, clockLeft), since)
  }

  return {
    /** With the begin of a job and each of its reports. */
    restart(now: Beat) {
      beat = now
      clearTimeout(timer)
      last = performance.now() + deadlineMs * CLOCK_BY_PROCESSOR
      timer = setTimeout(look, deadlineMs, now)
    },
    end() {
      beat = undefined
      clearTimeout(timer)
    },
  }
}

function addressOf(file: string) {
  return pathToFileURL(resolve(PROJECT_ROOT, file)).href
}

/** Killed by Node for its heap, or exited by itself for its engine's memory. */
function isOutOfMemory(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  return (
    code === 'ERR_WORKER_OUT_OF_MEMORY' || error.message.endsWith(`exited with code: ${OUT_OF_MEMORY_EXIT}`)
  )
}

const MiB = 2 ** 20
const LOOK_EVERY_MS = 50
/** Half of what a thread gets that answers visitors, while there are not enough processors for both. */
const NICE = Math.min(19, getPriority() + 3)

/** A process of the server for work that takes memory or may crash. It ends with the server, however that ends. */
const { idleMs, memoryMiB } = JSON.parse(process.argv[2] as string) as JobSettings
const pools = new Map<string, ReturnType<typeof createWorkerPool>>()
const givens = new Map<string, Promise<object>>()

// A terminal or a service manager signals all of the server's processes: jobs go on while the server drains.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', end)
process.on('message', (order: JobOrder) => void work(order))
offerToSystem()
lowerPriority()
setInterval(watchMemory, LOOK_EVERY_MS)
// Here first: libvips is unloaded with the thread that loaded it, while others still use it.
await import('sharp')
tell('ready')

async function work({ id, kind, task, deadlineMs }: JobOrder) {
  const pool = pools.getOrInsertComputed(kind.file, () => createWorkerPool(kind, { idleMs, onError: warn }))
  try {
    const whole = { ...task, ...(await givenFor(kind)) }
    tell({ id, end: await pool.run(whole, deadlineMs, (report) => tell({ id, report })) })
  } catch (error) {
    tell({ id, end: { failure: 'broken', error } })
  }
}

async function givenFor({ given }: JobKind): Promise<object> {
  if (!given) return {}
  const made = givens.getOrInsertComputed(given, async () => (await import(addressOf(given))).default())
  return await made
}

function warn(error: unknown) {
  tell({ warning: error })
}

/** Where the machine runs out of memory, the kernel then ends this process and not the server. */
function offerToSystem() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** Linux has a priority for each thread; those that come later inherit it. */
function lowerPriority() {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE)
}

function watchMemory() {
  if (process.memoryUsage.rss() > memoryMiB * MiB) process.send?.('over' satisfies JobMessage, end)
}

/** Exiting in order would wait for pictures that are being decoded. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}

function tell(message: JobMessage) {
  if (process.connected) process.send?.(message)
}
