import type { App } from '#domain/app.ts'
import { type Grade, MONTHS, type Paper, type PaperType, type Subject } from '../paper/paper.ts'
import { paperPath } from '../paper/paper-path.ts'
import { type AddedPaper, selectAddedLast } from './paper-store.server.ts'
import { selectRange, selectRanges } from './range-store.server.ts'

/** The whole catalogue for who reads all of it, such as search engines: in parts that stay what they are. */

/** Papers in one part at most. A part is a range of serial numbers, so that a new paper changes the last one only. */
export const PART_SIZE = 5_000

/** Where a paper's page is, and when the paper was last changed (UTC, ISO 8601). */
export type PaperAddress = { path: string; changedAt: string }

/** The numbers of the parts that hold papers, from 1 up. */
export async function listParts(app: Pick<App, 'readDb'>, size = PART_SIZE): Promise<number[]> {
  return await selectRanges(app.readDb, size)
}

/** The papers' pages of one part in the order of adding; none when there is no such part. */
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

/** The papers that were added last, whatever month and year they are of. */
export async function papersAddedLast(app: Pick<App, 'readDb'>, most: number): Promise<AddedPaper[]> {
  return await selectAddedLast(app.readDb, most)
}
