import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import { hasReached, markReached } from '#domain/milestones.server.ts'
import { publishPaper } from './publish.server.ts'
import { selectAfter } from './store.server.ts'
import type { PaperSubmission } from './submission.ts'

export type SamplePaper = {
  submission: PaperSubmission
  pdf: ReceivedFile
  answers?: ReceivedFile
  name: string
}

const FILLED = 'filled with samples'

/** Publishes the samples into a catalogue that is empty and never had them; returns how many, 0 when nothing was done. */
export async function fillWithSamples(app: App, samples: () => AsyncIterable<SamplePaper>): Promise<number> {
  if (await hasReached(app.db, FILLED)) return 0
  const first = (await selectAfter(app.db, 0, 1))[0]
  if (first && first.isSample === 0) return 0
  let filled = 0
  for await (const { submission, pdf, answers, name } of samples()) {
    // Named by file, so that a fill that was interrupted goes on without doubles.
    const upload = { pdf, answers, sample: true, uploadId: `sample-${name}` }
    const paper = await publishPaper(app, submission, upload, null)
    if ('refused' in paper) app.log.error({ name, refused: paper.refused }, 'a sample paper was refused')
    else filled += 1
  }
  await markReached(app.db, FILLED, app.clock.now())
  return filled
}
