import { access, constants, rename, rm } from 'node:fs/promises'
import pLimit from 'p-limit'
import type {
  ImageInspection,
  Inspector,
  PdfInspection,
  PdfRewritten,
  PdfsMerged,
} from '#domain/files/inspect-pdf.ts'
import { decoderBytesOf } from '#server/jobs/decoder-bytes.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { createJobs, type Jobs, type JobsOptions } from '#server/jobs/jobs.ts'
import { createPageReader } from './pages/page-reader.ts'
import { refuseImage, refuseMerging, refusePdf } from './refusals.ts'
import type { InspectionTask, MergeTask, StripTask } from './tasks.ts'

export type InspectorOptions = Omit<JobsOptions, 'memoryMiB'> & {
  /** Of the processor's time, for an inspection or a page. */
  deadlineMs?: number
  mergeDeadlineMs?: number
  /** For PDFium; the process may have half a GiB more. */
  memoryMiB?: number
  workers?: number
  /** Another worker, for tests of its failures. */
  workerFile?: string
}

export const INSPECTION_DEADLINE_MS = 20_000
/** 40 megapixels take two seconds of a processor that others may share. */
const PICTURE_CLOCK = 4
const PDFIUM_MIB = 512
/** PDFium keeps all that it merges in memory: 377 MiB of papers took a GiB. */
const MERGING_MIB = 256
const BESIDE_PDFIUM_MIB = 512
const FOLDER = 'src/server/adapters/pdf'

/** Each kind of work has worker threads of its own: none waits for another. Closing it ends the process of all jobs. */
export function createInspector(
  options: InspectorOptions = {},
  jobs: Jobs = createJobs(limitsOf(options)),
): Inspector {
  const {
    deadlineMs = INSPECTION_DEADLINE_MS,
    mergeDeadlineMs = 60_000,
    memoryMiB = PDFIUM_MIB,
    workers = 2,
  } = options
  const kind = (file: string, threads: number): JobKind => ({
    file: options.workerFile ?? `${FOLDER}/${file}`,
    threads,
    given: `${FOLDER}/compile-pdfium.ts`,
  })
  const inspecting = kind('inspect-worker.ts', workers)
  const merging = kind('merging/merge-worker.ts', 1)
  const stripping = kind('active-content/strip-worker.ts', 1)
  // A picture takes up to 711 MiB: two at once would be too much for the process.
  const onePicture = pLimit(1)

  const decoderBytes = decoderBytesOf(jobs)

  async function inspect<Result>(task: InspectionTask) {
    await access(task.path, constants.R_OK)
    return await jobs.run<Result>(inspecting, () => task, { deadlineMs })
  }

  async function merge(paths: string[], to: string) {
    for (const path of paths) await access(path, constants.R_OK)
    const task: MergeTask = { paths, to, memoryMiB: Math.min(memoryMiB, MERGING_MIB) }
    const begin = () => task
    const result = await jobs.run<PdfsMerged>(merging, begin, { deadlineMs: mergeDeadlineMs })
    // A worker that was killed could not remove it.
    if (typeof result === 'string') await rm(to, { force: true })
    return result
  }

  async function rewrite(path: string, without: StripTask['without']) {
    await access(path, constants.R_OK)
    const to = `${path}.without`
    const task: StripTask = { path, to, memoryMiB, without }
    try {
      const result = await jobs.run<PdfRewritten>(stripping, () => task, { deadlineMs })
      if (typeof result !== 'string' && 'removed' in result) await rename(to, path)
      return typeof result === 'string' ? refusePdf(result) : result
    } finally {
      await rm(to, { force: true })
    }
  }

  const reading = kind('pages/page-worker.ts', 1)

  return {
    readPages: createPageReader(jobs, reading, { memoryMiB, deadlineMs, isDrawn: true }),
    readTexts: createPageReader(jobs, reading, { memoryMiB, deadlineMs, isDrawn: false }),
    async inspectPdf(path, turn) {
      const result = await inspect<PdfInspection>({ kind: 'pdf', path, turn, memoryMiB })
      return typeof result === 'string' ? refusePdf(result) : result
    },
    removeActiveContent: (path) => rewrite(path, 'active-content'),
    removeLock: (path) => rewrite(path, 'lock'),
    async prepareThumbnail(path) {
      // By the clock: libvips decodes in threads of its own, whose time nobody counts.
      const clockMs = deadlineMs * PICTURE_CLOCK
      const task: InspectionTask = { kind: 'picture', path, deadlineMs: clockMs, decoderBytes }
      const result = await onePicture(() => inspect<ImageInspection>(task))
      return typeof result === 'string' ? refuseImage(result) : result
    },
    async mergePdfs(paths, to) {
      const result = await merge(paths, to)
      return typeof result === 'string' ? refuseMerging(result) : result
    },
    close: () => jobs.close(),
  }
}

function limitsOf({ memoryMiB, ...limits }: InspectorOptions): JobsOptions {
  return memoryMiB ? { ...limits, memoryMiB: memoryMiB + BESIDE_PDFIUM_MIB } : limits
}
