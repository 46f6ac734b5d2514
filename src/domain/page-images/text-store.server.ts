import type { Database, ReadDatabase } from '#database/schema.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import type { PageLines } from './page-image.ts'

type PageText = { page: number; text: string; lines: TextLine[]; isUnread: boolean }

/** Queues pages that are unread to be recognised; what was recognised on them before stays, and pages past `to`. */
export async function replaceTexts(
  db: Database,
  fileKey: string,
  { from, to }: { from: number; to: number },
  pages: PageText[],
): Promise<void> {
  const unread = pages.filter(({ isUnread }) => isUnread).map(({ page }) => page)
  const recognised = await selectRecognised(db, fileKey, unread)
  const replaced = pages.filter(({ page }) => !recognised.includes(page))
  for (const table of ['pageTexts', 'pageLines', 'recognitionJobs'] as const) {
    const rows = db.deleteFrom(table).where('fileKey', '=', fileKey)
    const within = rows.where('page', '>=', from).where('page', '<=', to)
    await (recognised.length > 0 ? within.where('page', 'not in', recognised) : within).execute()
  }
  const texts = replaced.filter(({ text }) => text !== '').map(({ page, text }) => ({ fileKey, page, text }))
  if (texts.length > 0) await db.insertInto('pageTexts').values(texts).execute()
  const lines = replaced
    .filter((page) => page.lines.length > 0)
    .map((page) => ({ fileKey, page: page.page, lines: JSON.stringify(page.lines) }))
  if (lines.length > 0) await db.insertInto('pageLines').values(lines).execute()
  const jobs = replaced
    .filter(({ isUnread }) => isUnread)
    .map(({ page }) => ({ fileKey, page, state: 'waiting' as const }))
  if (jobs.length > 0) await db.insertInto('recognitionJobs').values(jobs).execute()
}

async function selectRecognised(db: Database, fileKey: string, pages: number[]): Promise<number[]> {
  if (pages.length === 0) return []
  const rows = await db
    .selectFrom('recognitionJobs')
    .select('page')
    .where('fileKey', '=', fileKey)
    .where('page', 'in', pages)
    .where('state', '=', 'done')
    .execute()
  return rows.map((row) => row.page)
}

/** Null where a page has none. */
export async function selectLines(
  readDb: ReadDatabase,
  fileKey: string,
  page: number,
): Promise<PageLines | null> {
  const row = await readDb
    .selectFrom('pageLines')
    .leftJoin('pageTexts', (join) =>
      join
        .onRef('pageTexts.fileKey', '=', 'pageLines.fileKey')
        .onRef('pageTexts.page', '=', 'pageLines.page'),
    )
    .select(['pageLines.lines', 'pageTexts.confidence'])
    .where('pageLines.fileKey', '=', fileKey)
    .where('pageLines.page', '=', page)
    .executeTakeFirst()
  return row ? { lines: JSON.parse(row.lines), confidence: row.confidence } : null
}
