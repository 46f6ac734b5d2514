import type { BinnedPaperRow, PaperRow, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { originalNameIn } from '#domain/files/stored-file.ts'
import type { AdminPaper, FoundPaper } from '../paper/admin-paper.ts'
import { TOGETHER_NAMES } from '../paper/form-fields.ts'
import { MONTHS } from '../paper/paper.ts'
import { toPaper } from './paper-store.server.ts'

type WithFile = { size: number; customMetadata: string; addedBy: string | null }
type BinnedRow = BinnedPaperRow & WithFile
type PublishedRow = PaperRow &
  WithFile & { binnedAt?: undefined; hiddenAt?: undefined; showAt?: undefined; doubt: string | null }

async function selectPublishedForAdmin(readDb: ReadDatabase, id: string): Promise<AdminPaper | null> {
  const row = await selectPublished(readDb).where('papers.id', '=', id).executeTakeFirst()
  return row ? toAdminPaper(row) : null
}

/** Published, hidden or in the bin. */
export async function selectForAdmin(readDb: ReadDatabase, id: string): Promise<AdminPaper | null> {
  return (await selectPublishedForAdmin(readDb, id)) ?? (await selectBinnedForAdmin(readDb, id))
}

export async function selectBinnedForAdmin(readDb: ReadDatabase, id: string): Promise<AdminPaper | null> {
  const row = await selectBinned(readDb).where('binnedPapers.id', '=', id).executeTakeFirst()
  return row ? toAdminPaper(row) : null
}

/** In the order of the serial numbers; missing ones are left out. */
export async function selectPublishedAt(readDb: ReadDatabase, serials: number[]): Promise<AdminPaper[]> {
  if (serials.length === 0) return []
  const rows = selectPublished(readDb).where('papers.serial', 'in', bucketedValues(serials))
  return inOrder(serials, await rows.execute())
}

export async function selectBinnedAt(readDb: ReadDatabase, serials: number[]): Promise<AdminPaper[]> {
  if (serials.length === 0) return []
  const rows = selectBinned(readDb).where('binnedPapers.serial', 'in', bucketedValues(serials))
  return inOrder(serials, await rows.execute())
}

export async function selectFoundAt(
  readDb: ReadDatabase,
  from: 'papers' | 'binnedPapers',
  serials: number[],
): Promise<FoundPaper[]> {
  const names = ['id', 'type', 'grade', ...TOGETHER_NAMES.filter((name) => name !== 'degree')] as const
  const values = bucketedValues(serials)
  const rows =
    from === 'papers'
      ? await readDb.selectFrom(from).select(names).where('serial', 'in', values).execute()
      : await readDb
          .selectFrom(from)
          .select([...names, 'hiddenAt', 'showAt'])
          .where('serial', 'in', values)
          .execute()
  return rows.map((row) => ({ ...row, month: MONTHS[row.month - 1] }) as FoundPaper)
}

function inOrder(serials: number[], rows: (PublishedRow | BinnedRow)[]) {
  const bySerial = new Map(rows.map((row) => [row.serial, row]))
  return serials.flatMap((serial) => {
    const row = bySerial.get(serial)
    return row ? [toAdminPaper(row)] : []
  })
}

function selectPublished(readDb: ReadDatabase) {
  return readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .leftJoin('questionFiles', 'questionFiles.fileKey', 'papers.fileKey')
    .leftJoin(publications(readDb), 'publication.subjectId', 'papers.id')
    .selectAll('papers')
    .select(['storedFiles.size', 'storedFiles.customMetadata', 'questionFiles.doubt', 'addedBy'])
}

function selectBinned(readDb: ReadDatabase) {
  return readDb
    .selectFrom('binnedPapers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'binnedPapers.fileKey')
    .leftJoin(publications(readDb), 'publication.subjectId', 'binnedPapers.id')
    .selectAll('binnedPapers')
    .select(['storedFiles.size', 'storedFiles.customMetadata', 'addedBy'])
}

/** At most one of each paper: it is published under an id of its own. Asked for the kind, too, an engine may read all of it for
 * each paper. */
function publications(readDb: ReadDatabase) {
  const entries = readDb.selectFrom('journal').select(['subjectId', 'authorId as addedBy'])
  return entries.where('action', '=', 'published').as('publication')
}

function toAdminPaper(row: PublishedRow | BinnedRow): AdminPaper {
  return {
    ...toPaper(row),
    version: row.version,
    publishedAt: row.createdAt,
    changedAt: row.updatedAt,
    originalName: originalNameIn(row.customMetadata),
    answers: row.answersKey ? 'file' : row.referenceLink ? 'link' : null,
    thumbnailGiven: row.thumbnailGiven === 1,
    binnedAt: row.binnedAt ?? null,
    hiddenAt: row.hiddenAt ?? null,
    showAt: row.showAt ?? null,
    addedBy: row.addedBy,
    ...('doubt' in row && row.doubt && !row.kind && { doubt: JSON.parse(row.doubt) }),
  }
}
