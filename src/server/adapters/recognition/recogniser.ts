import { access, constants } from 'node:fs/promises'
import type { Log } from '#domain/app.ts'
import type { RecognisedPage, Recogniser, Unreadable } from '#domain/recognition/recogniser.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { createJobs, type JobsOptions } from '#server/jobs/jobs.ts'
import { readLanguage } from './language-data.ts'
import type { RecogniseTask } from './recognise-worker.ts'

export type RecogniserOptions = JobsOptions & {
  /** Of Tesseract; none: pages are not recognised. */
  languages: readonly string[]
  deadlineMs?: number
  /** Another worker, for tests of its failures. */
  workerFile?: string
  log: Log
}

/** Of the processor's time. A dense page in three scripts takes 8 s, cloudy noise would take up to two minutes. */
const DEADLINE_MS = 30_000
/** Fifteen real pages, one after the other, take 414 MiB. */
const PROCESS_MIB = 768
const PDFIUM_MIB = 384
const FOLDER = 'src/server/adapters/recognition'

/** In a process of its own, which may break or be ended at once without a loss to anything else. */
export function createRecogniser(options: RecogniserOptions): Recogniser {
  const { languages, deadlineMs = DEADLINE_MS, workerFile, log, ...rest } = options
  const jobs = createJobs({ memoryMiB: PROCESS_MIB, log, ...rest })
  const kind: JobKind = {
    file: workerFile ?? `${FOLDER}/recognise-worker.ts`,
    threads: 1,
    isTimedByProcessor: true,
    given: 'src/server/adapters/pdf/compile-pdfium.ts',
  }
  let readable: readonly string[] | undefined

  async function check() {
    readable ??= languages.filter((language) => isReadable(language, log))
    return readable
  }

  async function recognisePage(path: string, page: number): Promise<RecognisedPage | Unreadable> {
    await access(path, constants.R_OK)
    const task: RecogniseTask = { path, page, languages: await check(), memoryMiB: PDFIUM_MIB }
    const result = await jobs.run<RecognisedPage | 'no-engine'>(kind, () => task, { deadlineMs })
    if (result === 'no-engine')
      throw new Error('Tesseract did not start with its data; see the warning before.')
    return result
  }

  return { isOn: languages.length > 0, check, recognisePage, close: () => jobs.close() }
}

function isReadable(language: string, log: Log): boolean {
  try {
    return readLanguage(language).length > 0
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? error.code : error
    log.warn(
      { language, fault: String(fault) },
      `The data to read scans in "${language}" is missing or damaged, so they are read without it; npm ci brings it back.`,
    )
    return false
  }
}
