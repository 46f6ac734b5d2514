import type { App } from '#domain/app.ts'
import { selectPace } from '#domain/page-text/reading-progress.server.ts'
import type { ReadingPace } from './time-left.ts'

/** Pages differ: a strip shows that one says nothing, a dense one in three scripts takes 8 s. */
const PAGES_COUNTED = 20

/** How long a page has taken lately, waits for visitors and other work included. */
export async function readingPace({ readDb }: Pick<App, 'readDb'>): Promise<ReadingPace> {
  return { msPerPage: (await selectPace(readDb))?.msPerPage ?? null }
}

/** Counts a page that took `ms` from its turn to its end; of several that are read at once only what each adds. */
export async function notePage({ db, clock }: Pick<App, 'db' | 'clock'>, ms: number): Promise<void> {
  const now = clock.now()
  const last = await selectPace(db)
  const sinceLast = last ? now.getTime() - Date.parse(last.notedAt) : ms
  const took = sinceLast >= 0 ? Math.min(ms, sinceLast) : ms
  const pages = Math.min((last?.pages ?? 0) + 1, PAGES_COUNTED)
  const mean = last?.msPerPage ?? 0
  const pace = { pages, msPerPage: mean + (took - mean) / pages, notedAt: now.toISOString() }
  await db
    .insertInto('readingPace')
    .values({ id: 1, ...pace })
    .onConflict((there) => there.column('id').doUpdateSet(pace))
    .execute()
}
