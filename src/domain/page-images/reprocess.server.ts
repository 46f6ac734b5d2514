import type { App } from '#domain/app.ts'
import { hasReached, markReached, unmarkReached } from '#domain/milestones.server.ts'
import { MADE_BY, tagOf } from './find-pages.server.ts'
import {
  countIn,
  type FailedJob,
  queueAll,
  queueAnew,
  queueFailed,
  selectFailed,
  sumPagesLeft,
} from './store.server.ts'
import { everyJob } from './sweep.server.ts'

const ALL = 'every file is read anew'
const BATCH = 500
const LISTED = 100

/** Queues files that failed, lack pages or pictures or were made by an older version, or `all`.
 * `all`, asked again before all are done, resumes. Returns how many files wait now. */
export async function reprocess(
  app: Pick<App, 'db' | 'readDb' | 'pageStore' | 'clock'>,
  { all }: { all: boolean },
): Promise<number> {
  if (all) await queueEvery(app)
  else await queueLacking(app)
  return await countIn(app.readDb, 'waiting')
}

export async function endReprocessing(app: Pick<App, 'db'>): Promise<void> {
  await unmarkReached(app.db, ALL)
}

export async function listJobs(app: Pick<App, 'readDb'>): Promise<{ waiting: number; failed: FailedJob[] }> {
  return { waiting: await countIn(app.readDb, 'waiting'), failed: await selectFailed(app.readDb, LISTED) }
}

/** Of one paper, or of all. */
export async function retryFailed(app: Pick<App, 'db'>, paperId?: string): Promise<void> {
  await queueFailed(app.db, paperId)
}

export async function countJobs(app: Pick<App, 'readDb'>): Promise<{ waiting: number; failed: number }> {
  const [waiting, failed] = [await countIn(app.readDb, 'waiting'), await countIn(app.readDb, 'failed')]
  return { waiting, failed }
}

export async function countPagesLeft(app: Pick<App, 'readDb'>): Promise<number> {
  return await sumPagesLeft(app.readDb)
}

async function queueEvery({ db, clock }: Pick<App, 'db' | 'clock'>) {
  if (await hasReached(db, ALL)) return
  await db.transaction().execute(async (tx) => {
    await queueAll(tx)
    await markReached(tx, ALL, clock.now())
  })
}

async function queueLacking(app: Pick<App, 'db' | 'readDb' | 'pageStore'>) {
  const folders = new Set<string>()
  for await (const folder of app.pageStore.folders()) folders.add(folder)
  let keys: string[] = []
  const flush = async () => {
    await queueAnew(app.db, keys)
    keys = []
  }
  for await (const { fileKey, state, madeBy, fault } of everyJob(app)) {
    const isWhole = state === 'done' && fault === null && madeBy === MADE_BY
    if (state === 'waiting' || (isWhole && folders.has(tagOf(fileKey, madeBy)))) continue
    keys.push(fileKey)
    if (keys.length >= BATCH) await flush()
  }
  await flush()
}
