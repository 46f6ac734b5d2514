import type { BinnedPaperRow, PaperRow, Reader } from '#database/schema.ts'
import type { DeskPaper, FoundPaper } from './desk-paper.ts'
import { MONTHS } from './paper.ts'
import { toPaper } from './store.server.ts'

type WithFile = { size: number; customMetadata: string }
type BinnedRow = BinnedPaperRow & WithFile
type PublishedRow = PaperRow & WithFile & { binnedAt?: undefined }

/** One published paper as the desk sees it, or null. */
export async function selectPublishedForDesk(reader: Reader, id: string): Promise<DeskPaper | null> {
  const row = await selectPublished(reader).where('papers.id', '=', id).executeTakeFirst()
  return row ? toDeskPaper(row) : null
}

/** One paper of the bin as the desk sees it, or null. */
export async function selectBinnedForDesk(reader: Reader, id: string): Promise<DeskPaper | null> {
  const row = await selectBinned(reader).where('binnedPapers.id', '=', id).executeTakeFirst()
  return row ? toDeskPaper(row) : null
}

/** The published papers with these serial numbers, in the order of the numbers given; those gone are left out. */
export async function selectPublishedAt(reader: Reader, serials: number[]): Promise<DeskPaper[]> {
  if (serials.length === 0) return []
  return inOrder(serials, await selectPublished(reader).where('papers.serial', 'in', serials).execute())
}

/** The papers of the bin with these serial numbers, in the order of the numbers given. */
export async function selectBinnedAt(reader: Reader, serials: number[]): Promise<DeskPaper[]> {
  if (serials.length === 0) return []
  return inOrder(serials, await selectBinned(reader).where('binnedPapers.serial', 'in', serials).execute())
}

/** What papers with these serial numbers are chosen by, published ones or those of the bin; those gone are left out. */
export async function selectFoundAt(
  reader: Reader,
  from: 'papers' | 'binnedPapers',
  serials: number[],
): Promise<FoundPaper[]> {
  const rows = await reader
    .selectFrom(from)
    .select(['id', 'type', 'grade', 'subject', 'month', 'year'])
    .where('serial', 'in', serials)
    .execute()
  return rows.map((row) => ({ ...row, month: MONTHS[row.month - 1] }) as FoundPaper)
}

function inOrder(serials: number[], rows: (PublishedRow | BinnedRow)[]) {
  const bySerial = new Map(rows.map((row) => [row.serial, row]))
  return serials.flatMap((serial) => {
    const row = bySerial.get(serial)
    return row ? [toDeskPaper(row)] : []
  })
}

function selectPublished(reader: Reader) {
  return reader
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .selectAll('papers')
    .select(['storedFiles.size', 'storedFiles.customMetadata'])
}

function selectBinned(reader: Reader) {
  return reader
    .selectFrom('binnedPapers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'binnedPapers.fileKey')
    .selectAll('binnedPapers')
    .select(['storedFiles.size', 'storedFiles.customMetadata'])
}

function toDeskPaper(row: PublishedRow | BinnedRow): DeskPaper {
  return {
    ...toPaper(row),
    version: row.version,
    publishedAt: row.createdAt,
    changedAt: row.updatedAt,
    originalName: JSON.parse(row.customMetadata).originalName ?? '',
    answers: row.answersKey ? 'file' : row.referenceLink ? 'link' : null,
    thumbnailGiven: row.thumbnailGiven === 1,
    binnedAt: row.binnedAt ?? null,
  }
}
