import type { BinnedPaperRow, Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { examColumns } from '#domain/exam-sets.server.ts'
import { deleteFileRows, deleteFormerFiles, hideFileRows } from '#domain/files/store.server.ts'
import { originalNameIn } from '#domain/files/stored-file.ts'
import { fileKeysOf } from '../lists/paper-store.server.ts'
import type { PaperFilter } from '../paper/filters.ts'
import { MONTHS } from '../paper/paper.ts'

/** Where papers off the site are. */
export type Off = 'binned' | 'hidden'
type Taken = Partial<Pick<BinnedPaperRow, 'binnedAt' | 'binnedBy' | 'hiddenAt' | 'showAt'>>

/** A published paper leaves the site, with its files; returns what it was, or null when there is no such paper. */
export async function takeOff(db: Database, id: string, taken: Taken): Promise<PaperRow | null> {
  const row = await db.deleteFrom('papers').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return null
  const { position: _, answered: __, exam: _e, examSet: _s, folded: _f, foldedAnswered: _a, ...columns } = row
  const nowhere = { binnedAt: null, binnedBy: null, hiddenAt: null, showAt: null }
  await db
    .insertInto('binnedPapers')
    .values({ ...columns, ...nowhere, ...taken })
    .execute()
  await hideFileRows(db, fileKeysOf(row), true)
  return row
}

/** Of a hidden paper: into the bin, or to be shown at another time. Returns what it was; null when none is hidden. */
export async function changeHidden(db: Database, id: string, taken: Taken): Promise<BinnedPaperRow | null> {
  const was = await db
    .selectFrom('binnedPapers')
    .selectAll()
    .where('id', '=', id)
    .where('binnedAt', 'is', null)
    .executeTakeFirst()
  if (!was) return null
  const hidden = db.updateTable('binnedPapers').set(taken).where('id', '=', id).where('binnedAt', 'is', null)
  return (await hidden.returning('id').executeTakeFirst()) ? was : null
}

/** Out of the bin, one version on; one that was hidden when it was binned is hidden again, and `shown` is null. */
export async function movePaperBack(
  db: Database,
  id: string,
  now: Date,
): Promise<{ row: BinnedPaperRow; shown: PaperRow | null } | null> {
  const hidden = await db
    .updateTable('binnedPapers')
    .set((eb) => ({ binnedAt: null, binnedBy: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('binnedAt', 'is not', null)
    .where('hiddenAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (hidden) return { row: hidden, shown: null }
  const row = await takeFromBin(db, id)
  return row ? { row, shown: await putBack(db, row, now) } : null
}

/** A hidden paper back on the site, of which one caller alone has it; null for all others, and before its time where it is
 * shown because that has come (`dueBy`). */
export async function moveHiddenBack(
  db: Database,
  id: string,
  now: Date,
  dueBy?: Date,
): Promise<PaperRow | null> {
  const hidden = db.deleteFrom('binnedPapers').where('id', '=', id).where('binnedAt', 'is', null)
  const due = dueBy ? hidden.where('showAt', '<=', dueBy.toISOString()) : hidden
  const row = await due.returningAll().executeTakeFirst()
  return row ? await putBack(db, row, now) : null
}

/** To its place, one version on, its files served again. One that was never on the site is as new as if it were published
 * now. */
async function putBack(db: Database, row: BinnedPaperRow, now: Date): Promise<PaperRow> {
  const { binnedAt: _, binnedBy: __, hiddenAt, showAt: ___, serial, ...columns } = row
  const updatedAt = now.toISOString()
  const place = hiddenAt !== null && hiddenAt === row.createdAt ? { createdAt: updatedAt } : { serial }
  const restored = await db
    .insertInto('papers')
    .values({ ...columns, ...examColumns(columns), version: columns.version + 1, updatedAt, ...place })
    .returningAll()
    .executeTakeFirstOrThrow()
  await hideFileRows(db, fileKeysOf(row), false)
  return restored
}

/** Hidden papers whose time has come, the earliest first. */
export async function selectDue(
  readDb: ReadDatabase,
  now: Date,
  limit: number,
): Promise<Pick<BinnedPaperRow, 'id' | 'title'>[]> {
  return await readDb
    .selectFrom('binnedPapers')
    .select(['id', 'title'])
    .where('showAt', '<=', now.toISOString())
    .where('binnedAt', 'is', null)
    .orderBy('showAt')
    .limit(limit)
    .execute()
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

/** In the bin or hidden. */
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

/** The last binned or hidden first. */
export async function selectBinnedFacts(
  readDb: ReadDatabase,
  off: Off,
  filter: PaperFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<BinnedFacts[]> {
  const rows = await binnedOf(readDb, off, filter)
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'binnedPapers.fileKey')
    .select(['serial', 'title', 'type', 'grade', 'subject', 'month', 'year', 'views', 'updatedAt'])
    .select('storedFiles.customMetadata')
    .orderBy(off === 'binned' ? 'binnedAt' : 'hiddenAt', 'desc')
    .orderBy('serial', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ customMetadata, ...row }) => ({ ...row, fileName: originalNameIn(customMetadata) }))
}

export async function countBinned(readDb: ReadDatabase, off: Off, filter: PaperFilter = {}): Promise<number> {
  const row = await binnedOf(readDb, off, filter)
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow()
  return row.papers
}

function binnedOf(
  readDb: ReadDatabase,
  off: Off,
  { type, grade, subject, year, month, answered }: PaperFilter,
) {
  let papers = readDb.selectFrom('binnedPapers').where('binnedAt', off === 'binned' ? 'is not' : 'is', null)
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
  const binned = db.deleteFrom('binnedPapers').where('id', '=', id).where('binnedAt', 'is not', null)
  return await binned.returningAll().executeTakeFirst()
}
