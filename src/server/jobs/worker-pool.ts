import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import { CLOCK_BY_PROCESSOR, type JobEnd, type JobKind, OUT_OF_MEMORY_EXIT } from './job-messages.ts'

const WORKER_HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type PoolOptions = { idleMs: number; onError: (error: unknown) => void }

/** Threads are ended when they are late or their heap is too large; each costs one failure. */
export function createWorkerPool(
  { file, threads, isTimedByProcessor }: JobKind,
  { idleMs, onError }: PoolOptions,
) {
  const pool = new Piscina({
    filename: addressOf(file),
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
    let leftMs = startDeadline(deadlineMs)
    const look = () => {
      const left = isTimedByProcessor ? leftMs() : 0
      if (left > 0) timer = setTimeout(look, left)
      else stop.abort('took-too-long')
    }
    let timer = setTimeout(look, deadlineMs)
    port1.on('message', (made) => {
      clearTimeout(timer)
      leftMs = startDeadline(deadlineMs)
      timer = setTimeout(look, deadlineMs)
      report(made)
    })
    try {
      // Piscina insists on an array; its type is wrong.
      const transferList = [port2] as never
      const result = await pool.run({ ...task, port: port2 }, { signal: stop.signal, transferList })
      tellLast()
      return { result }
    } catch (error) {
      tellLast()
      if (stop.signal.aborted) return { failure: 'took-too-long' }
      if (isOutOfMemory(error)) return { failure: 'too-much-memory' }
      return { failure: 'broken', error }
    } finally {
      clearTimeout(timer)
      port1.close()
    }

    /** Reports from just before the end. */
    function tellLast() {
      for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
        report(last.message)
    }
  }

  return { run }
}

/** Returns how many milliseconds are left, of the processor's time or at last of the clock's. */
function startDeadline(deadlineMs: number): () => number {
  const used = process.cpuUsage()
  const last = performance.now() + deadlineMs * CLOCK_BY_PROCESSOR
  return () => {
    const { user, system } = process.cpuUsage(used)
    return Math.min(deadlineMs - (user + system) / 1_000, last - performance.now())
  }
}

export function addressOf(file: string) {
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
