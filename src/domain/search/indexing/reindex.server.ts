import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { PaperRow, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { catchUp } from '#domain/catch-up.server.ts'
import { renewContent } from '#domain/content-version.server.ts'
import { selectWithoutQuestions } from '#domain/questions/questions.server.ts'
import { entryOf, renewQuestions } from './index-papers.server.ts'
import { selectFileNames, selectQuestionTexts, selectTextsOf } from './text-store.server.ts'

/** Papers per transaction: others write in between. */
const STEP = 500
const SLICE = 25
/** Up to so many papers, a start waits for the index; with more, the site opens meanwhile. */
const AWAITED = 5_000
const PAUSE_MS = 60_000
const TOP = Number.MAX_SAFE_INTEGER

type Indexer = Pick<App, 'db' | 'search'>
export type Progress = { done: number; all: number }

/** Builds the index when it is missing, half made or of another version: a large one in the background. */
export async function ensureIndexed(app: Indexer & Pick<App, 'log' | 'clock'>): Promise<void> {
  await app.search.prepare(app.db)
  const { from } = await app.search.state(app.db)
  if (from === 0) return
  const { all } = await countFrom(app.db, TOP)
  if (all > AWAITED) repairIndex(app)
  else await resumeIndexing(app)
}

/** Newest papers first, or from where a rebuild stopped; returns how many papers there are. Safe at any time. */
export async function reindexPapers(
  app: Indexer,
  onProgress: (progress: Progress) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<Progress> {
  await app.search.prepare(app.db)
  const { from } = await app.search.state(app.db)
  if (from === 0) await app.db.transaction().execute((tx) => app.search.clear(tx))
  return await resumeIndexing(app, onProgress, isStopped)
}

const repairing = new WeakMap<App['db'], { until: number }>()

/** Rebuilds a broken or half made index in the background, once at a time; returns at once and never throws. */
export function repairIndex(
  app: Indexer & Pick<App, 'log' | 'clock'>,
  why: 'broken' | 'half made' = 'half made',
): void {
  const now = app.clock.monotonic()
  if ((repairing.get(app.db)?.until ?? 0) > now) return
  repairing.set(app.db, { until: Number.POSITIVE_INFINITY })
  void repair(app, why)
    .then(() => repairing.delete(app.db))
    .catch((error: unknown) => {
      repairing.set(app.db, { until: app.clock.monotonic() + PAUSE_MS })
      app.log.error({ err: error }, 'the search index could not be made again; it is tried again in a minute')
    })
}

async function repair(app: Indexer & Pick<App, 'log'>, why: string) {
  app.log.warn({ why }, 'the search index is being made')
  if (why === 'broken') await app.db.transaction().execute((tx) => app.search.clear(tx))
  else await app.search.prepare(app.db)
  await resumeIndexing(app).catch(async (error: unknown) => {
    // What is half made may be damaged, too; to resume would fail for ever.
    if (why === 'broken' || !app.search.isBroken(error)) throw error
    await repair(app, 'broken')
  })
  app.log.info({}, 'the search index is made')
}

async function resumeIndexing(
  app: Indexer,
  onProgress: (progress: Progress) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<Progress> {
  const { from } = await app.search.state(app.db)
  const { above, all } = await countFrom(app.db, from ?? TOP)
  const progress = { done: above, all }
  onProgress(progress)
  while (!isStopped()) {
    const indexed = await indexStep(app)
    if (indexed === null) {
      await tidyIndex(app, { isWhole: true, isStopped })
      // Pages in memory may have been searched for while papers were missing.
      await renewContent(app.db)
      return { done: all, all }
    }
    progress.done += indexed
    progress.all = Math.max(progress.all, progress.done)
    onProgress(progress)
  }
  return progress
}

/** Merges the index's segments, all into one if `isWhole`, in small steps between which others write. */
export async function tidyIndex(
  { db, search }: Indexer,
  { isWhole = false, isStopped }: { isWhole?: boolean; isStopped?: () => boolean } = {},
): Promise<void> {
  for (let step = 0; !isStopped?.(); step++) {
    const how = { isWhole, isFirst: step === 0 }
    const isMore = await db.transaction().execute((tx) => search.tidy(tx, how))
    if (!isMore) return
    await yieldToEventLoop()
  }
}

/** The newest papers not yet indexed; the place is stored with them, so that several may do it at once. */
async function indexStep({ db, search }: Indexer): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    await search.takeTurn(tx)
    const { from } = await search.state(tx)
    if (from === 0) return null
    const rows = await selectBelow(tx, from ?? TOP, STEP)
    const fileKeys = rows.map((row) => row.fileKey)
    const texts = await selectTextsOf(tx, fileKeys)
    const questions = await selectQuestionTexts(tx, fileKeys)
    const names = await selectFileNames(tx, fileKeys)
    const entries = rows.map((row) => {
      const { fileKey } = row
      return {
        ...entryOf(row, names.get(fileKey)),
        pages: texts.get(fileKey) ?? [],
        questions: questions.get(fileKey) ?? [],
      }
    })
    for (let at = 0; at < entries.length; at += SLICE) {
      await search.addMany(tx, entries.slice(at, at + SLICE))
      await yieldToEventLoop()
    }
    await search.reach(tx, rows.length < STEP ? 0 : (rows[0]?.position ?? 0))
    return rows.length
  })
}

/** The newest below a position, in the order of the index: for walking the whole catalogue in batches. */
async function selectBelow(readDb: ReadDatabase, position: number, limit: number): Promise<PaperRow[]> {
  const rows = await readDb
    .selectFrom('papers')
    .selectAll()
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

async function countFrom(readDb: ReadDatabase, position: number): Promise<{ above: number; all: number }> {
  const row = await readDb
    .selectFrom('papers')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('position', '>=', position).as('above'),
    ])
    .executeTakeFirstOrThrow()
  return { above: row.above, all: row.all }
}

/** Files per transaction: others write in between. */
const FILES_STEP = 5

/** Finds the questions of files that came with an update or an archive: of many in the background; never throws. */
export async function ensureQuestions(app: Pick<App, 'db' | 'search' | 'log'>): Promise<void> {
  let found = 0
  const step = async () => {
    const files = await findStep(app)
    found += files
    return files === FILES_STEP
  }
  await catchUp(app, step, {
    awaited: 1,
    failure: 'questions of papers could not be found',
    done: async () => {
      if (found > 0) await renewContent(app.db)
    },
  })
}

/** How many files were looked through. */
async function findStep({ db, search }: Pick<App, 'db' | 'search'>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const files = await selectWithoutQuestions(tx, FILES_STEP)
    for (const fileKey of files) await renewQuestions(tx, { search }, fileKey)
    return files.length
  })
}
