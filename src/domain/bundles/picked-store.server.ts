import type { ReadDatabase } from '#database/schema.ts'
import { selectPapersAt } from '../lists/paper-store.server.ts'
import type { Paper } from '../paper/paper.ts'

/** A published paper with its serial number and where its file lies. */
export type PlacedPaper = { paper: Paper; serial: number; fileKey: string }

/** The published papers among these ids, in no order. */
export async function selectPlacedByIds(
  readDb: ReadDatabase,
  ids: readonly string[],
): Promise<PlacedPaper[]> {
  return await selectPlaced(readDb, 'id', ids)
}

/** The published papers among these serial numbers, in no order. */
export async function selectPlacedBySerials(
  readDb: ReadDatabase,
  serials: readonly number[],
): Promise<PlacedPaper[]> {
  return await selectPlaced(readDb, 'serial', serials)
}

async function selectPlaced(
  readDb: ReadDatabase,
  column: 'id' | 'serial',
  values: readonly (string | number)[],
) {
  if (values.length === 0) return []
  const rows = await readDb
    .selectFrom('papers')
    .select(['serial', 'position', 'fileKey'])
    .where(column, 'in', values as never)
    .execute()
  const positions = rows.map(({ position }) => position)
  const papers = await selectPapersAt(readDb, positions)
  return rows.flatMap(({ position, serial, fileKey }) => {
    const paper = papers.get(position)
    return paper ? [{ paper, serial, fileKey }] : []
  })
}
