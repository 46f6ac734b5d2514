import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { isNightInIndia } from '#domain/time/india-time.ts'
import { readsTwo } from '../adapters/recognition/recogniser.ts'
import { type DrawingOptions, startDrawing } from './drawing-worker.ts'
import { type RecognitionOptions, startRecognition } from './recognition-worker.ts'
import { type RenewalOptions, startRenewal } from './renew-pages.ts'

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
