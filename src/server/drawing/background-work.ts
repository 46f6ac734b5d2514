import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { type DrawingOptions, startDrawing } from './drawing-worker.ts'
import { type RecognitionOptions, startRecognition } from './recognition-worker.ts'
import { type RenewalOptions, startRenewal } from './renew-pages.ts'

export type BackgroundOptions = DrawingOptions &
  RecognitionOptions &
  RenewalOptions &
  Partial<Pick<App, 'inspector' | 'recogniser'>>

/** Draws pages and reads scans, by turns: together they take one core. */
export function startBackgroundWork(
  { inspector, recogniser, ...app }: App,
  dataDir: string,
  options: BackgroundOptions,
): { look(): void; stop(): Promise<void> } {
  const oneCore = pLimit(1)
  const renewal = startRenewal(app, options)
  const noted = { ...options, onKept: renewal.note }
  const drawing = startDrawing(
    {
      ...app,
      recogniser,
      inspector: {
        ...inspector,
        readPages: (...asked) => oneCore(() => inspector.readPages(...asked)),
        readTexts: (...asked) => oneCore(() => inspector.readTexts(...asked)),
      },
    },
    dataDir,
    noted,
  )
  const limited = {
    ...recogniser,
    recognisePage: (...asked: Parameters<typeof recogniser.recognisePage>) =>
      oneCore(() => recogniser.recognisePage(...asked)),
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
