import { join } from 'node:path'
import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { isContentPending, publishPending } from '#domain/content-version.server.ts'
import { type RecognitionTable, recogniseNext } from '#domain/recognition/recognise-next.server.ts'
import { isNightInIndia } from '#domain/time/india-time.ts'
import { readsTwo } from '../adapters/recognition/recogniser.ts'
import { openTable, type RenderOptions, startRendering } from './render-worker.ts'

const EVERY_MS = 10_000

type RenewalOptions = {
  /** Cached pages show what is rendered and recognised at most so much later. */
  renewEveryMs?: number
}

/** Lets visitors' cached pages be made again for what was rendered and recognised: at once, then at most every ten seconds,
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
      app.log.warn({ err: error }, 'cached pages could not be made again; it is tried again in a while')
    }
  }

  function note() {
    if (later) return
    const wait = Math.max(0, renewedAt + renewEveryMs - app.clock.monotonic())
    later = setTimeout(() => {
      running = renew()
    }, wait).unref()
  }

  // Other processes render and recognise as well, and a long paper takes a while.
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

export type BackgroundOptions = RenderOptions &
  RecognitionOptions &
  RenewalOptions &
  Partial<Pick<App, 'inspector' | 'recogniser'>>

/** Renders pages and reads scans, by turns: together they take one core, at night two where the machine has them. */
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
  const rendering = startRendering(
    {
      ...app,
      recogniser,
      inspector: {
        ...inspector,
        readPages: (...args) => inTurn(() => inspector.readPages(...args)),
        readTexts: (...args) => inTurn(() => inspector.readTexts(...args)),
      },
    },
    dataDir,
    noted,
  )
  const limited = {
    ...recogniser,
    recognisePage: (...args: Parameters<typeof recogniser.recognisePage>) =>
      inTurn(() => recogniser.recognisePage(...args)),
  }
  const recognition = startRecognition({ ...app, inspector, recogniser: limited }, dataDir, noted)
  return {
    look() {
      rendering.look()
      recognition.look()
    },
    async stop() {
      await Promise.all([rendering.stop(), recognition.stop()])
      await renewal.stop()
    },
  }
}

const LOOK_EVERY_MS = 10_000
const PAUSE_MS = 60_000

type Recognition = {
  /** Wakes the worker: files may have come. */
  look(): void
  /** At once; the page that is being recognised is recognised again next time. */
  stop(): Promise<void>
}

type RecognitionOptions = {
  untilQuiet?: () => Promise<void>
  lookEveryMs?: number
  /** The wait after an error of the machine. */
  pauseMs?: number
  /** Whether two pages may be read at once now. */
  mayReadTwo?: () => boolean
  /** Called after each part of the work. */
  onKept?: () => void
}

/** Reads pages without text one after the other, or two at once, while the site runs. */
export function startRecognition(app: App, dataDir: string, options: RecognitionOptions = {}): Recognition {
  const {
    untilQuiet = async () => {},
    lookEveryMs = LOOK_EVERY_MS,
    pauseMs = PAUSE_MS,
    mayReadTwo = () => false,
    onKept = () => {},
  } = options
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  let isStale = false
  const wakes = new Set<() => void>()

  async function sleep(ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    wakes.add(resolve)
    const timer = setTimeout(resolve, ms)
    if (!stopping.signal.aborted && !isStale) await promise
    clearTimeout(timer)
    wakes.delete(resolve)
  }

  function wake() {
    for (const resolve of wakes) resolve()
  }

  async function start() {
    if (!(await app.recogniser.isOn())) return
    const { lend } = await openTable(join(dataDir, 'recognition'))
    const table: RecognitionTable = {
      lend,
      untilQuiet: () => Promise.race([untilQuiet(), stopped]),
      stop: stopping.signal,
      isStale: () => isStale,
      firstAt: -Infinity,
    }
    await Promise.all([read(table, () => true), read(table, mayReadTwo)])
  }

  async function read(table: RecognitionTable, mayRead: () => boolean) {
    while (!stopping.signal.aborted && (await app.recogniser.isOn())) {
      isStale = false
      try {
        const isAnyLeft = mayRead() && (await recogniseNext(app, table))
        onKept()
        if (isAnyLeft) continue
        await sleep(lookEveryMs)
      } catch (error) {
        if (stopping.signal.aborted) return
        app.log.error({ err: error }, 'reading scans failed; it goes on in a while')
        isStale = false
        await sleep(pauseMs)
      }
    }
  }

  const running = start().catch((error: unknown) => {
    app.log.error({ err: error }, 'scans cannot be read until the next start')
  })
  return {
    look() {
      isStale = true
      wake()
    },
    async stop() {
      stopping.abort()
      wake()
      await app.recogniser.close()
      await running
    },
  }
}
