import type { Transferable } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Piscina } from 'piscina'
import type { MemoryWatchdog } from './memory-watchdog.ts'
import { OUT_OF_MEMORY_EXIT } from './tasks.ts'

export type Log = { warn(details: object, message: string): void }
export type Failure = 'broken' | 'took-too-long' | 'too-much-memory'

/** `prolong` receives a function that restarts the deadline. */
type Watch = { deadlineMs: number; transfer?: Transferable[]; prolong?: (again: () => void) => void }

const IDLE_MS = 10_000
const WORKER_HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type PoolOptions = {
  file: URL
  threads: number
  watchdog: MemoryWatchdog
  log?: Log
  idleMs?: number
}

/** Workers are killed when they are late or too large; each costs one failure. */
export function createWorkerPool(made: PoolOptions) {
  const { threads, watchdog, log } = made
  const limit = pLimit(threads)
  let opened: Promise<Piscina> | undefined
  let closed = false

  /** The deadline starts here, so callers wait for a free worker in `limit`. */
  async function run<Result>(task: object, watch: Watch): Promise<Result | Failure> {
    if (closed) return 'took-too-long'
    opened ??= openPool(made)
    const pool = await opened
    const stop = new AbortController()
    const late = () => stop.abort('took-too-long')
    let timer = setTimeout(late, watch.deadlineMs)
    watch.prolong?.(() => {
      clearTimeout(timer)
      timer = setTimeout(late, watch.deadlineMs)
    })
    const unwatch = watchdog.watch(stop)
    try {
      // Piscina insists on an array; its type is wrong.
      return await pool.run(task, { signal: stop.signal, transferList: watch.transfer as never })
    } catch (error) {
      if (stop.signal.aborted) return stop.signal.reason
      if (closed) return 'took-too-long'
      if (isOutOfMemory(error)) return 'too-much-memory'
      log?.warn(
        { error, kind: 'kind' in task ? task.kind : undefined },
        'an inspection ended without a verdict',
      )
      return 'broken'
    } finally {
      clearTimeout(timer)
      unwatch()
    }
  }

  async function close() {
    closed = true
    await (await opened)?.destroy()
  }

  return { limit, run, close, isClosed: () => closed }
}
export type WorkerPool = ReturnType<typeof createWorkerPool>

/** Loads what every start would pay for, though most never inspect a file. */
async function openPool({ file, threads, idleMs = IDLE_MS, log }: PoolOptions): Promise<Piscina> {
  // In this thread first: libvips is unloaded with the worker that loaded it, while others still use it.
  await import('sharp')
  const { Piscina } = await import('piscina')
  const pool = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    atomics: 'disabled',
    resourceLimits: WORKER_HEAP,
    env: {},
    execArgv: [],
  })
  pool.on('error', (error) => log?.warn({ error }, 'an idle inspection worker ended'))
  return pool
}

/** Killed by Node for its heap, or exited by itself for PDFium's memory. */
function isOutOfMemory(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  return (
    code === 'ERR_WORKER_OUT_OF_MEMORY' || error.message.endsWith(`exited with code: ${OUT_OF_MEMORY_EXIT}`)
  )
}
