import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { isContentPending, publishPending } from '#domain/content-version.server.ts'
import { isNightInIndia } from '#domain/time/india-time.ts'
import { readsTwo } from '../adapters/recognition/recogniser.ts'
import { type DrawingOptions, startDrawing } from './drawing-worker.ts'
import { type RecognitionOptions, startRecognition } from './recognition-worker.ts'

const EVERY_MS = 10_000

type RenewalOptions = {
  /** Cached pages show what is drawn and recognised at most so much later. */
  renewEveryMs?: number
}

/** Lets visitors' cached pages be made anew for what was drawn and recognised: at once, then at most every ten seconds,
 * since a batch would keep the cache empty otherwise. What an administrator changes is shown at once, without this. */
export function startRenewal(
  app: Pick<App, 'db' | 'readDb' | 'clock' | 'log'>,
  { renewEveryMs = EVERY_MS }: RenewalOptions = {},
): { note(): void; stop(): Promise<void> } {
  let running = Promise.resolve()
  let renewedAt = -Infinity
  let later: NodeJS.Timeout | undefined

  async function renew() {
    later = undefined
    try {
      if (!(await isContentPending(app.readDb))) return
      renewedAt = app.clock.monotonic()
      await publishPending(app.db)
    } catch (error) {
      app.log.warn({ err: error }, 'cached pages could not be made anew; it is tried again in a while')
    }
  }

  function note() {
    if (later) return
    const wait = Math.max(0, renewedAt + renewEveryMs - app.clock.monotonic())
    later = setTimeout(() => {
      running = renew()
    }, wait).unref()
  }

  // Other processes draw and recognise as well, and a long paper takes a while.
  const timer = setInterval(note, renewEveryMs).unref()
  return {
    note,
    async stop() {
      clearInterval(timer)
      clearTimeout(later)
      await running
    },
  }
}

export type BackgroundOptions = DrawingOptions &
  RecognitionOptions &
  RenewalOptions &
  Partial<Pick<App, 'inspector' | 'recogniser'>>

/** Draws pages and reads scans, by turns: together they take one core, at night two where the machine has them. */
export function startBackgroundWork(
  { inspector, recogniser, ...app }: App,
  dataDir: string,
  options: BackgroundOptions,
): { look(): void; stop(): Promise<void> } {
  const mayReadTwo = options.mayReadTwo ?? (() => readsTwo() && isNightInIndia(app.clock.now()))
  const cores = pLimit(1)
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    cores.concurrency = mayReadTwo() ? 2 : 1
    return cores(work)
  }
  const renewal = startRenewal(app, options)
  const noted = { ...options, mayReadTwo, onKept: renewal.note }
  const drawing = startDrawing(
    {
      ...app,
      recogniser,
      inspector: {
        ...inspector,
        readPages: (...asked) => inTurn(() => inspector.readPages(...asked)),
        readTexts: (...asked) => inTurn(() => inspector.readTexts(...asked)),
      },
    },
    dataDir,
    noted,
  )
  const limited = {
    ...recogniser,
    recognisePage: (...asked: Parameters<typeof recogniser.recognisePage>) =>
      inTurn(() => recogniser.recognisePage(...asked)),
  }
  const recognition = startRecognition({ ...app, inspector, recogniser: limited }, dataDir, noted)
  return {
    look() {
      drawing.look()
      recognition.look()
    },
    async stop() {
      await Promise.all([drawing.stop(), recognition.stop()])
      await renewal.stop()
    },
  }
}
