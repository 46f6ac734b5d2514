import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'

/** Of what a search finds, the papers that are looked at first. */
const FIRST_FOUND = 3

/** Its scanned pages are read before those of papers that nobody opens or searches for. One write for each paper. */
export async function askForReading(
  app: Pick<App, 'db' | 'readDb' | 'clock'>,
  paperIds: string[],
): Promise<void> {
  const unasked = await selectUnasked(app.readDb, paperIds)
  if (unasked.length > 0) await markAsked(app.db, unasked, app.clock.now())
}

/** The same for what words have found, without delaying or failing the search. */
export function askForFound(
  app: Pick<App, 'db' | 'readDb' | 'clock'>,
  { q = '', page = 1 }: { q?: string; page?: number },
  papers: { id: string }[],
): void {
  if (q.trim() === '' || page > 1 || papers.length === 0) return
  const first = papers.slice(0, FIRST_FOUND).map(({ id }) => id)
  void askForReading(app, first).catch(() => {})
}

/** Keys of the files of these papers that have waiting pages for which nobody has asked yet. */
async function selectUnasked(readDb: ReadDatabase, paperIds: string[]): Promise<string[]> {
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('recognitionJobs', 'recognitionJobs.fileKey', 'papers.fileKey')
    .select('papers.fileKey')
    .distinct()
    .where('papers.id', 'in', paperIds)
    .where('recognitionJobs.state', '=', 'waiting')
    .where('recognitionJobs.askedAt', 'is', null)
    .execute()
  return rows.map((row) => row.fileKey)
}

async function markAsked(db: Database, fileKeys: string[], now: Date): Promise<void> {
  await db
    .updateTable('recognitionJobs')
    .set({ askedAt: now.toISOString() })
    .where('fileKey', 'in', fileKeys)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many scanned pages are read, how many wait, and how long one takes; null before any was measured. */
export type ReadingProgress = { read: number; waiting: number; msPerPage: number | null }

/** How far the scanned pages of all papers are read; null where none waits. */
export async function readingProgress({ readDb }: Pick<App, 'readDb'>): Promise<ReadingProgress | null> {
  const counted = await countPages(readDb)
  if (counted.waiting === 0) return null
  return { ...counted, msPerPage: (await selectPace(readDb))?.msPerPage ?? null }
}

/** The mean of the last recognised pages. */
export async function selectPace(db: Database | ReadDatabase) {
  return await db.selectFrom('readingPace').selectAll().where('id', '=', 1).executeTakeFirst()
}

async function countPages(readDb: ReadDatabase): Promise<{ read: number; waiting: number }> {
  const rows = await readDb
    .selectFrom('recognitionJobs')
    .innerJoin('papers', 'papers.fileKey', 'recognitionJobs.fileKey')
    .select((eb) => ['recognitionJobs.state', eb.fn.countAll<number>().as('pages')])
    .groupBy('recognitionJobs.state')
    .execute()
  const of = (state: 'done' | 'waiting') => Number(rows.find((row) => row.state === state)?.pages ?? 0)
  return { read: of('done'), waiting: of('waiting') }
}
