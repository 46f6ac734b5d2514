import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { selectAnyFile } from '#domain/files/store.server.ts'
import type { StoredFile } from '#domain/files/stored-file.ts'
import { type Author, journalFields, rewriteFlags } from '#domain/journal/entry.ts'
import { differences, recordChange } from '#domain/journal/journal.server.ts'
import { fullTitleOf } from '#domain/lists/paper-store.server.ts'
import { type FieldTexts, textsOf } from '#domain/paper/form-fields.ts'
import {
  columnsOf,
  isOfAllSubjects,
  type PaperSubmission,
  paperSubmission,
  type Refusal,
} from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { selectForAdmin } from '../lists/admin-paper-store.server.ts'
import type { AdminPaper } from '../paper/admin-paper.ts'
import { MONTHS, type Paper } from '../paper/paper.ts'
import { retryStale } from '../retry-stale.ts'
import { indexPaper, unindexPaper } from '../search/indexing/index-papers.server.ts'
import type { Part } from './plan-files.server.ts'
import { findUpload } from './publish.server.ts'
import { KEY_OF, type PaperFields, selectPaperRow, updateFields } from './revise-store.server.ts'
import { preparePageOne, prepareSwap, swapParts } from './swap-parts.server.ts'

export type Revision = AdminPaper | Refusal | 'missing' | { conflict: AdminPaper }

export type PaperChange = Partial<FieldTexts>

/** All or none, checked as an upload's, and only while the paper is `version`. Without a difference, writes nothing. */
export async function revisePaper(
  app: Pick<App, 'db' | 'search' | 'clock'>,
  id: string,
  change: PaperChange,
  author: Author,
  { version }: { version?: number } = {},
): Promise<Revision> {
  const outcome = await retryStale(app.db, async (tx) => {
    const was = await selectPaperRow(tx, id)
    if (!was) return 'missing'
    const isNewer = version !== undefined && version !== was.version
    const fields = mergeFields(was, change, app.clock.now())
    if ('refused' in fields) return isNewer ? 'conflict' : fields
    const changes = differences(journalFields(was), journalFields(fields))
    if (!changes) return 'done'
    if (isNewer) return 'conflict'
    const row = await updateFields(tx, was, fields, app.clock.now())
    await unindexPaper(tx, app, was)
    await indexPaper(tx, app, row)
    const entry = { action: 'revised', kind: 'paper', subjectId: id, subject: fullTitleOf(row) } as const
    await recordChange(tx, app, author, { ...entry, ...changes })
    return 'done'
  })
  return typeof outcome === 'string' ? await toRevision(app, id, outcome) : outcome
}

/** The old file's address leads to the new one. When a step fails nothing changes; the same file changes nothing.
 * A new PDF brings a new page 1, unless the thumbnail was chosen. */
export async function replaceFile(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  id: string,
  part: Part,
  received: ReceivedFile,
  author: Author,
  { version }: { version?: number } = {},
): Promise<Revision> {
  const was = await selectPaperRow(app.db, id)
  if (!was) return 'missing'
  const prepared = await prepareSwap(app, was, part, received)
  if (prepared === 'same') return await toRevision(app, id, 'done')
  if ('refused' in prepared) return prepared
  const swap = { ...prepared, note: rewriteFlags(received) }
  return await toRevision(app, id, await swapParts(app, was, swap, author, version))
}

/** One of the files of a published or hidden paper; null where it has none. */
export async function findPart(app: Pick<App, 'db'>, id: string, part: Part): Promise<StoredFile | null> {
  const key = (await selectPaperRow(app.db, id))?.[KEY_OF[part]]
  return key ? await selectAnyFile(app.db, key) : null
}

/** A link to answers, when there is one, is used again. */
export async function removeAnswers(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log'>,
  id: string,
  author: Author,
  { version }: { version?: number } = {},
): Promise<Revision> {
  const was = await selectPaperRow(app.db, id)
  if (!was) return 'missing'
  if (!was.answersKey) return await toRevision(app, id, 'done')
  const swap = { part: 'answers', planned: [{ part: 'answers', file: null }], set: {} } as const
  return await toRevision(app, id, await swapParts(app, was, swap, author, version))
}

/** Page 1 of the PDF is used again. `copyOf` copies a stored file for the inspector; the caller removes it. */
export async function removeThumbnail(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  id: string,
  copyOf: (bytes: ReadableStream<Uint8Array>) => Promise<ReceivedFile>,
  author: Author,
  { version }: { version?: number } = {},
): Promise<Revision> {
  const was = await selectPaperRow(app.db, id)
  if (!was) return 'missing'
  if (was.thumbnailGiven === 0) return await toRevision(app, id, 'done')
  const bytes = await app.files.open(was.fileKey)
  if (!bytes) return FILE_MISSING
  const prepared = await preparePageOne(app, was, await copyOf(bytes))
  if ('refused' in prepared) return prepared
  return await toRevision(app, id, await swapParts(app, was, prepared, author, version))
}

const FILE_MISSING: Refusal = {
  refused: 'file-missing',
  field: 'thumbnail',
  sentence: 'The PDF of this paper is missing on the server, so its first page cannot be shown.',
}

async function toRevision(
  app: Pick<App, 'db'>,
  id: string,
  outcome: 'done' | 'missing' | 'conflict',
): Promise<Revision> {
  const paper = outcome === 'missing' ? null : await selectForAdmin(app.db, id)
  if (!paper) return 'missing'
  return outcome === 'conflict' ? { conflict: paper } : paper
}

function mergeFields(was: PaperRow, change: PaperChange, now: Date): PaperFields | Refusal {
  const before = textsOf({ ...was, month: MONTHS[was.month - 1] ?? '' })
  const rules = paperSubmission(currentYear(now), { mayBeOfAll: isOfAllSubjects(before) })
  const checked = rules.safeParse({ ...before, ...change })
  if (!checked.success) {
    const issue = checked.error.issues[0]
    return {
      refused: 'invalid-field',
      field: String(issue?.path[0] ?? ''),
      sentence: issue?.message ?? 'A field is wrong.',
    }
  }
  return columnsOf(checked.data)
}

/** Replaces PDF and fields of a published paper; address and views stay, as do answers unless new ones come.
 * The upload is then that paper's. Can be repeated when cut short. Null when the paper is not published. */
export async function replacePaper(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  id: string,
  submission: PaperSubmission,
  upload: { pdf: ReceivedFile; uploadId: string; judged: { pages: number; thumbnail: Uint8Array } },
  author: Author,
): Promise<Paper | Refusal | null> {
  const found = { accepted: true, text: '', ...upload.judged } as const
  const inspector = { ...app.inspector, inspectPdf: async () => found }
  const { year, referenceLink, ...fields } = submission
  const change = { ...fields, year: String(year), ...(referenceLink ? { referenceLink } : {}) }
  for (const step of [
    () => replaceFile({ ...app, inspector }, id, 'file', upload.pdf, author),
    () => revisePaper(app, id, change, author),
  ]) {
    const revision = await step()
    if (revision === 'missing') return null
    if ('refused' in revision) return revision
  }
  await nameUpload(app.db, id, upload.uploadId)
  return await findUpload(app, upload.uploadId)
}

async function nameUpload(db: Database, id: string, uploadId: string): Promise<void> {
  await db.updateTable('papers').set({ uploadId }).where('id', '=', id).execute()
  await db.updateTable('binnedPapers').set({ uploadId }).where('id', '=', id).execute()
}
