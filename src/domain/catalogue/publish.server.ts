import type { PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { randomName } from '#domain/files/file-key.ts'
import type { Author, Fields, NewEntry } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { searchWords } from '#domain/search/query.ts'
import { findDegree, type Grade, MONTHS, type Paper, type PaperType, type Subject } from './paper.ts'
import { type PlannedFile, planFiles, type Upload } from './plan-files.server.ts'
import {
  deletePaperRow,
  fileKeysOf,
  insertPaper,
  type NewPaper,
  selectPaperBy,
  selectSampleIds,
} from './store.server.ts'
import type { PaperSubmission } from './submission.ts'

type Press = Pick<App, 'db' | 'reader' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>

export type Refusal = { refused: string; field: 'file' | 'thumbnail'; sentence: string }

/**
 * Publishes a paper: inspects its files, stores them, then writes the row and its index entry in one transaction.
 * Returns the paper, or a refusal that says what is wrong with a file. When a later step throws, nothing is left behind.
 */
export async function publishPaper(
  app: Press,
  submission: PaperSubmission,
  upload: Upload,
  author: Author,
): Promise<Paper | Refusal> {
  const earlier = upload.uploadId ? await findUpload(app, upload.uploadId) : null
  if (earlier) return earlier
  const judged = await judgeFiles(app, upload)
  if ('refused' in judged) return judged
  const degree = findDegree(submission.degree)
  if (!degree) throw new Error(`Unknown degree ${submission.degree}`)
  const files = planFiles(app, degree.slug, submission.title, upload, judged.thumbnail)
  const row: NewPaper = {
    id: randomName(12),
    title: submission.title,
    fileKey: files.pdf.stored.fullPath,
    thumbnailKey: files.thumbnail.stored.fullPath,
    answersKey: files.answers?.stored.fullPath ?? null,
    referenceLink: submission.referenceLink || null,
    type: degree.type,
    grade: degree.grade,
    subject: submission.subject,
    month: MONTHS.indexOf(submission.month) + 1,
    year: submission.year,
    pages: judged.pages,
    isSample: upload.sample ? 1 : 0,
    uploadId: upload.uploadId ?? null,
    thumbnailGiven: upload.thumbnail ? 1 : 0,
  }
  const planned = [files.pdf, files.thumbnail, ...(files.answers ? [files.answers] : [])]
  try {
    await storeWithRow(app, row, planned, author)
  } catch (error) {
    const other = upload.uploadId ? await findUpload(app, upload.uploadId) : null
    if (other) return other
    throw error
  }
  const paper = await selectPaperBy(app.db, 'id', row.id)
  if (!paper) throw new Error(`Paper ${row.id} vanished while it was published`)
  return paper
}

/** The paper that an upload made, or null when nothing of it was kept. */
export async function findUpload(app: Pick<App, 'db'>, uploadId: string): Promise<Paper | null> {
  return await selectPaperBy(app.db, 'uploadId', uploadId)
}

/** Deletes a paper's row at once and its files after; false when there is no such paper. */
export async function deletePaper(
  app: Pick<App, 'db' | 'files' | 'search' | 'log'>,
  id: string,
): Promise<boolean> {
  const row = await app.db.transaction().execute(async (tx) => {
    const deleted = await deletePaperRow(tx, id)
    if (deleted) await app.search.remove(tx, deleted.position)
    return deleted
  })
  if (!row) return false
  await discardFiles(app, fileKeysOf(row))
  return true
}

/** Deletes every sample paper; returns how many there were. */
export async function removeSamples(
  app: Pick<App, 'db' | 'reader' | 'files' | 'search' | 'log'>,
): Promise<number> {
  let removed = 0
  while (true) {
    const ids = await selectSampleIds(app.db, 50)
    if (ids.length === 0) return removed
    for (const id of ids) removed += (await deletePaper(app, id)) ? 1 : 0
  }
}

/** Whether there are samples to remove. */
export async function hasSamples(app: Pick<App, 'reader'>): Promise<boolean> {
  return (await selectSampleIds(app.reader, 1)).length > 0
}

/** What the journal keeps of a paper's state. */
export function journalFields(
  row: Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink'>,
): Fields {
  const { title, type, grade, subject, month, year, referenceLink } = row
  return { title, type, grade, subject, month: MONTHS[month - 1] ?? null, year, referenceLink }
}

/** The index entry of a paper's row. */
export function searchEntry(
  row: Pick<PaperRow, 'position' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>,
) {
  const { position, type, grade, subject, month, year } = row
  const words = searchWords({
    title: row.title,
    type: type as PaperType,
    grade: grade as Grade,
    subject: subject as Subject,
    month,
    year,
  })
  return { position, type, grade, subject, year, words }
}

async function judgeFiles(app: Press, upload: Upload) {
  const pdf = await app.inspector.inspectPdf(upload.pdf.path)
  if (!pdf.accepted) return refusal('file', pdf)
  if (!upload.thumbnail) return { pages: pdf.pages, thumbnail: pdf.thumbnail }
  const image = await app.inspector.prepareThumbnail(upload.thumbnail.path)
  if (!image.accepted) return refusal('thumbnail', image)
  return { pages: pdf.pages, thumbnail: image.image }
}

function refusal(field: Refusal['field'], judged: { reason: string; sentence: string }): Refusal {
  return { refused: judged.reason, field, sentence: judged.sentence }
}

/** Files first, then the row: a row never stands without its files. What is stored when a step fails is removed again. */
async function storeWithRow(app: Press, row: NewPaper, files: PlannedFile[], author: Author) {
  const done: string[] = []
  try {
    for (const { source, stored } of files) {
      await app.files.put(stored.fullPath, source)
      done.push(stored.fullPath)
    }
    await app.db.transaction().execute(async (tx) => {
      const stored = files.map((file) => file.stored)
      const position = await insertPaper(tx, row, stored, app.clock.now())
      await app.search.add(tx, searchEntry({ ...row, position }))
      if (!row.isSample) await recordChange(tx, app, author, published(row))
    })
  } catch (error) {
    await discardFiles(app, done)
    throw error
  }
}

function published(row: NewPaper): NewEntry {
  return {
    action: 'published',
    kind: 'paper',
    subjectId: row.id,
    subject: row.title,
    before: null,
    after: journalFields(row),
  }
}

/** A file that cannot be removed now is left to the sweep. */
async function discardFiles(app: Pick<App, 'files' | 'log'>, keys: string[]) {
  for (const key of keys) {
    try {
      await app.files.remove(key)
    } catch (error) {
      app.log.warn({ key, err: error }, 'a file could not be removed; the sweep will try again')
    }
  }
}
