import { access, constants } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Log } from '#domain/app.ts'
import type { RecognisedPage, Recogniser, Unreadable } from '#domain/recognition/recogniser.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { createJobs, type JobsOptions, machineMiB } from '#server/jobs/jobs.ts'
import { readLanguage } from './language-data.ts'
import type { RecogniseTask } from './recognise-worker.ts'

type RecogniserOptions = JobsOptions & {
  /** Of Tesseract; none: pages are not recognised. */
  languages: readonly string[]
  deadlineMs?: number
  /** Another worker, for tests of its failures. */
  workerFile?: string
  /** Where else the data of the languages is, for tests of damaged data. */
  dataFolder?: string
  log: Log
}

/** Of the processor's time. A dense page in three scripts takes 8 s, cloudy noise would take up to two minutes. */
const DEADLINE_MS = 30_000
/** Fifteen real pages, one after the other, take 414 MiB. */
const PROCESS_MIB = 768
/** Of a second thread, with its own Tesseract. */
const SECOND_MIB = 512
/** On a smaller machine two threads would take what the site needs. */
const LEAST_MIB_FOR_TWO = 3_000
const PDFIUM_MIB = 384
const NO_ENGINE =
  'Tesseract does not start with the data of its languages, so scans are not read until the next start; npm ci brings it back.'
/** Longer than a scan waits for its turn while pictures are rendered: a new process reads its language data again. */
const IDLE_MS = 25_000
const FOLDER = 'src/server/adapters/recognition'

/** Whether this machine can recognise two pages at once. */
export function readsTwo(): boolean {
  return availableParallelism() > 1 && machineMiB() >= LEAST_MIB_FOR_TWO
}

/** In a process of its own, which may break or be ended at once without a loss to anything else. */
export function createRecogniser(options: RecogniserOptions): Recogniser {
  const { languages, deadlineMs = DEADLINE_MS, workerFile, dataFolder, log, ...rest } = options
  const threads = readsTwo() ? 2 : 1
  const memoryMiB = PROCESS_MIB + (threads - 1) * SECOND_MIB
  const jobs = createJobs({ memoryMiB, idleMs: IDLE_MS, log, ...rest })
  const kind: JobKind = {
    file: workerFile ?? `${FOLDER}/recognise-worker.ts`,
    threads,
    given: 'src/server/adapters/pdf/compile-pdfium.ts',
  }
  let readable: Promise<readonly string[]> | undefined

  async function check() {
    readable ??= readableOf(languages, log, dataFolder)
    return await readable
  }

  async function recognisePage(path: string, page: number): Promise<RecognisedPage | Unreadable> {
    await access(path, constants.R_OK)
    const known = await check()
    if (known.length === 0) return 'broken'
    const task: RecogniseTask = { path, page, languages: known, memoryMiB: PDFIUM_MIB, dataFolder }
    const result = await jobs.run<RecognisedPage | 'no-engine'>(kind, () => task, { deadlineMs })
    if (result !== 'no-engine') return result
    if ((await check()).length > 0) log.warn({ languages: known }, NO_ENGINE)
    readable = Promise.resolve([])
    return 'broken'
  }

  const isOn = async () => (await check()).length > 0
  return { isOn, check, recognisePage, close: () => jobs.close() }
}

/** One after the other: unpacked, each takes some megabytes. */
async function readableOf(languages: readonly string[], log: Log, folder?: string) {
  const readable: string[] = []
  for (const language of languages) if (await isReadable(language, log, folder)) readable.push(language)
  if (languages.length > 0 && readable.length === 0)
    log.warn({ languages }, 'No data to read scans with is left, so they are not read; all else goes on.')
  return readable
}

async function isReadable(language: string, log: Log, folder?: string): Promise<boolean> {
  try {
    await readLanguage(language, folder)
    return true
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? error.code : error
    log.warn(
      { language, fault: String(fault) },
      `The data to read scans in "${language}" is missing or damaged, so they are read without it; npm ci brings it back.`,
    )
    return false
  }
}
