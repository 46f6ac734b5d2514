import type { BinnedPaperRow, Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { examColumns } from '#domain/exam-sets.server.ts'
import { deleteFileRows, hideFileRows, insertFileRows, renameFileRow } from '#domain/files/store.server.ts'
import { disposition, originalNameIn, type StoredFile } from '#domain/files/stored-file.ts'
import type { columnsOf } from '#domain/paper/submission.ts'
import { positionsOf } from '../paper/paper.ts'
import { StaleRead } from '../retry-stale.ts'
import type { FormerFile } from './former-file.ts'
import { downloadName, fileTitle, type Part } from './plan-files.server.ts'

export const KEY_OF = { file: 'fileKey', thumbnail: 'thumbnailKey', answers: 'answersKey' } as const

export type PaperFields = ReturnType<typeof columnsOf>

/** A part's new file, or null where it is removed. */
type Swap = { part: Part; file: StoredFile | null }

/** A published paper, or a hidden one: that is edited like any other. */
type EditedRow = PaperRow & { isHidden?: true }

export async function selectPaperRow(
  readDb: ReadDatabase,
  id: string,
  by: 'id' | 'fileKey' = 'id',
): Promise<EditedRow | null> {
  const row = await readDb.selectFrom('papers').selectAll().where(by, '=', id).executeTakeFirst()
  if (row) return row
  const hidden = readDb
    .selectFrom('binnedPapers')
    .selectAll()
    .where(by, '=', id)
    .where('binnedAt', 'is', null)
  const off = await hidden.executeTakeFirst()
  return off ? toEditedRow(off) : null
}

function toEditedRow(row: BinnedPaperRow): EditedRow {
  const { binnedAt: _, binnedBy: __, hiddenAt: ___, showAt: ____, ...columns } = row
  const position = positionsOf(row.year, row.month).after + row.serial
  const answered = row.answersKey || row.referenceLink ? 1 : 0
  return {
    ...columns,
    position,
    answered,
    exam: null,
    examSet: '',
    folded: 0,
    foldedAnswered: 0,
    isHidden: true,
  }
}

/** One version on; the names of its files follow. Throws `StaleRead` when the paper is not as it was read. */
export async function updateFields(
  db: Database,
  was: EditedRow,
  fields: PaperFields,
  now: Date,
): Promise<EditedRow> {
  const row = await updateRow(db, was, { ...fields, ...examColumns({ ...was, ...fields }) }, now)
  if (fileTitle(row) !== fileTitle(was)) {
    for (const part of ['file', 'thumbnail', 'answers'] as const) {
      const key = row[KEY_OF[part]]
      if (key) await renameFileRow(db, key, disposition(downloadName(part, fileTitle(row))), now)
    }
  }
  return row
}

/**
 * One version on, unless `also` names one; the old files' keys now lead to the new ones. What somebody chose is kept from `keptSince` on, and the
 * keys of the rest are returned. Throws `StaleRead` as above.
 */
export async function swapFiles(
  db: Database,
  was: EditedRow,
  swaps: Swap[],
  also: Partial<Pick<PaperRow, 'pages' | 'thumbnailGiven' | 'isSample' | 'version'>>,
  { now, keptSince }: { now: Date; keptSince: Date },
): Promise<string[]> {
  const files = swaps.flatMap(({ part, file }) =>
    file ? [{ ...file, contentDisposition: disposition(downloadName(part, fileTitle(was))) }] : [],
  )
  if (files.length > 0) await insertFileRows(db, files)
  const newKeys = files.map(({ fullPath }) => fullPath)
  if (was.isHidden && newKeys.length > 0) await hideFileRows(db, newKeys, true)
  const keys = Object.fromEntries(swaps.map(({ part, file }) => [KEY_OF[part], file?.fullPath ?? null]))
  await updateRow(db, was, { ...keys, ...also }, now)
  const worthKeeping = await selectWorthKeeping(db, was, swaps)
  const former = swaps.flatMap(({ part }) => {
    const fullPath = was[KEY_OF[part]]
    const since = worthKeeping.has(fullPath) ? keptSince.toISOString() : null
    return fullPath ? [{ fullPath, paperId: was.id, part, keptSince: since }] : []
  })
  if (former.length > 0) await db.insertInto('formerFiles').values(former).execute()
  const retained = former.filter((each) => each.keptSince !== null).map(({ fullPath }) => fullPath)
  if (retained.length > 0) await hideFileRows(db, retained, true)
  const old = former.filter((each) => each.keptSince === null).map(({ fullPath }) => fullPath)
  if (old.length > 0) await deleteFileRows(db, old)
  return old
}

/** Not what was made from the PDF, nor what is known as missing or damaged, nor the same bytes as what comes. */
async function selectWorthKeeping(db: Database, was: PaperRow, swaps: Swap[]): Promise<Set<string | null>> {
  const chosen = swaps.filter(({ part }) => part !== 'thumbnail' || was.thumbnailGiven === 1)
  const keys = chosen.flatMap(({ part }) => was[KEY_OF[part]] ?? [])
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('storedFiles')
    .leftJoin('fileChecks', 'fileChecks.fileKey', 'storedFiles.fullPath')
    .select(['fullPath', 'sha256'])
    .where('fullPath', 'in', keys)
    .where('fault', 'is', null)
    .execute()
  const coming = new Set(swaps.map(({ file }) => file?.sha256))
  return new Set(rows.filter(({ sha256 }) => !coming.has(sha256)).map(({ fullPath }) => fullPath))
}

/** Newest first. */
export async function selectFormerFiles(readDb: ReadDatabase, paperId: string): Promise<FormerFile[]> {
  const rows = await selectRetained(readDb, paperId).orderBy('keptSince', 'desc').execute()
  return rows.map(({ customMetadata, sha256: _, ...row }) => ({
    ...row,
    name: originalNameIn(customMetadata),
    keptSince: String(row.keptSince),
  }))
}

export async function selectFormerFile(readDb: ReadDatabase, paperId: string, key: string) {
  const row = await selectRetained(readDb, paperId).where('formerFiles.fullPath', '=', key).executeTakeFirst()
  return row ? { part: row.part, sha256: row.sha256, name: originalNameIn(row.customMetadata) } : null
}

function selectRetained(readDb: ReadDatabase, paperId: string) {
  return readDb
    .selectFrom('formerFiles')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'formerFiles.fullPath')
    .select(['formerFiles.fullPath as key', 'part', 'keptSince', 'sha256', 'customMetadata'])
    .where('paperId', '=', paperId)
    .where('keptSince', 'is not', null)
}

export async function selectFormerBefore(
  readDb: ReadDatabase,
  time: string,
  limit: number,
): Promise<string[]> {
  const rows = await readDb
    .selectFrom('formerFiles')
    .select('fullPath')
    .where('keptSince', '<', time)
    .orderBy('keptSince')
    .limit(limit)
    .execute()
  return rows.map(({ fullPath }) => fullPath)
}

export async function limitKeptSince(db: Database, latest: string): Promise<void> {
  await db.updateTable('formerFiles').set({ keptSince: latest }).where('keptSince', '>', latest).execute()
}

/** Their old links still lead to what replaced them. */
export async function forgetFormerFiles(db: Database, keys: string[]): Promise<void> {
  await db.updateTable('formerFiles').set({ keptSince: null }).where('fullPath', 'in', keys).execute()
  await deleteFileRows(db, keys)
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
  was: EditedRow,
  set: Partial<Omit<PaperRow, 'serial' | 'position' | 'answered' | 'folded' | 'foldedAnswered'>>,
  now: Date,
): Promise<EditedRow> {
  const changed = { version: was.version + 1, ...set, updatedAt: now.toISOString() }
  if (was.isHidden) {
    const { exam: _, examSet: __, ...columns } = changed
    const row = await db
      .updateTable('binnedPapers')
      .set(columns)
      .where('serial', '=', was.serial)
      .where('version', '=', was.version)
      .where('binnedAt', 'is', null)
      .returningAll()
      .executeTakeFirstOrThrow(() => new StaleRead())
    return toEditedRow(row)
  }
  return await db
    .updateTable('papers')
    .set(changed)
    .where('serial', '=', was.serial)
    .where('version', '=', was.version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new StaleRead())
}
