import type { App } from './app.ts'
import { discardFiles } from './files/discard-files.server.ts'
import type { ReceivedFile } from './files/file-store.ts'
import type { Author, NewEntry } from './journal/entry.ts'
import { recordChange } from './journal/journal.server.ts'
import { deleteSamples, hasSamplePaper, selectAfter } from './lists/paper-store.server.ts'
import { hasReached, markReached } from './milestones.server.ts'
import type { PaperSubmission } from './paper/submission.ts'
import { publishPaper } from './publishing/publish.server.ts'
import { unindexPaper } from './search/indexing/index-papers.server.ts'

export type SamplePaper = {
  submission: PaperSubmission
  pdf: ReceivedFile
  answers?: ReceivedFile
  name: string
}

const FILLED = 'filled with samples'

/** Only into a catalogue that is empty and never had samples; returns how many were published. */
export async function fillWithSamples(app: App, samples: () => AsyncIterable<SamplePaper>): Promise<number> {
  if (await hasReached(app.db, FILLED)) return 0
  const first = (await selectAfter(app.db, 0, 1))[0]
  if (first && first.isSample === 0) return 0
  let filled = 0
  for await (const { submission, pdf, answers, name } of samples()) {
    // Named by file, so that an interrupted fill resumes without duplicates.
    const upload = { pdf, answers, sample: true, uploadId: `sample-${name}` }
    const paper = await publishPaper(app, submission, upload, null)
    if ('refused' in paper) app.log.error({ name, refused: paper.refused }, 'a sample paper was refused')
    else filled += 1
  }
  await app.db.transaction().execute(async (tx) => {
    await markReached(tx, FILLED, app.clock.now())
    if (filled > 0) await recordChange(tx, app, null, entryOf('published', filled))
  })
  return filled
}

/** For good, also those in the bin; returns how many there were. */
export async function removeSamples(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log' | 'reserve'>,
  author: Author,
): Promise<number> {
  return await app.reserve.use(async () => {
    const removed = await app.db.transaction().execute(async (tx) => {
      const { published, binned, keys } = await deleteSamples(tx)
      for (const row of published) await unindexPaper(tx, app, row)
      const papers = published.length + binned.length
      if (papers > 0) await recordChange(tx, app, author, entryOf('deleted', papers))
      return { papers, keys }
    })
    await discardFiles(app, removed.keys)
    return removed.papers
  })
}

export async function hasSamples(app: Pick<App, 'readDb'>): Promise<boolean> {
  return await hasSamplePaper(app.readDb)
}

function entryOf(action: string, papers: number): NewEntry {
  return {
    action,
    kind: 'samples',
    subjectId: 'samples',
    subject: papers === 1 ? '1 sample paper' : `${papers} sample papers`,
    before: null,
    after: null,
  }
}
