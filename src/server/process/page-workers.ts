import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { NoteSearch } from '../middleware/answered-searches.ts'
import { rememberClient } from '../middleware/client.ts'
import { FORWARDED } from './forward.ts'
import { DRAIN_LIMIT_MS, drain, type Handle, listen } from './listen.ts'

const WORKER = join(PROJECT_ROOT, 'build/server/page-worker.js')
const PAUSE_BEFORE_RESTART_MS = 1_000
/** Draining ends by itself before, unless the process hangs. */
const KILL_AFTER_MS = DRAIN_LIMIT_MS + 2_000

/** What a page worker is told at its start. */
export type Assignment = { port: number; socketPath: string }
/** What a page worker tells: that it is listening, or of a search to be counted. */
export type WorkerMessage =
  | 'listening'
  | { asker: { address: string; headers: Record<string, string | undefined> }; q: string; found: number }

export type PageWorkers = { stop(): Promise<void> }

/**
 * Starts processes that answer on the same port (SO_REUSEPORT) and forward to this one what only the owner of the
 * data may do. One that ends is started again; all end with this process. Throws when one cannot start.
 */
export async function startPageWorkers(
  count: number,
  { port, handle, note, log }: { port: number; handle: Handle; note: NoteSearch; log: Log },
): Promise<PageWorkers> {
  // For this account alone, and short enough for a socket's path.
  const folder = await mkdtemp(join(tmpdir(), 'thervu-'))
  const socketPath = join(folder, 'owner.sock')
  const server = await listen(
    (incoming, outgoing) => {
      const end = (name: string) => incoming.headers[name] as string | undefined
      rememberClient(incoming, {
        remoteAddress: end(FORWARDED.peer),
        localAddress: end(FORWARDED.local),
      })
      handle(incoming, outgoing)
    },
    { path: socketPath },
  )
  const workers = new Set<ChildProcess>()
  let isStopping = false

  async function start(): Promise<void> {
    const worker = fork(WORKER, { execArgv: process.execArgv })
    workers.add(worker)
    let isListening = false
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('error', reject)
        worker.on('message', (message: WorkerMessage) => {
          if (message === 'listening') {
            isListening = true
            return resolve()
          }
          const { address, headers } = message.asker
          note({ address, header: (name) => headers[name] }, message.q, message.found)
        })
        worker.once('exit', (code, signal) => {
          workers.delete(worker)
          reject(new Error(`A page worker ended with ${signal ?? code} before it was listening.`))
          if (!isListening || isStopping) return
          log.error({ code, signal }, 'a page worker ended; another is started')
          startAgain()
        })
        worker.send({ port, socketPath } satisfies Assignment)
      })
    } catch (error) {
      workers.delete(worker)
      worker.kill('SIGKILL')
      throw error
    }
  }

  /** Until it succeeds: processes may be short for a while. */
  function startAgain() {
    setTimeout(() => {
      if (isStopping) return
      start().catch((error: unknown) => {
        log.error({ err: error }, 'a page worker could not be started; it is tried again')
        startAgain()
      })
    }, PAUSE_BEFORE_RESTART_MS).unref()
  }

  async function stop() {
    isStopping = true
    const ended = [...workers].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const worker of workers) worker.kill('SIGTERM')
    const late = setTimeout(() => {
      for (const worker of workers) worker.kill('SIGKILL')
    }, KILL_AFTER_MS)
    await Promise.all(ended)
    clearTimeout(late)
    await drain(server)
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
