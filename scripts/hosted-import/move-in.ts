import type { App } from '#domain/app.ts'
import { COMMAND_LINE } from '#domain/journal/entry.ts'
import { findUpload, publishPaper } from '#domain/publishing/publish.server.ts'
import type { HostedDocument } from './documents.ts'
import { type Examined, examinePaper, knownTime } from './examine-paper.ts'
import { HostedFault, type HostedFolder } from './hosted-folder.ts'
import { hostedPathOf } from './hosted-path.ts'
import { selectTitlesOfBytes } from './hosted-store.ts'
import { moveAdministrators } from './move-administrators.ts'
import { movePrices, moveVisits } from './move-counts.ts'
import { readCollection } from './read-collection.ts'
import { asText } from './read-fields.ts'
import { lineOf, type ReportLine } from './report.ts'

export type MovingApp = Pick<
  App,
  'db' | 'readDb' | 'files' | 'search' | 'inspector' | 'identity' | 'clock' | 'log'
>
export type Moving = {
  /** False for a dry run, which looks at everything and changes nothing. */
  applies: boolean
  isStopped?(): boolean
  onProgress?(progress: { done: number; all: number }): void
}

const PAPERS = ['resources', 'papers'] as const

/**
 * One line for every document, price, count, administrator and unused file of the hosted site, as it is dealt with.
 * Papers come in the order in which they were stored, each in a transaction of its own: stopped and begun again it
 * goes on, and what has come is here already.
 */
export async function* moveIn(
  app: MovingApp,
  folder: HostedFolder,
  moving: Moving,
): AsyncGenerator<ReportLine> {
  const used = new Set<string>()
  yield* movePapers(app, folder, moving, used)
  if (moving.isStopped?.()) return
  yield* movePrices(app, folder, moving)
  yield* moveVisits(app, folder, moving)
  yield* moveAdministrators(app, folder, moving)
  for (const path of folder.paths())
    if (!used.has(path))
      yield lineOf('file', path, '', { outcome: 'stays behind', why: 'no document refers to it' })
}

async function* movePapers(app: MovingApp, folder: HostedFolder, moving: Moving, used: Set<string>) {
  const documents = await readCollection(folder, PAPERS)
  if (!documents) throw new HostedFault('The folder has no resources.json and no folder resources.')
  for (const { fields } of documents)
    for (const link of [fields.link, fields.thumbnail, fields.referenceLink]) {
      const path = hostedPathOf(asText(link))
      if (path !== null) used.add(path)
    }
  const first = new Map(documents.toReversed().map((document) => [document.id, document]))
  const digests = new Map<string, string>()
  let done = 0
  for (const document of inOrder(folder, documents)) {
    if (moving.isStopped?.()) return
    yield first.get(document.id) !== document
      ? lineOf('paper', document.id, asText(document.fields.title), {
          outcome: 'stays behind',
          why: 'another document has the same id',
        })
      : await movePaper(app, folder, document, moving, digests)
    done += 1
    moving.onProgress?.({ done, all: documents.length })
  }
}

async function movePaper(
  app: MovingApp,
  folder: HostedFolder,
  document: HostedDocument,
  { applies }: Moving,
  digests: Map<string, string>,
): Promise<ReportLine> {
  const line = (rest: Parameters<typeof lineOf>[3]) =>
    lineOf('paper', document.id, asText(document.fields.title), rest)
  const uploadId = `hosted:${document.id}`
  const earlier = await findUpload(app, uploadId)
  if (earlier && 'refused' in earlier) return line({ outcome: 'is here already', why: 'in the bin' })
  if (earlier) return line({ outcome: 'is here already', paperId: earlier.id })
  return await folder.withCopies(async (copy) => {
    const examined = await examinePaper(app, folder, copy, { document, uploadId })
    if ('why' in examined) return line({ outcome: 'stays behind', why: examined.why })
    const changes = [...examined.changes, ...(await sameBytes(app, examined, document.id, digests))]
    if (!applies) return line({ outcome: 'comes', changes })
    const paper = await publishPaper(app, examined.submission, examined.upload, COMMAND_LINE)
    if ('refused' in paper) return line({ outcome: 'stays behind', changes, why: paper.sentence })
    return line({ outcome: 'comes', changes, paperId: paper.id })
  })
}

async function sameBytes(
  app: MovingApp,
  { upload }: Exclude<Examined, { why: string }>,
  id: string,
  digests: Map<string, string>,
): Promise<string[]> {
  const { sha256 } = upload.pdf
  const other = digests.get(sha256)
  if (!other) digests.set(sha256, id)
  const here = other ? [] : await selectTitlesOfBytes(app.readDb, sha256)
  if (other) return [`it has the same bytes as ${other}`]
  return here.map((title) => `it has the same bytes as “${title}”, which is here`)
}

/** Oldest first, so that the newest gets the highest number. Those without a time come before, the first of them
 * last: within a month the hosted site listed them so. */
function inOrder(folder: HostedFolder, documents: HostedDocument[]): HostedDocument[] {
  const timed = documents.map((document, at) => {
    const path = hostedPathOf(asText(document.fields.link))
    return { document, at, time: knownTime(folder, document.createdAt, path)?.getTime() ?? null }
  })
  return timed
    .sort((one, other) => (one.time ?? 0) - (other.time ?? 0) || other.at - one.at)
    .map(({ document }) => document)
}
