import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { type DrawingOptions, startDrawing } from './drawing-worker.ts'
import { type RecognitionOptions, startRecognition } from './recognition-worker.ts'

export type BackgroundOptions = DrawingOptions &
  RecognitionOptions &
  Partial<Pick<App, 'inspector' | 'recogniser'>>

/** Draws pages and reads scans, by turns: together they take one core. */
export function startBackgroundWork(
  { inspector, recogniser, ...app }: App,
  dataDir: string,
  options: BackgroundOptions,
): { look(): void; stop(): Promise<void> } {
  const oneCore = pLimit(1)
  const drawing = startDrawing(
    {
      ...app,
      recogniser,
      inspector: { ...inspector, readPages: (...asked) => oneCore(() => inspector.readPages(...asked)) },
    },
    dataDir,
    options,
  )
  const limited = {
    ...recogniser,
    recognisePage: (...asked: Parameters<typeof recogniser.recognisePage>) =>
      oneCore(() => recogniser.recognisePage(...asked)),
  }
  const recognition = startRecognition({ ...app, inspector, recogniser: limited }, dataDir, options)
  return {
    look() {
      drawing.look()
      recognition.look()
    },
    async stop() {
      await Promise.all([drawing.stop(), recognition.stop()])
    },
  }
}
