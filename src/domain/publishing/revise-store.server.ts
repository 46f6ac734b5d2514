import type { Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { examColumns } from '#domain/exam-sets/exam-of.ts'
import { deleteFileRows, insertFileRows, renameFileRow } from '#domain/files/store.server.ts'
import { inlineDisposition, type StoredFile } from '#domain/files/stored-file.ts'
import { StaleRead } from '../retry-stale.ts'
import { downloadName, fileTitle, type Part } from './plan-files.server.ts'

export const KEY_OF = { file: 'fileKey', thumbnail: 'thumbnailKey', answers: 'answersKey' } as const

export type PaperFields = Pick<
  PaperRow,
  'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'referenceLink' | 'variant' | 'board'
>

/** A part's new file, or null where it is removed. */
export type Swap = { part: Part; file: StoredFile | null }

export async function selectPaperRow(readDb: ReadDatabase, id: string): Promise<PaperRow | null> {
  return (await readDb.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** One version on; the names of its files follow. Throws `StaleRead` when the paper is not as it was read. */
export async function updateFields(
  db: Database,
  was: PaperRow,
  fields: PaperFields,
  now: Date,
): Promise<PaperRow> {
  const row = await updateRow(db, was, { ...fields, ...examColumns({ ...was, ...fields }) }, now)
  if (fileTitle(row) !== fileTitle(was)) {
    for (const part of ['file', 'thumbnail', 'answers'] as const) {
      const key = row[KEY_OF[part]]
      if (key) await renameFileRow(db, key, inlineDisposition(downloadName(part, fileTitle(row))), now)
    }
  }
  return row
}

/** One version on; returns the old files' keys, which now lead to the new ones. Throws `StaleRead` as above. */
export async function swapFiles(
  db: Database,
  was: PaperRow,
  swaps: Swap[],
  also: Partial<Pick<PaperRow, 'pages' | 'thumbnailGiven' | 'isSample'>>,
  now: Date,
): Promise<string[]> {
  const files = swaps.flatMap(({ part, file }) =>
    file ? [{ ...file, contentDisposition: inlineDisposition(downloadName(part, fileTitle(was))) }] : [],
  )
  if (files.length > 0) await insertFileRows(db, files)
  const keys = Object.fromEntries(swaps.map(({ part, file }) => [KEY_OF[part], file?.fullPath ?? null]))
  await updateRow(db, was, { ...keys, ...also }, now)
  const former = swaps.flatMap(({ part }) => {
    const fullPath = was[KEY_OF[part]]
    return fullPath ? [{ fullPath, paperId: was.id, part }] : []
  })
  if (former.length > 0) await db.insertInto('formerFiles').values(former).execute()
  const old = former.map(({ fullPath }) => fullPath)
  if (old.length > 0) await deleteFileRows(db, old)
  return old
}

export async function selectSuccessor(readDb: ReadDatabase, key: string): Promise<string | null> {
  const row = await readDb
    .selectFrom('formerFiles')
    .innerJoin('papers', 'papers.id', 'formerFiles.paperId')
    .select(['formerFiles.part', 'papers.fileKey', 'papers.thumbnailKey', 'papers.answersKey'])
    .where('formerFiles.fullPath', '=', key)
    .executeTakeFirst()
  return row ? row[KEY_OF[row.part]] : null
}

async function updateRow(
  db: Database,
  was: PaperRow,
  set: Partial<Omit<PaperRow, 'serial' | 'position' | 'answered' | 'folded' | 'foldedAnswered'>>,
  now: Date,
) {
  return await db
    .updateTable('papers')
    .set({ ...set, version: was.version + 1, updatedAt: now.toISOString() })
    .where('serial', '=', was.serial)
    .where('version', '=', was.version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new StaleRead())
}
