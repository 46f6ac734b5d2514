import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'

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
