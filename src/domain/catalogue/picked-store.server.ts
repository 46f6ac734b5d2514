import type { Reader } from '#database/schema.ts'
import type { Paper } from './paper.ts'
import { selectPapersAt } from './store.server.ts'

/** A published paper with its serial number and where its file lies. */
export type PlacedPaper = { paper: Paper; serial: number; fileKey: string }

/** The published papers among these ids, in no order. */
export async function selectPlacedByIds(reader: Reader, ids: readonly string[]): Promise<PlacedPaper[]> {
  return await selectPlaced(reader, 'id', ids)
}

/** The published papers among these serial numbers, in no order. */
export async function selectPlacedBySerials(
  reader: Reader,
  serials: readonly number[],
): Promise<PlacedPaper[]> {
  return await selectPlaced(reader, 'serial', serials)
}

async function selectPlaced(reader: Reader, column: 'id' | 'serial', values: readonly (string | number)[]) {
  if (values.length === 0) return []
  const rows = await reader
    .selectFrom('papers')
    .select(['serial', 'position', 'fileKey'])
    .where(column, 'in', values as never)
    .execute()
  const positions = rows.map(({ position }) => position)
  const papers = await selectPapersAt(reader, positions)
  return rows.flatMap(({ position, serial, fileKey }) => {
    const paper = papers.get(position)
    return paper ? [{ paper, serial, fileKey }] : []
  })
}
