import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { MADE_BY, tagOf } from './find-pages.server.ts'
import { deleteUnwanted, selectSums, tagOfArrived } from './render-inbox-files.server.ts'
import { selectJobsAfter } from './store.server.ts'

const STEP = 500

/** Returns how many files' pictures were removed. Safe at any time. */
export async function sweepPages(app: Pick<App, 'db' | 'readDb' | 'pageStore' | 'log'>): Promise<number> {
  await deleteUnwanted(app.db)
  // Folders first: a folder is made after its row, so one without a row now belongs to a file that is gone.
  const unknown = new Set<string>()
  for await (const folder of app.pageStore.folders()) unknown.add(folder)
  if (unknown.size === 0) return 0
  for await (const { fileKey, madeBy } of everyJob(app)) {
    unknown.delete(tagOf(fileKey, madeBy))
    unknown.delete(tagOf(fileKey, MADE_BY))
  }
  for (const sha256 of await selectSums(app.db)) unknown.delete(tagOfArrived(sha256))
  for (const folder of unknown) await app.pageStore.removeFolder(folder)
  if (unknown.size > 0) app.log.info({ removed: unknown.size }, 'swept pictures of files that are gone')
  return unknown.size
}

/** In the order of keys; yields to others between batches. */
export async function* everyJob(app: Pick<App, 'readDb'>) {
  let last = ''
  while (true) {
    const rows = await selectJobsAfter(app.readDb, last, STEP)
    yield* rows
    await yieldToEventLoop()
    if (rows.length < STEP) return
    last = rows[rows.length - 1]?.fileKey ?? last
  }
}
