import type { Database, ReadDatabase } from '#database/schema.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'

export type Waiting = { fileKey: string; page: number }

/** Of page 1, or of all others, those of the last published papers first. */
export async function selectWaiting(
  readDb: ReadDatabase,
  { isFirst, limit }: { isFirst: boolean; limit: number },
): Promise<Waiting[]> {
  return await readDb
    .selectFrom('recognitionJobs')
    .innerJoin('papers', 'papers.fileKey', 'recognitionJobs.fileKey')
    .select(['recognitionJobs.fileKey', 'recognitionJobs.page'])
    .where('recognitionJobs.state', '=', 'waiting')
    .where('recognitionJobs.page', isFirst ? '=' : '>', 1)
    .orderBy('papers.serial', 'desc')
    .orderBy('recognitionJobs.page')
    .limit(limit)
    .execute()
}

export async function isAnyDrawn(readDb: ReadDatabase): Promise<boolean> {
  const waiting = readDb
    .selectFrom('drawingJobs')
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.state', '=', 'waiting')
    // A file that failed is tried again later.
    .where('drawingJobs.fault', 'is', null)
  return (await waiting.limit(1).execute()).length > 0
}

type End = { state: 'done' | 'failed'; confidence: number | null; fault: string | null; updatedAt: string }

/** False when the page does not wait any more. */
export async function endWaiting(db: Database, { fileKey, page }: Waiting, end: End): Promise<boolean> {
  const ended = await db
    .updateTable('recognitionJobs')
    .set(end)
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .where('state', '=', 'waiting')
    .returning('page')
    .executeTakeFirst()
  return ended !== undefined
}

export async function selectText(db: Database, { fileKey, page }: Waiting): Promise<string> {
  const row = await db
    .selectFrom('pageTexts')
    .select('text')
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .executeTakeFirst()
  return row?.text ?? ''
}

export async function replaceText(
  db: Database,
  { fileKey, page }: Waiting,
  { text, lines, confidence }: { text: string; lines: TextLine[]; confidence: number },
): Promise<void> {
  for (const table of ['pageTexts', 'pageLines'] as const)
    await db.deleteFrom(table).where('fileKey', '=', fileKey).where('page', '=', page).execute()
  await db.insertInto('pageTexts').values({ fileKey, page, text, confidence }).execute()
  await db
    .insertInto('pageLines')
    .values({ fileKey, page, lines: JSON.stringify(lines) })
    .execute()
}
