import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import { type RecognitionTable, recogniseNext } from '#domain/recognition/recognise-next.server.ts'
import { openTable } from './drawing-table.ts'

const LOOK_EVERY_MS = 10_000
const PAUSE_MS = 60_000

export type Recognition = {
  /** Wakes the worker: files may have come. */
  look(): void
  /** At once; the page that is being recognised is recognised again next time. */
  stop(): Promise<void>
}

export type RecognitionOptions = {
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
