import type { Database, ReadDatabase } from '#database/schema.ts'
import { noteTurn } from '#domain/page-turns/page-turns.server.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { cleanPageText } from './clean-page-text.ts'
import type { PageLines, TextLine } from './text-line.ts'
import { joinTexts } from './text-line.ts'

type PageText = { page: number; text: string; lines: TextLine[]; isUnread: boolean }

type Recognised = { text: string; lines: TextLine[]; confidence: number; turn?: Turn }

/** Queues pages that are unread to be recognised; what was recognised on them before stays, and pages past `to`. */
export async function replaceTexts(
  db: Database,
  fileKey: string,
  { from, to }: { from: number; to: number },
  pages: PageText[],
): Promise<void> {
  const unread = pages.filter(({ isUnread }) => isUnread).map(({ page }) => page)
  const jobs = await selectJobs(db, fileKey, unread)
  const recognised = jobs.filter(({ state }) => state === 'done').map(({ page }) => page)
  const replaced = pages.filter(({ page }) => !recognised.includes(page))
  for (const table of ['pageTexts', 'pageLines', 'recognitionJobs'] as const) {
    const rows = db.deleteFrom(table).where('fileKey', '=', fileKey)
    const within = rows.where('page', '>=', from).where('page', '<=', to)
    await (recognised.length > 0 ? within.where('page', 'not in', recognised) : within).execute()
  }
  await insertTexts(db, fileKey, replaced)
  const waiting = replaced
    .filter(({ isUnread }) => isUnread)
    .map(({ page }) => ({ fileKey, page, state: 'waiting' as const }))
  if (waiting.length > 0) await db.insertInto('recognitionJobs').values(waiting).execute()
  for (const { page, found } of jobs) if (found) await storeFound(db, { fileKey, page }, JSON.parse(found))
}

async function insertTexts(db: Database, fileKey: string, pages: PageText[]) {
  const texts = pages.filter(({ text }) => text !== '').map(({ page, text }) => ({ fileKey, page, text }))
  if (texts.length > 0) await db.insertInto('pageTexts').values(texts).execute()
  const lines = pages
    .filter((page) => page.lines.length > 0)
    .map((page) => ({ fileKey, page: page.page, lines: JSON.stringify(page.lines) }))
  if (lines.length > 0) await db.insertInto('pageLines').values(lines).execute()
}

async function selectJobs(db: Database, fileKey: string, pages: number[]) {
  if (pages.length === 0) return []
  return await db
    .selectFrom('recognitionJobs')
    .select(['page', 'state', 'found'])
    .where('fileKey', '=', fileKey)
    .where('page', 'in', pages)
    .execute()
}

/** What was recognised in the inbox counts as recognised here. */
async function storeFound(db: Database, at: { fileKey: string; page: number }, found: Recognised) {
  await db
    .updateTable('recognitionJobs')
    .set({ state: 'done', confidence: found.confidence })
    .where('fileKey', '=', at.fileKey)
    .where('page', '=', at.page)
    .execute()
  await addRecognised(db, at, found)
}

/** `found` is JSON of what was recognised on page 1 before the paper had this file: that page is not read again. */
export async function insertFound(db: Database, paperId: string, found: string): Promise<void> {
  await db
    .insertInto('recognitionJobs')
    .columns(['fileKey', 'page', 'state', 'found'])
    .expression((eb) =>
      eb
        .selectFrom('papers')
        .select((row) => [
          'fileKey',
          row.lit(1).as('page'),
          row.val<'waiting'>('waiting').as('state'),
          row.val(found).as('found'),
        ])
        .where('id', '=', paperId),
    )
    .onConflict((there) => there.columns(['fileKey', 'page']).doUpdateSet({ found }))
    .execute()
}

/** Joins what was recognised with what the file itself says on the page, which is turned upright. False where nothing was. */
export async function addRecognised(
  db: Database,
  { fileKey, page }: { fileKey: string; page: number },
  { text, lines, confidence, turn = 0 }: Recognised,
): Promise<boolean> {
  await noteTurn(db, { fileKey, page }, turn)
  const recognised = cleanPageText(text)
  if (recognised === '') return false
  const own = await db
    .selectFrom('pageTexts')
    .select('text')
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .executeTakeFirst()
  for (const table of ['pageTexts', 'pageLines'] as const)
    await db.deleteFrom(table).where('fileKey', '=', fileKey).where('page', '=', page).execute()
  const joined = joinTexts(own?.text ?? '', recognised)
  await db.insertInto('pageTexts').values({ fileKey, page, text: joined, confidence }).execute()
  await db
    .insertInto('pageLines')
    .values({ fileKey, page, lines: JSON.stringify(lines) })
    .execute()
  return true
}

/** Null where a page has none. */
export async function selectLines(
  readDb: ReadDatabase,
  fileKey: string,
  page: number,
): Promise<PageLines | null> {
  const row = await linesOf(readDb, fileKey).where('pageLines.page', '=', page).executeTakeFirst()
  return row ? { lines: JSON.parse(row.lines), confidence: row.confidence } : null
}

/** By page; those that have none are left out. */
export async function selectAllLines(readDb: ReadDatabase, fileKey: string): Promise<Map<number, PageLines>> {
  const rows = await linesOf(readDb, fileKey).execute()
  return new Map(rows.map(({ page, lines, confidence }) => [page, { lines: JSON.parse(lines), confidence }]))
}

function linesOf(readDb: ReadDatabase, fileKey: string) {
  return readDb
    .selectFrom('pageLines')
    .leftJoin('pageTexts', (join) =>
      join
        .onRef('pageTexts.fileKey', '=', 'pageLines.fileKey')
        .onRef('pageTexts.page', '=', 'pageLines.page'),
    )
    .select(['pageLines.page', 'pageLines.lines', 'pageTexts.confidence'])
    .where('pageLines.fileKey', '=', fileKey)
}
