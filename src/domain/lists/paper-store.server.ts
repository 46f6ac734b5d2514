import type { BinnedPaperRow, Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { deleteFileRows, insertFileRows } from '#domain/files/store.server.ts'
import type { StoredFile } from '#domain/files/stored-file.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { factsOf } from '#domain/paper/facts.ts'
import {
  type Grade,
  MONTHS,
  type Paper,
  type PaperType,
  type PublishedPaper,
  type Subject,
} from '../paper/paper.ts'
import { bucketedValues } from './bucketed-values.ts'

/** A paper with the times (UTC, ISO 8601) when it was added and last changed. */
export type AddedPaper = PublishedPaper & { changedAt: string }

export type NewPaper = Omit<
  PaperRow,
  'serial' | 'position' | 'views' | 'createdAt' | 'updatedAt' | 'version' | 'answered'
>

/** Inserts a paper with its stored files; returns its row. */
export async function insertPaper(
  db: Database,
  paper: NewPaper,
  files: StoredFile[],
  now: Date,
): Promise<PaperRow> {
  await insertFileRows(db, files)
  const time = now.toISOString()
  return await db
    .insertInto('papers')
    .values({ ...paper, createdAt: time, updatedAt: time })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The keys of the files that a paper needs. */
export function fileKeysOf(paper: Pick<PaperRow, 'fileKey' | 'thumbnailKey' | 'answersKey'>): string[] {
  return [paper.fileKey, paper.thumbnailKey, paper.answersKey].filter((key) => key !== null)
}

/** Deletes all samples, those of the bin too, with their files' rows and what led to them; returns what was deleted. */
export async function deleteSamples(
  db: Database,
): Promise<{ published: PaperRow[]; binned: BinnedPaperRow[] }> {
  const published = await db.deleteFrom('papers').where('isSample', '=', 1).returningAll().execute()
  const binned = await db.deleteFrom('binnedPapers').where('isSample', '=', 1).returningAll().execute()
  for (const row of [...published, ...binned]) {
    await deleteFileRows(db, fileKeysOf(row))
    await db.deleteFrom('formerFiles').where('paperId', '=', row.id).execute()
  }
  return { published, binned }
}

/** The papers with these serial numbers, newest month and year first; those that are gone are left out. */
export async function selectPapersBySerial(
  readDb: ReadDatabase,
  serials: readonly number[],
): Promise<Paper[]> {
  if (serials.length === 0) return []
  const rows = await selectPaper(readDb)
    .where('papers.serial', 'in', bucketedValues(serials))
    .orderBy('papers.position', 'desc')
    .execute()
  return rows.map(toPaper)
}

/** The papers at these positions, by position; those that are gone are left out. */
export async function selectPapersAt(readDb: ReadDatabase, positions: number[]): Promise<Map<number, Paper>> {
  if (positions.length === 0) return new Map()
  const rows = await selectPaper(readDb).where('papers.position', 'in', bucketedValues(positions)).execute()
  return new Map(rows.map((row) => [row.position, toPaper(row)]))
}

/** What the index knows of the papers at these positions, newest first; those that are gone are left out. */
export async function selectFactsAt(readDb: ReadDatabase, positions: number[]): Promise<Facts[]> {
  if (positions.length === 0) return []
  const rows = await readDb
    .selectFrom('papers')
    .select(['position', 'type', 'grade', 'subject', 'month', 'year', 'answersKey', 'referenceLink'])
    .where('position', 'in', bucketedValues(positions))
    .orderBy('position', 'desc')
    .execute()
  return rows.map(factsOf)
}

/** One paper by the value of a unique column, or null. */
export async function selectPaperBy(
  readDb: ReadDatabase,
  column: 'id' | 'uploadId',
  value: string,
): Promise<Paper | null> {
  const row = await selectPaper(readDb).where(`papers.${column}`, '=', value).executeTakeFirst()
  return row ? toPaper(row) : null
}

/** The published paper whose PDF has this key, or null. */
export async function selectRowOfFile(readDb: ReadDatabase, fileKey: string): Promise<PaperRow | null> {
  const row = await readDb.selectFrom('papers').selectAll().where('fileKey', '=', fileKey).executeTakeFirst()
  return row ?? null
}

/** The papers added last, newest first, whatever month they are of; with the times of adding and of the last change. */
export async function selectAddedLast(readDb: ReadDatabase, limit: number): Promise<AddedPaper[]> {
  const rows = await selectPaper(readDb).orderBy('papers.serial', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...toPaper(row), publishedAt: row.createdAt, changedAt: row.updatedAt }))
}

/** One paper with the time at which it was added, or null. */
export async function selectPublished(readDb: ReadDatabase, id: string): Promise<PublishedPaper | null> {
  const row = await selectPaper(readDb).where('papers.id', '=', id).executeTakeFirst()
  return row ? { ...toPaper(row), publishedAt: row.createdAt } : null
}

/** Ids of the papers added since a time (ISO 8601), samples aside, of the last `limit` that were added. */
export async function selectIdsAddedSince(
  readDb: ReadDatabase,
  time: string,
  limit: number,
): Promise<string[]> {
  const rows = await readDb
    .selectFrom((db) =>
      db
        .selectFrom('papers')
        .select(['id', 'createdAt', 'isSample'])
        .orderBy('serial', 'desc')
        .limit(limit)
        .as('last'),
    )
    .select('id')
    .where('createdAt', '>=', time)
    .where('isSample', '=', 0)
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a sample is published. */
export async function isSampleThere(readDb: ReadDatabase): Promise<boolean> {
  const samples = readDb.selectFrom('papers').select('id').where('isSample', '=', 1).orderBy('serial')
  return (await samples.limit(1).executeTakeFirst()) !== undefined
}

/** Papers after a serial number, in that order: for walking the whole catalogue in steps. */
export async function selectAfter(readDb: ReadDatabase, serial: number, limit: number): Promise<PaperRow[]> {
  return await readDb
    .selectFrom('papers')
    .selectAll()
    .where('serial', '>', serial)
    .orderBy('serial')
    .limit(limit)
    .execute()
}

function selectPaper(readDb: ReadDatabase) {
  return readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .selectAll('papers')
    .select('storedFiles.size')
}

/** A row with its PDF's size as the public sees it. */
export function toPaper(row: Omit<PaperRow, 'position' | 'answered'> & { size: number }): Paper {
  return {
    id: row.id,
    title: row.title,
    link: fileAddress(row.fileKey),
    thumbnail: row.thumbnailKey ? fileAddress(row.thumbnailKey) : null,
    referenceLink: row.answersKey ? fileAddress(row.answersKey) : row.referenceLink,
    type: row.type as PaperType,
    grade: row.grade as Grade,
    subject: row.subject as Subject,
    month: MONTHS[row.month - 1] as Paper['month'],
    year: row.year,
    views: row.views,
    pages: row.pages,
    size: row.size,
    sample: row.isSample === 1,
  }
}

function fileAddress(key: string) {
  return `/files/${key}`
}
