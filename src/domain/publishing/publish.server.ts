import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { examColumns } from '#domain/exam-sets.server.ts'
import { randomName } from '#domain/files/file-key.ts'
import {
  type Author,
  type Fields,
  journalFields,
  type NewEntry,
  rewriteFlags,
} from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { fullTitleOf, toPaper } from '#domain/lists/paper-store.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { selectBinnedBy, takeOff } from '../bin/bin-store.server.ts'
import { hidingNow } from '../bin/hide.server.ts'
import { discardFiles } from '../files/discard-files.server.ts'
import { noteUnsettled } from '../files/unsettled-store.server.ts'
import { selectBinnedForAdmin } from '../lists/admin-paper-store.server.ts'
import { insertPaper, type NewPaper, selectPaperBy } from '../lists/paper-store.server.ts'
import type { Paper } from '../paper/paper.ts'
import { columnsOf, type PaperSubmission } from '../paper/submission.ts'
import { indexPaper } from '../search/indexing/index-papers.server.ts'
import { fileTitle, type MovedPaper, type PlannedFile, planFiles, type Upload } from './plan-files.server.ts'

type PublishApp = Pick<App, 'db' | 'readDb' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>

const IN_THE_BIN: Refusal = {
  refused: 'in-the-bin',
  field: 'file',
  sentence: 'This upload was published before, and its paper is in the bin by now. Restore it there.',
}

/** Stores the files, then row and index entry in one transaction, or the row of a hidden paper; when a step throws, nothing is left behind. */
export async function publishPaper(
  app: PublishApp,
  submission: PaperSubmission,
  upload: Upload,
  author: Author,
): Promise<Paper | Refusal> {
  const earlier = upload.uploadId ? await findUpload(app, upload.uploadId) : null
  if (earlier) return earlier
  const inspected = await inspectFiles(app, upload)
  if ('refused' in inspected) return inspected
  const fields = columnsOf(submission)
  const files = planFiles(app, submission.degree, fileTitle(fields), upload, inspected.thumbnail)
  const row: NewPaper = {
    id: randomName(12),
    ...fields,
    ...examColumns(fields),
    fileKey: files.pdf.stored.fullPath,
    thumbnailKey: files.thumbnail.stored.fullPath,
    answersKey: files.answers?.stored.fullPath ?? null,
    pages: inspected.pages,
    isSample: upload.sample ? 1 : 0,
    uploadId: upload.uploadId ?? null,
    thumbnailGiven: upload.thumbnail ? 1 : 0,
    ...(upload.moved && { views: upload.moved.views }),
  }
  const planned = [files.pdf, files.thumbnail, ...(files.answers ? [files.answers] : [])]
  try {
    const inserted = await storeWithRow(app, row, planned, author, upload)
    return toPaper({ ...inserted, size: files.pdf.stored.size })
  } catch (error) {
    const other = upload.uploadId ? await findUpload(app, upload.uploadId) : null
    if (other) return other
    throw error
  }
}

/** The paper that an upload made, hidden ones too, a refusal when it is in the bin by now, or null. */
export async function findUpload(app: Pick<App, 'db'>, uploadId: string): Promise<Paper | Refusal | null> {
  const paper = await selectPaperBy(app.db, 'uploadId', uploadId)
  if (paper) return paper
  const off = await selectBinnedBy(app.db, 'uploadId', uploadId)
  return off && (off.binnedAt === null ? await selectBinnedForAdmin(app.db, off.id) : IN_THE_BIN)
}

async function inspectFiles(app: PublishApp, upload: Upload) {
  const pdf = upload.judged ?? (await app.inspector.inspectPdf(upload.pdf.path))
  if ('reason' in pdf) return refusal('file', pdf)
  if (!upload.thumbnail) return { pages: pdf.pages, thumbnail: pdf.thumbnail }
  const image = await app.inspector.prepareThumbnail(upload.thumbnail.path)
  if (!image.accepted) return refusal('thumbnail', image)
  return { pages: pdf.pages, thumbnail: image.image }
}

export function refusal(field: string, inspection: { reason: string; sentence: string }): Refusal {
  return { refused: inspection.reason, field, sentence: inspection.sentence }
}

/** Files first, then the row: a row is never there without its files. A failed step removes what is stored. */
async function storeWithRow(
  app: PublishApp,
  row: NewPaper,
  files: PlannedFile[],
  author: Author,
  { pdf, moved, hiding }: Pick<Upload, 'pdf' | 'moved' | 'hiding'>,
) {
  const done: string[] = []
  await noteUnsettled(
    app.db,
    'files',
    files.map(({ stored }) => stored.fullPath),
  )
  try {
    for (const { source, stored } of files) {
      await app.files.put(stored.fullPath, source)
      done.push(stored.fullPath)
    }
    return await app.db.transaction().execute(async (tx) => {
      const stored = files.map((file) => file.stored)
      const now = app.clock.now()
      const hidden = hiding && hidingNow(hiding, now)
      const inserted = await insertPaper(tx, row, stored, moved?.publishedAt ?? now)
      if (moved) await insertFormerPaths(tx, row.id, moved)
      // After the row has claimed the upload's name: the paper of an earlier request may be binned meanwhile.
      if (row.uploadId && (await selectBinnedBy(tx, 'uploadId', row.uploadId))) throw new Error('In the bin')
      if (hidden) await takeOff(tx, row.id, hidden)
      else await indexPaper(tx, app, inserted)
      const more = { ...rewriteFlags(pdf), ...(hidden && { hidden: true, showAt: hidden.showAt }) }
      if (!row.isSample) await recordChange(tx, app, author, published(row, more))
      return inserted
    })
  } catch (error) {
    await discardFiles(app, done)
    throw error
  }
}

function published(row: NewPaper, more: Fields): NewEntry {
  return {
    action: 'published',
    kind: 'paper',
    subjectId: row.id,
    subject: fullTitleOf(row),
    before: null,
    after: { ...journalFields(row), ...more },
  }
}

/** A path that two papers shared leads to the one that came first. */
async function insertFormerPaths(
  db: Database,
  paperId: string,
  { formerPaths }: Pick<MovedPaper, 'formerPaths'>,
): Promise<void> {
  const rows = formerPaths.map((former) => ({ ...former, paperId }))
  if (rows.length === 0) return
  await db
    .insertInto('formerFiles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
