import type { BinnedPaperRow, Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { deleteFileRows, deleteFormerFiles, insertFileRows } from '#domain/files/store.server.ts'
import type { StoredFile } from '#domain/files/stored-file.ts'
import { fullTitle } from '#domain/language/labels.ts'
import { type Facts, factsOf } from '#domain/paper/facts.ts'
import {
  type Grade,
  MONTHS,
  type Month,
  type Paper,
  type PaperType,
  type PublishedPaper,
  type Subject,
  serialOf,
} from '../paper/paper.ts'
import { VARIANT_FIELD_NAMES, type VariantFieldName, variantFieldsOf } from '../paper/paper-fields.ts'

export type AddedPaper = PublishedPaper & { changedAt: string }

/** By the database. */
type Made = 'position' | 'answered' | 'folded' | 'foldedAnswered'

export type NewPaper = Omit<
  PaperRow,
  Made | 'serial' | 'views' | 'createdAt' | 'updatedAt' | 'version' | VariantFieldName
> &
  Partial<Pick<PaperRow, 'views' | VariantFieldName>>

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

export function fileKeysOf(paper: Pick<PaperRow, 'fileKey' | 'thumbnailKey' | 'answersKey'>): string[] {
  return [paper.fileKey, paper.thumbnailKey, paper.answersKey].filter((key) => key !== null)
}

/** With those in the bin, their files' rows and the old links to them; `keys` are those of the files. */
export async function deleteSamples(
  db: Database,
): Promise<{ published: PaperRow[]; binned: BinnedPaperRow[]; keys: string[] }> {
  const published = await db.deleteFrom('papers').where('isSample', '=', 1).returningAll().execute()
  const binned = await db.deleteFrom('binnedPapers').where('isSample', '=', 1).returningAll().execute()
  const keys: string[] = []
  for (const row of [...published, ...binned]) {
    await deleteFileRows(db, fileKeysOf(row))
    keys.push(...fileKeysOf(row), ...(await deleteFormerFiles(db, row.id)))
  }
  return { published, binned, keys }
}

/** In the order of the serial numbers; missing ones are left out. */
export async function selectPapersBySerial(
  readDb: ReadDatabase,
  serials: readonly number[],
): Promise<Paper[]> {
  if (serials.length === 0) return []
  const rows = await selectPaper(readDb).where('papers.serial', 'in', bucketedValues(serials)).execute()
  const bySerial = new Map(rows.map((row) => [serialOf(row.position), toPaper(row)]))
  return serials.flatMap((serial) => bySerial.get(serial) ?? [])
}

export async function selectPapersAt(readDb: ReadDatabase, positions: number[]): Promise<Map<number, Paper>> {
  if (positions.length === 0) return new Map()
  const rows = await selectPaper(readDb).where('papers.position', 'in', bucketedValues(positions)).execute()
  return new Map(rows.map((row) => [row.position, toPaper(row)]))
}

/** Newest first; missing ones are left out. */
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

/** What each names as its board. */
export async function selectBoardsAt(
  readDb: ReadDatabase,
  positions: number[],
): Promise<Map<number, string>> {
  const rows = await readDb
    .selectFrom('papers')
    .select(['position', 'board'])
    .where('position', 'in', bucketedValues(positions))
    .execute()
  return new Map(rows.map(({ position, board }) => [position, board]))
}

export async function selectPaperBy(
  readDb: ReadDatabase,
  column: 'id' | 'uploadId',
  value: string,
): Promise<Paper | null> {
  const row = await selectPaper(readDb).where(`papers.${column}`, '=', value).executeTakeFirst()
  return row ? toPaper(row) : null
}

export async function selectRowOfFile(readDb: ReadDatabase, fileKey: string): Promise<PaperRow | null> {
  const row = await readDb.selectFrom('papers').selectAll().where('fileKey', '=', fileKey).executeTakeFirst()
  return row ?? null
}

export async function selectAddedLast(readDb: ReadDatabase, limit: number): Promise<AddedPaper[]> {
  const rows = await selectPaper(readDb).orderBy('papers.serial', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...toPaper(row), publishedAt: row.createdAt, changedAt: row.updatedAt }))
}

export async function selectPublished(readDb: ReadDatabase, id: string): Promise<PublishedPaper | null> {
  const row = await selectPaper(readDb).where('papers.id', '=', id).executeTakeFirst()
  return row ? { ...toPaper(row), publishedAt: row.createdAt } : null
}

/** Without samples, and only of the last `limit` papers added. */
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

/** Whether one of the first `limit` papers that is no sample was added before that time: in a large catalogue all may be new. */
export async function hasOwnBefore(readDb: ReadDatabase, time: string, limit: number): Promise<boolean> {
  const older = await readDb
    .selectFrom((db) =>
      db.selectFrom('papers').select(['createdAt', 'isSample']).orderBy('serial').limit(limit).as('first'),
    )
    .select('createdAt')
    .where('createdAt', '<', time)
    .where('isSample', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}

export async function hasSamplePaper(readDb: ReadDatabase): Promise<boolean> {
  const samples = readDb.selectFrom('papers').select('id').where('isSample', '=', 1).orderBy('serial')
  return (await samples.limit(1).executeTakeFirst()) !== undefined
}

export async function selectAfter(readDb: ReadDatabase, serial: number, limit: number): Promise<PaperRow[]> {
  return await readDb
    .selectFrom('papers')
    .selectAll()
    .where('serial', '>', serial)
    .orderBy('serial')
    .limit(limit)
    .execute()
}

const SHOWN = [
  'papers.id',
  'papers.title',
  'papers.fileKey',
  'papers.thumbnailKey',
  'papers.answersKey',
  'papers.referenceLink',
  'papers.type',
  'papers.grade',
  'papers.subject',
  'papers.month',
  'papers.year',
  'papers.views',
  'papers.pages',
  'papers.isSample',
  ...VARIANT_FIELD_NAMES.map((name) => `papers.${name}` as const),
  'storedFiles.size',
  'papers.position',
  'papers.createdAt',
  'papers.updatedAt',
] as const

function selectPaper(readDb: ReadDatabase) {
  return readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .select(SHOWN)
}

type ShownRow = Pick<PaperRow, 'id' | 'title' | 'fileKey' | 'thumbnailKey' | 'answersKey' | 'referenceLink'> &
  Pick<
    PaperRow,
    'type' | 'grade' | 'subject' | 'month' | 'year' | 'views' | 'pages' | 'isSample' | VariantFieldName
  >

export function toPaper(row: ShownRow & { size: number }): Paper {
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
    ...variantFieldsOf(row),
  }
}

type TitledRow = Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>

/** `fullTitle` of a row: for the journal and the names of files, which are under no heading. */
export function fullTitleOf(row: TitledRow, between?: string): string {
  const { title, year } = row
  const [type, grade, subject] = [row.type as PaperType, row.grade as Grade, row.subject as Subject]
  return fullTitle({ title, type, grade, subject, month: MONTHS[row.month - 1] as Month, year }, between)
}

function fileAddress(key: string) {
  return `/files/${key}`
}
