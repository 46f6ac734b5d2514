import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '../lists/bucketed-values.ts'
import { positionsOf } from '../paper/paper.ts'
import { APART_NAMES, type Apart } from '../paper/variant.ts'
import type { PageOne } from './duplicate.ts'

export type Place = { binned: boolean; id: string }
export type Shelf = { type: string; grade: string; subject: string; month: number; year: number }
export type Titled = Place & Apart & { title: string; fileKey: string }

/** Published papers before those that are hidden or in the bin, newest first. */
export async function selectSameBytes(readDb: ReadDatabase, sha256: string, limit: number): Promise<Place[]> {
  const files = readDb.selectFrom('storedFiles').where('sha256', '=', sha256)
  const published = await files
    .innerJoin('papers', 'papers.fileKey', 'storedFiles.fullPath')
    .select('papers.id')
    .orderBy('papers.serial', 'desc')
    .limit(limit)
    .execute()
  const binned = await files
    .innerJoin('binnedPapers', 'binnedPapers.fileKey', 'storedFiles.fullPath')
    .select(['binnedPapers.id', 'binnedAt'])
    .orderBy('binnedPapers.serial', 'desc')
    .limit(limit)
    .execute()
  return [
    ...published.map(({ id }) => ({ id, binned: false })),
    ...binned.map(({ id, binnedAt }) => ({ id, binned: binnedAt !== null })),
  ]
}

export async function selectShelf(readDb: ReadDatabase, shelf: Shelf, limit: number): Promise<Titled[]> {
  const { after, before } = positionsOf(shelf.year, shelf.month)
  const rows = await readDb
    .selectFrom('papers')
    .select(['id', 'title', ...APART_NAMES, 'fileKey'])
    .where('type', '=', shelf.type)
    .where('grade', '=', shelf.grade)
    .where('subject', '=', shelf.subject)
    .where('position', '>', after)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, binned: false }))
}

/** Papers of these years among the last `limit` binned or hidden of all years, newest first. */
export async function selectBinnedOf(
  readDb: ReadDatabase,
  years: number[],
  limit: number,
): Promise<(Titled & Shelf)[]> {
  if (years.length === 0) return []
  const rows = await readDb
    .selectFrom((db) =>
      db
        .selectFrom('binnedPapers')
        .select(['id', 'title', ...APART_NAMES, 'fileKey', 'type', 'grade', 'subject', 'month', 'year'])
        .select('binnedAt')
        .orderBy('binnedAt', 'desc')
        .orderBy('hiddenAt', 'desc')
        .orderBy('serial', 'desc')
        .limit(limit)
        .as('last'),
    )
    .selectAll()
    .where('year', 'in', years)
    .execute()
  return rows.map(({ binnedAt, ...row }) => ({ ...row, binned: binnedAt !== null }))
}

/** By file; those without a text on page 1 are left out. */
export async function selectPagesOne(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, PageOne>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('pageTexts')
    .select(['fileKey', 'text', 'confidence'])
    .where('page', '=', 1)
    .where('fileKey', 'in', bucketedValues(fileKeys))
    .execute()
  return new Map(
    rows.map(({ fileKey, text, confidence }) => [fileKey, { text, isRecognised: confidence !== null }]),
  )
}
