import type { App } from '#domain/app.ts'
import { paperPath } from '../paper/facts.ts'
import { type Grade, MONTHS, type Paper, type PaperType, type Subject } from '../paper/paper.ts'
import { type AddedPaper, selectAddedLast } from './paper-store.server.ts'
import { selectRange, selectRanges } from './range-store.server.ts'

/** The whole catalogue, for search engines. */

/** A part is a range of serial numbers, so that a new paper changes the last part only. */
export const PART_SIZE = 5_000

export type PaperAddress = { path: string; changedAt: string }

/** The numbers of the parts that hold papers, from 1. */
export async function listParts(app: Pick<App, 'readDb'>, size = PART_SIZE): Promise<number[]> {
  return await selectRanges(app.readDb, size)
}

export async function listAddresses(
  app: Pick<App, 'readDb'>,
  part: number,
  size = PART_SIZE,
): Promise<PaperAddress[]> {
  const rows = await selectRange(app.readDb, part, size)
  return rows.map((row) => ({
    path: paperPath({
      ...row,
      type: row.type as PaperType,
      grade: row.grade as Grade,
      subject: row.subject as Subject,
      month: MONTHS[row.month - 1] as Paper['month'],
    }),
    changedAt: row.updatedAt,
  }))
}

export async function papersAddedLast(app: Pick<App, 'readDb'>, most: number): Promise<AddedPaper[]> {
  return await selectAddedLast(app.readDb, most)
}
