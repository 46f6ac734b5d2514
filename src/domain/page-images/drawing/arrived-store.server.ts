import type { Database, ReadDatabase } from '#database/schema.ts'
import type { PageRead } from '#domain/files/inspect-pdf.ts'

/** Page 1 of a file without its pictures, and how many pages the file has. */
export type FirstPage = { pages: number; page: Omit<PageRead, 'small' | 'large'> }

/** Files of the inbox whose page 1 is not drawn, the oldest first. */
export async function selectArrived(readDb: ReadDatabase, madeBy: string, limit: number) {
  return await readDb
    .selectFrom('inbox')
    .leftJoin('firstPages', (join) =>
      join.onRef('firstPages.sha256', '=', 'inbox.sha256').on('firstPages.madeBy', '=', madeBy),
    )
    .select(['inbox.uploadId', 'inbox.sha256'])
    .where('firstPages.sha256', 'is', null)
    .where('inbox.awayAt', 'is', null)
    .orderBy('inbox.arrivedAt')
    .limit(limit)
    .execute()
}

/** `drawn` is null for a page that could not be drawn. */
export async function insertFirstPage(
  db: Database,
  { sha256, madeBy, drawn }: { sha256: string; madeBy: string; drawn: FirstPage | null },
): Promise<void> {
  const set = { madeBy, drawn: drawn && JSON.stringify(drawn) }
  await db
    .insertInto('firstPages')
    .values({ sha256, ...set })
    .onConflict((there) => there.column('sha256').doUpdateSet(set))
    .execute()
}

export async function selectFirstPageOf(
  readDb: ReadDatabase,
  fileKey: string,
  madeBy: string,
): Promise<(FirstPage & { sha256: string }) | null> {
  const row = await readDb
    .selectFrom('storedFiles')
    .innerJoin('firstPages', 'firstPages.sha256', 'storedFiles.sha256')
    .select(['firstPages.sha256', 'firstPages.drawn'])
    .where('storedFiles.fullPath', '=', fileKey)
    .where('firstPages.madeBy', '=', madeBy)
    .executeTakeFirst()
  return row?.drawn ? { sha256: row.sha256, ...JSON.parse(row.drawn) } : null
}

/** Rows of files that are in the inbox no more and have no paper that waits for page 1. */
export async function deleteUnwanted(db: Database): Promise<void> {
  const inInbox = db.selectFrom('inbox').select('sha256')
  const wanted = db
    .selectFrom('drawingJobs')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'drawingJobs.fileKey')
    .select('storedFiles.sha256')
    .where('drawingJobs.state', '=', 'waiting')
    .where('drawingJobs.pageCount', '=', 0)
  await db
    .deleteFrom('firstPages')
    .where('sha256', 'not in', inInbox)
    .where('sha256', 'not in', wanted)
    .execute()
}

/** Of all files whose page 1 is drawn, or will be. */
export async function selectSums(readDb: ReadDatabase): Promise<string[]> {
  const rows = await readDb
    .selectFrom('firstPages')
    .select('sha256')
    .union(readDb.selectFrom('inbox').select('sha256'))
    .execute()
  return rows.map((row) => row.sha256)
}
