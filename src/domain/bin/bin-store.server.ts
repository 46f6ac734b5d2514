import type { BinnedPaperRow, Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { examColumns } from '#domain/exam-sets/exam-of.ts'
import { deleteFileRows, deleteFormerFiles, hideFileRows } from '#domain/files/store.server.ts'
import { originalNameIn } from '#domain/files/stored-file.ts'
import { fileKeysOf } from '../lists/paper-store.server.ts'
import type { PaperFilter } from '../paper/filters.ts'
import { MONTHS } from '../paper/paper.ts'

/** Also hides its files; returns what it was, or null when there is no such paper. */
export async function movePaperToBin(
  db: Database,
  id: string,
  binned: { binnedAt: string; binnedBy: string },
): Promise<PaperRow | null> {
  const row = await db.deleteFrom('papers').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return null
  const { position: _, answered: __, exam: _e, examSet: _s, folded: _f, foldedAnswered: _a, ...kept } = row
  await db
    .insertInto('binnedPapers')
    .values({ ...kept, ...binned })
    .execute()
  await hideFileRows(db, fileKeysOf(row), true)
  return row
}

/** Back to its place, one version on, its files served again; null when it is not in the bin. */
export async function movePaperBack(db: Database, id: string, now: Date): Promise<PaperRow | null> {
  const row = await takeFromBin(db, id)
  if (!row) return null
  const { binnedAt: _, binnedBy: __, ...kept } = row
  const restored = await db
    .insertInto('papers')
    .values({ ...kept, ...examColumns(kept), version: kept.version + 1, updatedAt: now.toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await hideFileRows(db, fileKeysOf(row), false)
  return restored
}

/** With its files' rows, replaced ones too, and the old links to it; returns what it was and their keys, or null. */
export async function deleteBinnedPaper(
  db: Database,
  id: string,
): Promise<{ row: BinnedPaperRow; keys: string[] } | null> {
  const row = await takeFromBin(db, id)
  if (!row) return null
  const keys = fileKeysOf(row)
  await deleteFileRows(db, keys)
  return { row, keys: [...keys, ...(await deleteFormerFiles(db, id))] }
}

export async function selectBinnedBy(
  readDb: ReadDatabase,
  column: 'id' | 'uploadId',
  value: string,
): Promise<BinnedPaperRow | null> {
  const query = readDb.selectFrom('binnedPapers').selectAll().where(column, '=', value).limit(1)
  return (await query.executeTakeFirst()) ?? null
}

export async function selectBinnedBefore(
  readDb: ReadDatabase,
  time: string,
  limit: number,
): Promise<string[]> {
  const rows = await readDb
    .selectFrom('binnedPapers')
    .select('id')
    .where('binnedAt', '<', time)
    .orderBy('binnedAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function limitBinnedAt(db: Database, latest: string): Promise<void> {
  await db.updateTable('binnedPapers').set({ binnedAt: latest }).where('binnedAt', '>', latest).execute()
}

export type BinnedFacts = Pick<
  BinnedPaperRow,
  'serial' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'views' | 'updatedAt'
> & { fileName: string }

export async function selectBinnedFacts(
  readDb: ReadDatabase,
  filter: PaperFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<BinnedFacts[]> {
  const rows = await binnedOf(readDb, filter)
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'binnedPapers.fileKey')
    .select(['serial', 'title', 'type', 'grade', 'subject', 'month', 'year', 'views', 'updatedAt'])
    .select('storedFiles.customMetadata')
    .orderBy('binnedAt', 'desc')
    .orderBy('serial', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ customMetadata, ...row }) => ({ ...row, fileName: originalNameIn(customMetadata) }))
}

export async function countBinned(readDb: ReadDatabase, filter: PaperFilter = {}): Promise<number> {
  const row = await binnedOf(readDb, filter)
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow()
  return row.papers
}

function binnedOf(readDb: ReadDatabase, { type, grade, subject, year, month, answered }: PaperFilter) {
  let papers = readDb.selectFrom('binnedPapers')
  if (type) papers = papers.where('type', '=', type)
  if (grade) papers = papers.where('grade', '=', grade)
  if (subject) papers = papers.where('subject', '=', subject)
  if (month) papers = papers.where('month', '=', MONTHS.indexOf(month) + 1)
  if (answered) {
    papers = papers.where((eb) =>
      eb.or([eb('answersKey', 'is not', null), eb('referenceLink', 'is not', null)]),
    )
  }
  return year ? papers.where('year', '=', year) : papers
}

async function takeFromBin(db: Database, id: string) {
  return await db.deleteFrom('binnedPapers').where('id', '=', id).returningAll().executeTakeFirst()
}
