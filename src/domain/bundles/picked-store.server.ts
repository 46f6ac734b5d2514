import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '../lists/bucketed-values.ts'
import { selectPapersAt } from '../lists/paper-store.server.ts'
import type { Paper } from '../paper/paper.ts'

export type PlacedPaper = { paper: Paper; serial: number; fileKey: string }

export async function selectPlacedByIds(
  readDb: ReadDatabase,
  ids: readonly string[],
): Promise<PlacedPaper[]> {
  if (ids.length === 0) return []
  return await placePapers(
    readDb,
    await selectPlaces(readDb).where('id', 'in', bucketedValues(ids)).execute(),
  )
}

export async function selectPlacedBySerials(
  readDb: ReadDatabase,
  serials: readonly number[],
): Promise<PlacedPaper[]> {
  if (serials.length === 0) return []
  const places = await selectPlaces(readDb).where('serial', 'in', bucketedValues(serials)).execute()
  return await placePapers(readDb, places)
}

function selectPlaces(readDb: ReadDatabase) {
  return readDb.selectFrom('papers').select(['serial', 'position', 'fileKey'])
}

async function placePapers(
  readDb: ReadDatabase,
  places: { serial: number; position: number; fileKey: string }[],
): Promise<PlacedPaper[]> {
  const papers = await selectPapersAt(
    readDb,
    places.map(({ position }) => position),
  )
  return places.flatMap(({ position, serial, fileKey }) => {
    const paper = papers.get(position)
    return paper ? [{ paper, serial, fileKey }] : []
  })
}
