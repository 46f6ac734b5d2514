import type { App } from '#domain/app.ts'
import { hasReached, markReached, unmarkReached } from '#domain/milestones.server.ts'
import { searchEntry } from './publish.server.ts'
import { selectAfter } from './store.server.ts'

const STEP = 500

type Indexer = Pick<App, 'db' | 'search' | 'clock'>

/** Makes the search index when it is missing, half made or of another version. */
export async function ensureIndexed(app: Indexer): Promise<void> {
  const wasMissing = await app.search.prepare(app.db)
  if (wasMissing || !(await hasReached(app.db, milestoneOf(app)))) await reindexPapers(app)
}

/** Empties the index and fills it from the papers, 500 in a transaction; returns how many. Safe at any time. */
export async function reindexPapers(app: Indexer, onProgress?: (done: number) => void): Promise<number> {
  await app.search.prepare(app.db)
  await app.db.transaction().execute(async (tx) => {
    await app.search.clear(tx)
    await unmarkReached(tx, milestoneOf(app))
  })
  let done = 0
  let last = 0
  while (true) {
    const rows = await app.db.transaction().execute(async (tx) => {
      const papers = await selectAfter(tx, last, STEP)
      for (const paper of papers) await app.search.add(tx, searchEntry(paper))
      return papers
    })
    if (rows.length === 0) break
    done += rows.length
    last = rows[rows.length - 1]?.serial ?? last
    onProgress?.(done)
  }
  await markReached(app.db, milestoneOf(app), app.clock.now())
  return done
}

function milestoneOf(app: Pick<App, 'search'>) {
  return `search indexed by ${app.search.version}`
}
