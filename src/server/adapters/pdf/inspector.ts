import { access, constants } from 'node:fs/promises'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
// libvips must be loaded here first: it is unloaded with the worker that loaded it, while others still use it.
import 'sharp'
import type { ImageInspection, Inspector, PdfInspection } from '#domain/files/inspect-pdf.ts'
import { type InspectionTask, OUT_OF_MEMORY_EXIT } from './inspection-task.ts'
import { createMemoryWatchdog } from './memory-watchdog.ts'
import { compilePdfium } from './pdfium.ts'
import { refuseImage, refusePdf } from './refusals.ts'

export type InspectorOptions = {
  /** From the start of an inspection, not counting the wait for a free worker. */
  deadlineMs?: number
  /** Most that PDFium may take for one file. */
  memoryMiB?: number
  /** Files inspected at the same time. */
  workers?: number
  /** Told when a worker was lost for a reason that is no verdict on the file. */
  log?: { warn(details: object, message: string): void }
  /** Another worker, for tests of what happens when it breaks. */
  workerFile?: URL
}

/**
 * Beside PDFium's limit, for what a job may take before the watchdog ends it: 1,024 MiB in all by default. libvips took
 * 760 MiB for an AVIF of 40 megapixels, and 80–200 for a JPEG, PNG or WebP.
 */
const BESIDE_PDFIUM_MIB = 512
const IDLE_WORKER_MS = 10_000
const WORKER_HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type Failure = 'broken' | 'took-too-long' | 'too-much-memory'

/** Inspects files in worker threads, which are ended when they are late or too large; each costs one verdict. */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const { deadlineMs = 20_000, memoryMiB = 512, workers = 2, log } = options
  const pool = new Piscina({
    filename: (options.workerFile ?? new URL('./inspect-worker.ts', import.meta.url)).href,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: IDLE_WORKER_MS,
    atomics: 'disabled',
    resourceLimits: WORKER_HEAP,
    env: {},
    execArgv: [],
  })
  pool.on('error', (error) => log?.warn({ error }, 'an idle inspection worker ended'))
  const watchdog = createMemoryWatchdog(memoryMiB + BESIDE_PDFIUM_MIB)
  const turn = pLimit(workers)
  let engine: Promise<WebAssembly.Module> | undefined
  let closed = false

  async function run<Result>(kind: InspectionTask['kind'], path: string): Promise<Result | Failure> {
    await access(path, constants.R_OK)
    engine ??= compilePdfium()
    const task: InspectionTask = { kind, path, engine: await engine, memoryMiB, deadlineMs }
    if (closed) return 'took-too-long'
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort('took-too-long'), deadlineMs)
    const unwatch = watchdog.watch(stop)
    try {
      return await pool.run(task, { signal: stop.signal })
    } catch (error) {
      if (stop.signal.aborted) return stop.signal.reason
      if (closed) return 'took-too-long'
      if (isOutOfMemory(error)) return 'too-much-memory'
      log?.warn({ error, kind }, 'an inspection ended without a verdict')
      return 'broken'
    } finally {
      clearTimeout(timer)
      unwatch()
    }
  }

  return {
    async inspectPdf(path) {
      const result = await turn(() => run<PdfInspection>('pdf', path))
      return typeof result === 'string' ? refusePdf(result) : result
    },
    async prepareThumbnail(path) {
      const result = await turn(() => run<ImageInspection>('picture', path))
      return typeof result === 'string' ? refuseImage(result) : result
    },
    async close() {
      closed = true
      await pool.destroy()
    },
  }
}

/** Ended by Node for its heap, or by itself for PDFium's. */
function isOutOfMemory(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  return (
    code === 'ERR_WORKER_OUT_OF_MEMORY' || error.message.endsWith(`exited with code: ${OUT_OF_MEMORY_EXIT}`)
  )
}
