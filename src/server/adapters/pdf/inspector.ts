import { access, constants, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import type {
  ActiveContentRemoved,
  ImageInspection,
  Inspector,
  PdfInspection,
  PdfsMerged,
} from '#domain/files/inspect-pdf.ts'
import { PROJECT_ROOT } from '#server/folders/project-root.ts'
import { compilePdfium } from './compile-pdfium.ts'
import { createMemoryWatchdog } from './memory-watchdog.ts'
import { createPageReader } from './pages/page-reader.ts'
import { refuseImage, refuseMerging, refusePdf } from './refusals.ts'
import type { InspectionTask, MergeTask, StripTask } from './tasks.ts'
import { createWorkerPool, type Log } from './worker-pool.ts'

export type InspectorOptions = {
  /** For an inspection or a page, without the wait for a free worker. */
  deadlineMs?: number
  mergeDeadlineMs?: number
  memoryMiB?: number
  workers?: number
  idleMs?: number
  log?: Log
  /** Another worker, for tests of its failures. */
  workerFile?: URL
}

export const INSPECTION_DEADLINE_MS = 20_000
/** For a job beside PDFium's limit: libvips takes up to 370 MiB for a picture. */
const BESIDE_PDFIUM_MIB = 512
/** PDFium keeps all that it merges in memory: 377 MiB of papers took a GiB. */
const MERGING_MIB = 256

/** Each kind of work has worker threads of its own: none waits for another. */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const {
    deadlineMs = INSPECTION_DEADLINE_MS,
    mergeDeadlineMs = 60_000,
    memoryMiB = 512,
    workers = 2,
    log,
    idleMs,
  } = options
  const watchdog = createMemoryWatchdog(memoryMiB + BESIDE_PDFIUM_MIB)
  const pool = (file: string, threads: number) =>
    createWorkerPool({
      file: options.workerFile ?? pathToFileURL(join(PROJECT_ROOT, file)),
      threads,
      watchdog,
      log,
      idleMs,
    })
  const inspectors = pool('src/server/adapters/pdf/inspect-worker.ts', workers)
  // A picture takes up to 370 MiB: two at once would be too much for a small machine.
  const onePicture = pLimit(1)
  const reader = pool('src/server/adapters/pdf/pages/page-worker.ts', 1)
  const merger = pool('src/server/adapters/pdf/merging/merge-worker.ts', 1)
  const stripper = pool('src/server/adapters/pdf/active-content/strip-worker.ts', 1)
  let compiled: Promise<WebAssembly.Module> | undefined
  const engine = () => {
    compiled ??= compilePdfium()
    return compiled
  }

  async function inspect<Result>(kind: InspectionTask['kind'], path: string) {
    await access(path, constants.R_OK)
    const task: InspectionTask = { kind, path, engine: await engine(), memoryMiB, deadlineMs }
    return await inspectors.run<Result>(task, { deadlineMs })
  }

  async function merge(paths: string[], to: string) {
    for (const path of paths) await access(path, constants.R_OK)
    const engineMiB = Math.min(memoryMiB, MERGING_MIB)
    const task: MergeTask = { paths, to, engine: await engine(), memoryMiB: engineMiB }
    const result = await merger.run<PdfsMerged>(task, { deadlineMs: mergeDeadlineMs })
    // A worker that was killed could not remove it.
    if (typeof result === 'string') await rm(to, { force: true })
    return result
  }

  async function strip(path: string) {
    await access(path, constants.R_OK)
    const to = `${path}.without`
    const task: StripTask = { path, to, engine: await engine(), memoryMiB }
    try {
      const result = await stripper.run<ActiveContentRemoved>(task, { deadlineMs })
      if (typeof result !== 'string' && 'removed' in result) await rename(to, path)
      return result
    } finally {
      await rm(to, { force: true })
    }
  }

  const readPages = createPageReader(reader, async () => ({ engine: await engine(), memoryMiB }), deadlineMs)

  return {
    readPages: (path, range) => reader.limit(() => readPages(path, range)),
    async inspectPdf(path) {
      const result = await inspectors.limit(() => inspect<PdfInspection>('pdf', path))
      return typeof result === 'string' ? refusePdf(result) : result
    },
    async removeActiveContent(path) {
      const result = await stripper.limit(() => strip(path))
      return typeof result === 'string' ? refusePdf(result) : result
    },
    async prepareThumbnail(path) {
      const result = await onePicture(() => inspectors.limit(() => inspect<ImageInspection>('picture', path)))
      return typeof result === 'string' ? refuseImage(result) : result
    },
    async mergePdfs(paths, to) {
      const result = await merger.limit(() => merge(paths, to))
      return typeof result === 'string' ? refuseMerging(result) : result
    },
    async close() {
      await Promise.all([inspectors.close(), reader.close(), merger.close(), stripper.close()])
    },
  }
}
