import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { shareCommits } from './share-commits.server.ts'
import { addViews, addVisit, selectVisits } from './store.server.ts'

type Count = { paperId: string } | 'visit'

/** Counters of one database: increments that arrive together share a commit. */
const counters = new WeakMap<Database, (count: Count) => Promise<number | null>>()

/** Adds one view to a paper, durably; returns the new count, or null when there is no such paper. */
export async function recordView(app: Pick<App, 'db'>, paperId: string): Promise<number | null> {
  return await counterOf(app.db)({ paperId })
}

/** Adds one visit of the site, durably; returns the new count. */
export async function recordVisit(app: Pick<App, 'db'>): Promise<number> {
  return (await counterOf(app.db)('visit')) ?? 0
}

/** Visits of the site so far. */
export async function countVisits(app: Pick<App, 'reader'>): Promise<number> {
  return await selectVisits(app.reader)
}

function counterOf(db: Database) {
  const known = counters.get(db)
  if (known) return known
  const counter = shareCommits(db, (tx, count: Count) =>
    count === 'visit' ? addVisit(tx) : addViews(tx, count.paperId),
  )
  counters.set(db, counter)
  return counter
}
