import { readdirSync, readFileSync } from 'node:fs'
import { access, constants, rename, rm } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import pLimit from 'p-limit'
import type {
  ImageInspection,
  Inspector,
  PageRead,
  PagesRead,
  PdfInspection,
  PdfRefused,
  PdfRewritten,
  PdfsMerged,
  TextRead,
} from '#domain/files/inspect-pdf.ts'
import type { Turn, Turns } from '#domain/page-turns/turn.ts'
import type { WorksheetContent, WorksheetMaker } from '#domain/worksheets/worksheet-file.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { createJobs, decoderBytesOf, type Jobs, type JobsOptions } from '#server/jobs/jobs.ts'
import { refuseImage, refuseMerging, refusePdf } from './refusals.ts'

/** Two thirds of what other jobs get, while there are not enough processors for both. */
const NICE = Math.min(19, getPriority() + 2)
const THREADS = '/proc/self/task'
/** libvips' own, in which pictures are encoded; they end when they are idle. */
const ENCODER = 'libvips worker\n'

const canLower = process.platform === 'linux'

/** For a thread for which nobody waits. Elsewhere than on Linux it would be the whole process. */
export function lowerPriority(): void {
  if (canLower) setPriority(0, NICE)
}

/** To be called after a picture: its threads stay for a while, and encode the next one. */
export function lowerEncodersPriority(): void {
  if (!canLower) return
  for (const thread of readdirSync(THREADS)) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'latin1') === ENCODER) setPriority(Number(thread), NICE)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** After so many successive pages that cost a worker each, the rest count as failed. */
const MOST_LOST = 5

type Found<Read> = { pages: number; read: Read[]; failed: number[]; next: number }

type Range = { from: number; to: number; turns?: Turns }

/** The worker reports each page when done, so that a lost worker costs one page. `deadlineMs` is for each page. */
function createPageReader<Read extends TextRead>(
  jobs: Jobs,
  kind: JobKind,
  { memoryMiB, deadlineMs, isRendered }: { memoryMiB: number; deadlineMs: number; isRendered: boolean },
): (path: string, range: Range) => Promise<PagesRead<Read>> {
  return async (path, { from, ...rest }) => {
    await access(path, constants.R_OK)
    const { to } = rest
    const found: Found<Read> = { pages: 0, read: [], failed: [], next: Math.max(1, from) }
    for (let lost = 0; lost < MOST_LOST; ) {
      const start = found.next
      const ended = await readOn(path, rest, found)
      if (typeof ended !== 'string') return ended ?? result(found)
      if (found.pages === 0 || jobs.isClosed()) return refusePdf(ended)
      const moved = found.next > start
      if (moved) lost = 0
      // The failure may be the worn worker's: the page is tried again in a new one.
      if (moved && ended !== 'took-too-long') continue
      if (ended === 'interrupted') return refusePdf(ended)
      found.failed.push(found.next++)
      lost += 1
      if (found.next > Math.min(to, found.pages)) return result(found)
    }
    while (found.next <= Math.min(to, found.pages)) found.failed.push(found.next++)
    return result(found)
  }

  async function readOn(path: string, rest: Omit<Range, 'from'>, found: Found<Read>) {
    // After a lost process the job goes on at the first page that was not reported.
    const task = (): PagesTask => ({ path, from: found.next, ...rest, memoryMiB, isRendered })
    const onReport = (made: unknown) => take(made as PageReport<Read>, found)
    return await jobs.run<PdfRefused | null>(kind, task, { deadlineMs, onReport })
  }
}

function take<Read>(report: PageReport<Read>, found: Found<Read>) {
  if ('pages' in report) found.pages = report.pages
  else if ('read' in report) found.read.push(report.read)
  else found.failed.push(report.failed)
  if (!('pages' in report)) found.next += 1
}

function result<Read>({ pages, read, failed }: Found<Read>) {
  return { pages, read, failed }
}

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
const PDFIUM_OVERHEAD_MIB = 512
const FOLDER = 'src/server/adapters/pdf'

/** Each kind of work has worker threads of its own: none waits for another. Closing it ends the process of all jobs. */
export function createInspector(
  options: InspectorOptions = {},
  jobs: Jobs = createJobs(limitsOf(options)),
): Inspector & WorksheetMaker {
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
  const merging = kind('merge-worker.ts', 1)
  const worksheets = kind('worksheets/worksheet-worker.ts', 1)
  const stripping = kind('active-content/strip-worker.ts', 1)
  // A picture takes up to 711 MiB: two at once would be too much for the process.
  const onePicture = pLimit(1)

  const decoderBytes = decoderBytesOf(jobs)

  async function inspect<Result>(task: InspectionTask) {
    await access(task.path, constants.R_OK)
    return await jobs.run<Result>(inspecting, () => task, { deadlineMs })
  }

  /** Of papers a new file at `to`. */
  async function compose(kind: JobKind, task: Omit<MergeTask, 'memoryMiB'> & Partial<WorksheetTask>) {
    for (const path of task.paths) await access(path, constants.R_OK)
    const limited = { ...task, memoryMiB: Math.min(memoryMiB, MERGING_MIB) }
    const result = await jobs.run<PdfsMerged>(kind, () => limited, { deadlineMs: mergeDeadlineMs })
    // A worker that was killed could not remove it.
    if (typeof result === 'string') await rm(task.to, { force: true })
    return typeof result === 'string' ? refuseMerging(result) : result
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
    readPages: createPageReader(jobs, reading, { memoryMiB, deadlineMs, isRendered: true }),
    readTexts: createPageReader(jobs, reading, { memoryMiB, deadlineMs, isRendered: false }),
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
    mergePdfs: (paths, to, ranges) => compose(merging, { paths, to, ranges }),
    makeWorksheet: (paths, content, into) => compose(worksheets, { paths, content, ...into }),
    close: () => jobs.close(),
  }
}

function limitsOf({ memoryMiB, ...limits }: InspectorOptions): JobsOptions {
  return memoryMiB ? { ...limits, memoryMiB: memoryMiB + PDFIUM_OVERHEAD_MIB } : limits
}

type ForPdfium = { memoryMiB: number }
/** What workers get besides their task, from `compile-pdfium.ts`. */
export type WithEngine = { engine: WebAssembly.Module }

export type PdfTask = ForPdfium & { kind: 'pdf'; path: string; turn?: Turn }
export type InspectionTask =
  | PdfTask
  | { kind: 'picture'; path: string; deadlineMs: number; decoderBytes: number }

/** Each page is reported as soon as it is done, as a picture too where it is rendered. */
export type PagesTask = ForPdfium & {
  path: string
  from: number
  to: number
  turns?: Turns
  isRendered: boolean
}

/** First the number of pages, then each page in order. */
export type PageReport<Read = PageRead | TextRead> = { pages: number } | { read: Read } | { failed: number }

export type MergeTask = ForPdfium & { paths: string[]; to: string; ranges?: (string | null)[] }

/** Papers by their paths, and what of them is printed. */
export type WorksheetTask = ForPdfium & {
  paths: string[]
  to: string
  content: WorksheetContent
  format: 'pdf' | 'docx'
}

/** Writes the PDF without its active content, or without its encryption. */
export type StripTask = ForPdfium & { path: string; to: string; without: 'active-content' | 'lock' }
