import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import type { RenderContext } from '#domain/page-images/page-renderer.ts'
import type { RenderPlan } from '#domain/page-images/queue.server.ts'
import { renderNext } from '#domain/page-images/render-pages.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import { lockRendering } from '../folders/data-lock.ts'
import { openEmptied, withPaths } from '../folders/make-folder.ts'
import { writeStream } from '../uploading/write-file.ts'

const LOOK_EVERY_MS = 10_000
const PAUSE_MS = 60_000
const SWEEP_PAUSE_MS = 60_000

type RenderWorker = {
  /** Wakes the worker: there may be new files. */
  look(): void
  /** An interrupted file is rendered again next time. */
  stop(): Promise<void>
}

export type RenderOptions = {
  untilQuiet?: () => Promise<void>
  lookEveryMs?: number
  /** The wait before a failed file is tried again. */
  pauseMs?: number
  sweepPauseMs?: number
  /** Called after each part of the work. */
  onKept?: () => void
}

/** Renders pending files one by one and removes stale pictures. One process at a time renders for a data folder. */
export function startRendering(app: App, dataDir: string, options: RenderOptions = {}): RenderWorker {
  const {
    untilQuiet = async () => {},
    lookEveryMs = LOOK_EVERY_MS,
    pauseMs = PAUSE_MS,
    sweepPauseMs = SWEEP_PAUSE_MS,
    onKept = () => {},
  } = options
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const plan: RenderPlan = { keys: [], step: null, isStale: true }
  let wake = () => {}
  let mayBeGone = false
  let sweptAt = -Infinity

  async function sleep() {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, lookEveryMs)
    if (!stopping.signal.aborted && !plan.isStale) await promise
    clearTimeout(timer)
  }

  async function work(table: RenderContext) {
    while (!stopping.signal.aborted) {
      try {
        const isAnyLeft = await renderNext(app, table, plan)
        onKept()
        if (isAnyLeft) continue
        await sweep()
      } catch (error) {
        app.log.error({ err: error }, 'rendering pages failed; it goes on in a while')
        Object.assign(plan, { keys: [], isStale: false })
      }
      await sleep()
    }
  }

  async function sweep() {
    const now = app.clock.monotonic()
    if (!mayBeGone || now < sweptAt + sweepPauseMs) return
    mayBeGone = false
    sweptAt = now
    await sweepPages(app)
  }

  async function run() {
    while (!stopping.signal.aborted) {
      plan.isStale = false
      let lock: ReturnType<typeof lockRendering> = null
      try {
        lock = lockRendering(dataDir)
        if (lock) await work(await openRenderContext())
      } catch (error) {
        app.log.error({ err: error }, 'pages cannot be rendered; it is tried again in a while')
      } finally {
        lock?.release()
      }
      await sleep()
    }
  }

  async function openRenderContext(): Promise<RenderContext> {
    const { lend } = await openTable(join(dataDir, 'drawing'))
    const free = () => Promise.race([untilQuiet(), stopped])
    return { lend, untilQuiet: free, stop: stopping.signal, pauseMs }
  }

  const running = run()
  return {
    look() {
      plan.isStale = true
      mayBeGone = true
      wake()
    },
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}

/** Opens and empties the folder of temporary copies; only the process that renders may call it. */
export async function openTable(dir: string) {
  const folder = await openEmptied(dir)
  return {
    /** Lets `use` read the bytes as a file, which is removed afterwards. */
    lend: <Result>(bytes: ReadableStream<Uint8Array>, use: (path: string) => Promise<Result>) =>
      withPaths(folder, async (newPath) => {
        const path = newPath()
        await writeStream(bytes, path)
        return await use(path)
      }),
  }
}
